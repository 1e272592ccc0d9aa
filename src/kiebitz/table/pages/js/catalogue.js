// The words of the reader's language that the server has: general ones, and those of the games on this page.

import { settings } from "./settings.js";

const NOTHING = { sayings: {}, places: {}, sentences: {}, help: {}, names: {}, values: {}, games: {} };

/** English needs none: its sentences are the keys. */
export let catalogue = NOTHING;

let known = "";
let games = [];

/** Read the catalogue of the chosen language; `names` are the games whose words are needed from now on. */
export async function learn(names = games) {
  games = names;
  const query = new URLSearchParams(games.map((name) => ["game", name]));
  const wanted = settings.language === "en" ? "en" : `/texts/${settings.language}.json?${query}`;
  if (known === wanted) return;
  const found = wanted === "en" ? {} : await (await fetch(wanted)).json();
  [known, catalogue] = [wanted, { ...NOTHING, ...found }];
}

await learn();
