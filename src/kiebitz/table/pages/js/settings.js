// What a person has chosen, kept in this browser.

const KEY = "kiebitz";
const DEFAULTS = {
  language: "", faces: "french", names: "auto", theme: "auto", speed: "normal", places: "own", name: "", aids: "on", hints: "usual", review: "on", sounds: "off",
  rules: {}, levels: {}, // by game, what was chosen last
};

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

/** The first language of this browser that is one of these, or English. */
export function preferred(codes) {
  const wanted = navigator.languages.map((each) => each.slice(0, 2));
  return wanted.find((each) => each === "en" || codes.includes(each)) ?? "en";
}

/** Pages without scripts are made by the server, which must know these two. */
function apply() {
  const { dataset } = document.documentElement;
  Object.assign(dataset, { theme: settings.theme, faces: settings.faces });
  if (settings.language) document.cookie = `kiebitz=${settings.language}.${settings.theme}; path=/; max-age=31536000; samesite=lax`;
}

/** How pictures of models are to be drawn. */
export function pencil() {
  return { language: settings.language, compass: settings.places === "compass" };
}

// Seconds between the moves of agents; milliseconds that a trick stays and that a card moves.
const SPEEDS = {
  instant: { pace: 0, hold: 0, motion: 0 },
  fast: { pace: 0.25, hold: 600, motion: 140 },
  normal: { pace: 0.7, hold: 1500, motion: 300 },
  slow: { pace: 1.4, hold: 3000, motion: 500 },
};

export function speed() {
  const found = SPEEDS[settings.speed] || SPEEDS.normal;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return still ? { ...found, motion: 0 } : found;
}

apply();
