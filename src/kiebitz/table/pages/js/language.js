// What is said, in the reader's language: sentences of the pages, sayings of the server, names, cards and numbers.
//
// A sentence is its own key: `say("against {names}", { names })`. A saying of the server is its text alone, or
// [text, values]; values keep their types: { card: "AS" }, { cards: "AS KS" }, { suit: "H" }, { seat: 1 },
// { move: "pass", phase: "speak" }, { name: "stock", kind: "place" }, { saying: ... }; numbers and names are plain.
// `{n:card|cards}` is the form that a number needs, `{x:+.2f}` its digits, `{suit:one}` the singular.

import { fromGame } from "./game-page.js";
import { html } from "./html.js";
import { preferred, settings } from "./settings.js";

const NOTHING = { messages: {}, names: {}, games: {} };
const PLACE = /\{\{|\}\}|\{(\w+)(?::([^}]*))?\}/g;
const CATEGORIES = ["zero", "one", "two", "few", "many", "other"]; // of numbers, as a place lists the forms of a word
const ENGLISH = {
  suit: { C: "clubs", S: "spades", H: "hearts", D: "diamonds" },
  "suit one": { C: "club", S: "spade", H: "heart", D: "diamond" },
  "German suit": { C: "acorns", S: "leaves", H: "hearts", D: "bells" },
  rank: {
    A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight", 7: "seven", 6: "six", 5: "five",
    4: "four", 3: "three", 2: "two",
  },
  "German rank": { Q: "ober", J: "unter" },
  letter: { T: "10" },
  "German letter": { Q: "O", J: "U" },
};
const SIGNS = { C: "♣", S: "♠", H: "♥", D: "♦" };

// -- catalogues ---------------------------------------------------------------------------------------

/** The languages besides English: `pages`, and `cards` for those that have names for cards; the page brings the list. */
export const languages = JSON.parse(document.documentElement.dataset.languages ?? '{ "pages": [], "cards": [] }');
settings.language ||= preferred(languages.pages);

const loaded = {};
let words = NOTHING; // of the reader's language
let cardWords = NOTHING; // of the language of cards, which may be another one
let games = [];

/** Read what the chosen languages need; `names` are the games whose words are needed from now on. */
export async function learn(names = games) {
  games = names;
  document.documentElement.lang = settings.language;
  [words, cardWords] = await Promise.all([catalogue(settings.language), catalogue(letters())]);
}

/** English needs none: its sentences are the keys. What all pages need comes apart from the words of games, so it comes once. */
async function catalogue(language) {
  if (language === "en") return NOTHING;
  const own = games.length ? `?${new URLSearchParams([["alone", "true"], ...games.map((name) => ["game", name])])}` : "";
  const [general, more] = await Promise.all([read(`${language}.json`), own ? read(`${language}.json${own}`) : NOTHING]);
  const kinds = Object.keys({ ...general.names, ...more.names });
  const names = Object.fromEntries(kinds.map((kind) => [kind, { ...general.names[kind], ...more.names[kind] }]));
  return { messages: { ...general.messages, ...more.messages }, names, games: more.games };
}

/** A file of words, of the edition that this module comes from. */
function read(file) {
  loaded[file] ??= fetch(new URL(`../languages/${file}`, import.meta.url)).then((response) => (response.ok ? response.json() : NOTHING));
  return loaded[file];
}

/** The language of the letters and names of cards. */
export function letters() {
  return settings.names === "auto" ? settings.language : settings.names;
}

// -- sayings ------------------------------------------------------------------------------------------

/** A sentence of the pages. */
export function say(text, values = {}) {
  return said([text, values]);
}

/** A saying as text; `how` may name other ways to say a `suit`, a `card` or a `move`. */
export function said(saying, how = {}) {
  return filled(saying, (value, form) => valueText(value, form, { ...WORDS, ...how })).join("");
}

