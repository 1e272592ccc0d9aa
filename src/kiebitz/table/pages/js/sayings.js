// Sayings: English sentences with named places, said in the reader's language.
//
// A saying of the server is its text alone, or [text, values]; values keep their types: { card: "AS" },
// { cards: "AS KS" }, { suit: "H" }, { seat: 1 }, { move: "pass", phase: "speak" }, { saying: ... }; numbers and
// names are plain. `{n:card|cards}` is the form that the number needs.

import { catalogue } from "./catalogue.js";
import { html } from "./html.js";
import { settings } from "./settings.js";
import { cardName, cardSign, moveName, placeName, suitName } from "./texts.js";

const PLACE = /\{\{|\}\}|\{(\w+)(?::([^}]*))?\}/g;

/** A saying as text; `suits` says how a suit is named where it is not by its name alone. */
export function said(saying, suits = suitName) {
  const [text, values] = Array.isArray(saying) ? saying : [saying, null];
  const template = catalogue.sayings[text] ?? catalogue.places[text] ?? text;
  if (!values) return template;
  return template.replace(PLACE, (place, name, form) => (name ? valueText(values[name], form, suits) : place[0]));
}

/** The same for code of a page: `say("Beat the {card}", { card: { card: "AS" } })`. */
export function sayWith(text, values) {
  return said(values ? [text, values] : text);
}

/** For pages: what is not translated is marked as English. */
export function saidMarkup(saying) {
  const [text] = Array.isArray(saying) ? saying : [saying];
  const isEnglish = settings.language !== "en" && !(text in catalogue.sayings);
  return isEnglish ? html`<span lang="en">${said(saying)}</span>` : html`${said(saying)}`;
}

function valueText(value, form = "", suits = suitName) {
  if (form.includes("|")) return form.split("|")[amount(value) === 1 ? 0 : 1];
  if (typeof value === "number") return numberText(value, form);
  if (value?.suit) return suits(value.suit);
  if (value?.card) return cardName(value.card);
  if (value?.cards !== undefined) return value.cards.split(" ").filter(Boolean).map(cardSign).join(", ");
  if (value?.move) return moveName(value.move, value.phase);
  if (value?.saying !== undefined) return said(value.saying, suits);
  if (value?.seat !== undefined) return placeName(value.name || `Player ${value.seat + 1}`);
  return String(value ?? "");
}

function amount(value) {
  if (typeof value === "number") return value;
  return (value.card ?? value.cards ?? "").split(" ").filter(Boolean).length;
}

/** A number as Python's formats `.2f`, `+.2f` and `.1%` write it, with the signs of the reader's language. */
function numberText(value, form) {
  const [, sign, places, kind] = form.match(/^(\+?)(?:\.(\d+))?([f%]?)$/) || [];
  const style = places === undefined ? {} : { minimumFractionDigits: Number(places), maximumFractionDigits: Number(places) };
  const text = (kind === "%" ? 100 * value : value).toLocaleString(settings.language, style);
  return `${sign && value >= 0 ? "+" : ""}${text}${kind === "%" ? " %" : ""}`;
}
