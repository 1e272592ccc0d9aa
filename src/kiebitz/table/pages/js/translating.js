// Sentences of the server in the reader's language. They are English; the catalogue has a template for each, and
// what stands in its places (players, cards, numbers) is said anew. What it does not have stays English and says so.

import { catalogue } from "./catalogue.js";
import { html } from "./html.js";
import { settings } from "./settings.js";
import { cardName, isCard, isPlain, moveName, moveSign, placeName, suitName } from "./texts.js";

const SUITS = { hearts: "H", heart: "H", spades: "S", spade: "S", clubs: "C", club: "C", diamonds: "D", diamond: "D" };
const local = (text) => text.replace(/\d[\d,.]*/g, (number) => {
  const places = (number.split(".")[1] || "").length;
  return Number(number.replaceAll(",", "")).toLocaleString(settings.language, { minimumFractionDigits: places, maximumFractionDigits: places });
});

const CARD = "[AKQJT2-9CSHD]{2}(?:\\+[AKQJT2-9CSHD]{2})?"; // two for a marriage

const CARDS = new RegExp(`(?<![\\w=])${CARD}(?!\\w)`, "g"); // as they stand in an English sentence

// By the name of a place in a template: what may stand there, and how it is said.
const KINDS = {
  who: [".+?", placeName],
  name: [".+?", (name) => name],
  suit: ["hearts?|spades?|clubs?|diamonds?|trumps", (word) => suitName(SUITS[word] || word)],
  card: ["[AKQJT2-9CSHD]{2}", cardName],
  cards: [`${CARD}(?: ${CARD})*`, (list) => list.split(" ").map((card) => moveSign(card, "")).join(", ")],
  move: ["\\S+", (move) => (isPlain(move) ? moveName(move, "") : move)],
  votes: [`(?:${CARD}|pass|take) \\d+(?:, (?:${CARD}|pass|take) \\d+)*`, votesText],
  n: ["\\d[\\d,]*", local],
  x: ["[+-]?\\d[\\d.]*", local],
  text: [".+?", (text) => translated(text)], // a sentence of its own: known, or the whole is not
};

/** "AS 3, take 2": how many worlds for each move. */
function votesText(list) {
  return list.split(", ").map((vote) => vote.split(" ")).map(([move, number]) => `${moveSign(move, "")} ${number}`).join(", ");
}

const PLACE = /\{(\w+?)(\d*)\}/g;

let read = null; // the catalogue that the templates are from
let templates = [];

function known() {
  if (read !== catalogue) {
    read = catalogue;
    templates = Object.entries({ ...catalogue.sentences, ...catalogue.help }).map(([from, to]) => [pattern(from), to]);
  }
  return templates;
}

function pattern(template) {
  const parts = template.split(/(\{\w+\})/).map((part) => (part.startsWith("{")
    ? part.replace(PLACE, (_, kind, number) => `(?<${kind}${number}>${KINDS[kind][0]})`)
    : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
  return new RegExp(`^${parts.join("")}$`);
}

/** The places of a template, each said in the reader's language, or null if one cannot be. */
function saidPlaces(groups = {}) {
  const said = Object.entries(groups).map(([name, value]) => [name, KINDS[name.replace(/\d+$/, "")][1](value)]);
  return said.every(([, value]) => value !== undefined) ? Object.fromEntries(said) : null;
}

/** A sentence in the reader's language, or undefined; one of several parts if each part is known. */
function translated(said) {
  const text = /^[a-z]+(_[a-z]+)+$/.test(said) ? said.replaceAll("_", " ") : said; // the name of a rule
  if (settings.language === "en") return text.replace(CARDS, (move) => (move.split("+").every(isCard) ? moveSign(move, "") : move));
  for (const [from, to] of known()) {
    const found = from.exec(text);
    const places = found && saidPlaces(found.groups);
    if (places) return to.replace(PLACE, (_, kind, number) => places[kind + number]);
  }
  for (const between of [" → ", "; "]) {
    const parts = text.includes(between) ? text.split(between).map(translated) : [];
    if (parts.length && parts.every((part) => part !== undefined)) return parts.join(between);
  }
  return undefined;
}

/** For places that take text alone. */
export function sentence(text) {
  return translated(text) ?? text;
}

/** For pages: what is not translated is marked as English. */
export function sentenceMarkup(text) {
  const found = translated(text);
  return found === undefined ? html`<span lang="en">${text}</span>` : html`${found}`;
}

/** The name of a game's option or of a parameter, and of one of its values. */
export function optionName(name, game) {
  return catalogue.games[game]?.names[name] || catalogue.names[name] || name.replaceAll("_", " ");
}

export function valueName(value, game) {
  return catalogue.games[game]?.values[value] || catalogue.values[value] || value;
}