/** A saying as markup, with cards in signs; what is not translated is marked as English. */
export function saidMarkup(saying) {
  const text = html`${filled(saying, valueMarkup)}`;
  return isKnown(template(saying)[0]) ? text : html`<span lang="en">${text}</span>`;
}

function valueMarkup(value, form) {
  if (value?.saying !== undefined) return saidMarkup(value.saying);
  if (form.includes("|")) return valueText(value, form, IN_SIGNS);
  if (value?.card) return signMarkup(value.card);
  if (isCard(value?.move)) return moveSignMarkup(value.move, value.phase);
  return value?.cards === undefined ? valueText(value, form, IN_SIGNS) : signsMarkup(value.cards.split(" ").filter(Boolean));
}

/** Text and values; the braces of a plain text are braces. */
function template(saying) {
  return Array.isArray(saying) ? [String(saying[0]), saying[1] ?? {}] : [String(saying).replace(/[{}]/g, "$&$&"), {}];
}

/** Is a sentence translated, or does it say nothing beside what stands in its places? */
function isKnown(text) {
  return settings.language === "en" || text in words.messages || !/\p{L}/u.test(text.replace(PLACE, ""));
}

/** The pieces of a sentence, its places filled. */
function filled(saying, text) {
  const [english, values] = template(saying);
  const [found, pieces] = [words.messages[english] ?? english, []];
  let end = 0;
  for (const { 0: place, 1: name, 2: form = "", index } of found.matchAll(PLACE)) {
    pieces.push(found.slice(end, index), name ? text(values[name], form) : place[0]);
    end = index + place.length;
  }
  return [...pieces, found.slice(end)];
}

const WORDS = { suit: suitName, card: cardName, move: moveName };
const IN_SIGNS = { suit: suitName, card: cardSign, move: moveText };

function valueText(value, form, how) {
  if (form.includes("|")) return formOf(form, amount(value));
  if (typeof value === "number") return number(value, form);
  if (value?.suit) return how.suit(value.suit, form);
  if (value?.card) return how.card(value.card);
  if (value?.cards !== undefined) return value.cards.split(" ").filter(Boolean).map(cardSign).join(", ");
  if (value?.move) return how.move(value.move, value.phase);
  if (value?.saying !== undefined) return said(value.saying, how);
  if (value?.kind) return value.kind === "place" ? placeName(value.name) : name(value.kind, value.name);
  if (value?.seat !== undefined) return value.name ? placeName(value.name) : say("Player {n}", { n: value.seat + 1 });
  return String(value ?? "");
}

function amount(value) {
  return typeof value === "number" ? value : (value?.card ?? value?.cards ?? "").split(" ").filter(Boolean).length;
}

/** The form of a word that a number needs, by the language's own rule. */
function formOf(forms, count) {
  const [rules, found] = [new Intl.PluralRules(settings.language), forms.split("|")];
  const known = CATEGORIES.filter((each) => rules.resolvedOptions().pluralCategories.includes(each));
  return found[Math.min(known.indexOf(rules.select(count)), found.length - 1)];
}

/** A number in one of the formats that sayings have: `+.2f`, `,`, `.1%`; a huge one as far as it is exact. */
export function number(value, form = ",") {
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return huge(value);
  const [, sign, groups, places, kind] = form.match(/^(\+?)(,?)(?:\.(\d+))?([f%]?)$/) || [];
  const text = value.toLocaleString(settings.language, {
    style: kind === "%" ? "percent" : "decimal", useGrouping: groups ? "always" : false, roundingMode: "halfEven",
    minimumFractionDigits: Number(places ?? 0), maximumFractionDigits: Number(places ?? 15),
  });
  return sign && value >= 0 ? `+${text}` : text;
}

/** A number of which only the first digits are known. */
function huge(value) {
  const [digits, power] = value.toExponential(2).split("e+");
  const raised = [...power].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join("");
  return `${number(Number(digits), ".2f")} × 10${raised}`;
}

// -- names --------------------------------------------------------------------------------------------

