// What the pages say, in the reader's language; what games say are sayings, in a file of their own.

import { catalogue } from "./catalogue.js";
import { fromGame } from "./game-page.js";
import { sayWith } from "./sayings.js";
import { settings } from "./settings.js";
import { en } from "./texts-en.js";
import { de } from "./texts-de.js";
import { nl, ru } from "./card-names.js";

export const LANGUAGES = { en: "English", de: "Deutsch" };
export const CARD_NAMES = { ...LANGUAGES, nl: "Nederlands", ru: "Русский" };
const TEXTS = { en, de };
const CARDS = { en, de, nl, ru };

function words() {
  return TEXTS[settings.language] || en;
}

/** The words for cards, which may be of another language. */
function cardWords() {
  return CARDS[settings.names] || words();
}

/** With German suits, where the language has names for them. */
function isGerman() {
  return settings.faces === "german" && Boolean(cardWords().germanSuits);
}

/** A text of the pages: a key and its values. */
export function say(key, ...values) {
  const found = words().texts[key] ?? en.texts[key];
  if (typeof found === "function") return found(...values);
  return found ?? [key, ...values].join(" ");
}

/** Rank and suit of a card, whichever is written first. */
export function parts(card) {
  return "CSHD".includes(card[0]) ? { suit: card[0], rank: card[1] } : { suit: card[1], rank: card[0] };
}

const SIGNS = { C: "♣", S: "♠", H: "♥", D: "♦" };

/** The sign of a suit; there are none for German suits. */
export function suitSign(suit) {
  if (settings.faces === "german") return "";
  return SIGNS[suit] ? SIGNS[suit] + "\ufe0e" : suit;
}

/** Sign and name of a suit. */
export function suitWords(suit) {
  return `${suitSign(suit)} ${suitName(suit)}`.trim();
}

export function suitName(suit) {
  const letter = SIGNS[suit] ? suit : Object.keys(SIGNS).find((key) => SIGNS[key] === suit);
  const names = isGerman() ? cardWords().germanSuits : cardWords().suits;
  return names[letter] || (suit === "trumps" ? say("trumps") : suit);
}

/** A card in words: "ace of spades". */
export function cardName(card) {
  const { suit, rank } = parts(card);
  const { ranks, germanRanks, stems, card: join } = cardWords();
  const named = isGerman() ? { ...ranks, ...germanRanks } : ranks;
  return join(named[rank], stems ? stems[suit] : suitName(suit));
}

/** A card in signs: "A♠", with the letters of the reader's language. */
export function cardSign(card) {
  const { suit, rank } = parts(card);
  const german = isGerman();
  const letter = rank === "T" ? "10" : (german ? cardWords().germanLetters : cardWords().letters)[rank] || rank;
  return settings.faces === "german" ? `${suitName(suit)}-${letter}` : letter + suitSign(suit);
}

export function isCard(text) {
  return /^([CSHD][AKQJT2-9]|[AKQJT2-9][CSHD])$/.test(text || "");
}

/** Does a move say what it is, even without its phase? Bids, guesses and contracts do not. */
export function isPlain(move) {
  return isCard(move) || move.includes("+") || /^[a-z]+$/.test(move);
}

/** A move in words, as it stands on a button. */
export function moveName(move, phase) {
  if (move === null) return say("hidden move");
  return fromGame("moveName", move, phase) ?? (isCard(move) ? cardName(move) : sayWith(move[0].toUpperCase() + move.slice(1)));
}

/** A move in few signs, for logs. */
export function moveSign(move, phase) {
  if (move === null) return say("hidden move");
  return fromGame("moveSign", move, phase) ?? (isCard(move) ? cardSign(move) : moveName(move, phase));
}

export function placeName(place) {
  return catalogue.places[place] || place.replace("Player", say("player"));
}
