// Sentences of the server in the reader's language. They are English; the catalogue has a template for each, and
// what stands in its places (players, cards, numbers) is said anew. What it does not have stays English and says so.

import { html } from "./html.js";
import { settings } from "./settings.js";
import { cardName, cardSign, isCard, moveName, placeName, suitName } from "./texts.js";

const SUITS = { hearts: "H", heart: "H", spades: "S", spade: "S", clubs: "C", club: "C", diamonds: "D", diamond: "D" };
const local = (text) => text.replace(/\d[\d,.]*/g, (number) => {
  const places = (number.split(".")[1] || "").length;
  return Number(number.replaceAll(",", "")).toLocaleString(settings.language, { minimumFractionDigits: places, maximumFractionDigits: places });
});

// By the name of a place in a template: what may stand there, and how it is said.
const KINDS = {
  who: [".+?", placeName],
  suit: ["hearts?|spades?|clubs?|diamonds?|trumps", (word) => suitName(SUITS[word] || word)],
  card: ["[AKQJT2-9CSHD]{2}", cardName],
  cards: ["[AKQJT2-9CSHD]{2}(?: [AKQJT2-9CSHD]{2})*", (list) => list.split(" ").map(cardSign).join(", ")],
  move: ["\\S+", (move) => (isCard(move) ? cardName(move) : /^[a-z]+$/.test(move) ? moveName(move, "") : move)],
  n: ["\\d[\\d,]*", local],
  x: ["[+-]?\\d[\\d.]*", local],
  text: [".+?", (text) => translated(text) ?? text],
};
const PLACE = /\{(\w+?)(\d*)\}/g;

let known = "";
let catalogue = { names: {}, values: {} };
let templates = [];

/** Read the catalogue of the chosen language; English needs none. */
export async function learn() {
  if (known === settings.language) return;
  known = settings.language;
  catalogue = known === "en" ? { names: {}, values: {} } : await (await fetch(`/texts/${known}.json`)).json();
  templates = Object.entries({ ...catalogue.sentences, ...catalogue.help }).map(([from, to]) => [pattern(from), to]);
}

function pattern(template) {
  const parts = template.split(/(\{\w+\})/).map((part) => (part.startsWith("{")
    ? part.replace(PLACE, (_, kind, number) => `(?<${kind}${number}>${KINDS[kind][0]})`)
    : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
  return new RegExp(`^${parts.join("")}$`);
}

/** A sentence in the reader's language, or undefined; one of several parts if each part is known. */
function translated(text) {
  if (known === "en") return text;
  for (const [from, to] of templates) {
    const found = from.exec(text);
    if (found) return to.replace(PLACE, (_, kind, number) => KINDS[kind][1](found.groups[kind + number]));
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

/** The name of an option or parameter, and of one of its values. */
export function optionName(name) {
  return catalogue.names[name] || name.replaceAll("_", " ");
}

export function valueName(value) {
  return catalogue.values[value] || value;
}

await learn();