/** What a thing of some kind is called: an option, a value, a place, a detail; a game's own name first. */
export function name(kind, word, game) {
  return words.games[game]?.[kind]?.[word] ?? words.names[kind]?.[word] ?? word;
}

/** The name of a seat or of another place for cards. */
export function placeName(place) {
  const player = place.match(/^Player (\d+)$/);
  return player ? say("Player {n}", { n: Number(player[1]) }) : name("place", place);
}

function cardWord(kind, word) {
  return cardWords.names[kind]?.[word] ?? ENGLISH[kind]?.[word];
}

/** With German suits, where the language has names for them. */
function isGerman() {
  return settings.faces === "german" && (cardWords === NOTHING || "German suit" in cardWords.names);
}

/** Rank and suit of a card, whichever is written first. */
export function parts(card) {
  return "CSHD".includes(card[0]) ? { suit: card[0], rank: card[1] } : { suit: card[1], rank: card[0] };
}

export function suitName(suit, form = "") {
  const kind = isGerman() ? "German suit" : form === "one" ? "suit one" : "suit";
  return cardWords.names[kind]?.[suit] ?? cardWords.names.suit?.[suit] ?? ENGLISH[kind][suit] ?? suit;
}

/** The sign of a suit; there are none for German suits. */
export function suitSign(suit) {
  return settings.faces === "german" ? "" : `${SIGNS[suit]}\ufe0e`;
}

/** Sign and name of a suit. */
export function suitWords(suit, form) {
  return `${suitSign(suit)} ${suitName(suit, form)}`.trim();
}

/** A card in words: "ace of spades". */
export function cardName(card) {
  const { suit, rank } = parts(card);
  const values = {
    rank: (isGerman() && cardWord("German rank", rank)) || cardWord("rank", rank),
    suit: isGerman() ? suitName(suit) : cardWords.names["suit of a card"]?.[suit] ?? suitName(suit),
  };
  const found = cardWords.names.card?.["{rank} of {suit}"] ?? "{rank} of {suit}";
  return found.replace(PLACE, (_, place) => values[place]);
}

/** A card in signs: "A♠", with the letters of the reader's language. */
export function cardSign(card) {
  const { suit, rank } = parts(card);
  const letter = cardWord(isGerman() ? "German letter" : "letter", rank) ?? ENGLISH.letter[rank] ?? rank;
  return settings.faces === "german" ? `${suitName(suit)}-${letter}` : letter + suitSign(suit);
}

/** The same in the colour of its suit. */
export function signMarkup(card) {
  return html`<span data-suit="${parts(card).suit}">${cardSign(card)}</span>`;
}

/** Several of them in a row. */
export function signsMarkup(cards) {
  return html`${cards.map((card, n) => html`${n ? ", " : ""}${signMarkup(card)}`)}`;
}

export function isCard(text) {
  return /^([CSHD][AKQJT2-9]|[AKQJT2-9][CSHD])$/.test(text || "");
}

// -- moves --------------------------------------------------------------------------------------------

/** A move in words, as it stands on a button. */
export function moveName(move, phase) {
  if (move === null) return say("something hidden");
  const text = name("move", move);
  return fromGame("moveName", move, phase) ?? (isCard(move) ? cardName(move) : text[0].toUpperCase() + text.slice(1));
}

/** A move in few signs, for logs. */
export function moveSign(move, phase) {
  if (move === null) return say("something hidden");
  return fromGame("moveSign", move, phase) ?? (isCard(move) ? cardSign(move) : moveName(move, phase));
}

/** The same as markup, a card in the colour of its suit. */
export function moveSignMarkup(move, phase) {
  const text = moveSign(move, phase);
  return isCard(move) && text === cardSign(move) ? signMarkup(move) : html`${text}`;
}

/** A move within a sentence: its cards in signs, a word as the language has it, all else as on a button. */
export function moveText(move, phase) {
  if (/^[a-z]+$/.test(move)) return name("move", move);
  return move.split("+").every(isCard) ? moveSign(move, phase) : moveName(move, phase);
}

await learn();
