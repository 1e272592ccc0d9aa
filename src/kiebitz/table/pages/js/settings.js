// What a person has chosen, kept in this browser.

const KEY = "kiebitz";
const browserLanguage = (navigator.language || "en").startsWith("de") ? "de" : "en";
const DEFAULTS = { language: browserLanguage, faces: "french", names: "auto", theme: "auto", speed: "normal", name: "" };

function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) || "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings = read();

export function choose(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch { /* a browser that keeps nothing still plays */ }
  apply();
}

function apply() {
  document.documentElement.lang = settings.language;
  document.documentElement.dataset.theme = settings.theme;
}

// Seconds between the moves of agents; milliseconds that a trick stays and that a card moves.
const SPEEDS = {
  instant: { pace: 0, hold: 0, motion: 0 },
  fast: { pace: 0.25, hold: 600, motion: 140 },
  normal: { pace: 0.7, hold: 1500, motion: 300 },
  slow: { pace: 1.4, hold: 3000, motion: 500 },
};
export const SPEED_NAMES = Object.keys(SPEEDS);

export function speed() {
  const found = SPEEDS[settings.speed] || SPEEDS.normal;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return still ? { ...found, motion: 0 } : found;
}

apply();
