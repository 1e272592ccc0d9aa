// What moves are worth, as an agent or a solver told it.

import { settings } from "./settings.js";

/** Each value as a share of the widest bar; zero is always on the scale. */
export function shares(values) {
  const numbers = Object.values(values);
  const [low, high] = [Math.min(...numbers, 0), Math.max(...numbers, 0)];
  const share = (value) => (high > low ? (value - low) / (high - low) : 1);
  return Object.fromEntries(Object.entries(values).map(([move, value]) => [move, share(value)]));
}

/** By card, for whoever draws bars on them; a card that can be played in several ways has its best value. */
export function worthOfCards(values) {
  const [part, best] = [shares(values), Math.max(...Object.values(values))];
  const found = {};
  for (const [move, value] of Object.entries(values)) {
    const card = move.split("+")[0];
    if (!found[card] || found[card].value < value) found[card] = { value, share: part[move], isBest: value === best };
  }
  return found;
}

/** A value as it is read: few digits, of the reader's language. */
export function worthText(value) {
  return value.toLocaleString(settings.language, { maximumFractionDigits: Math.abs(value) >= 10 ? 1 : 2 });
}
