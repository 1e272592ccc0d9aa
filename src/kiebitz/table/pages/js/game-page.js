// What the game at this table brings for its page: a module whose default export has some of the functions
//   middle(state, kit)          markup of what lies in the middle; else a trick
//   buttons(state, kit)         markup of the moves that are not cards; else a button for each
//   ask(scene, kit)             what the person to move is asked
//   moveName(move, phase, kit)  a move in words, as it stands on a button
//   moveSign(move, phase, kit)  the same in few signs, for logs
//   sheet(rows, kit)            markup below the score sheet
//   scale(unit, kit)            what the values of moves with open cards are
//   forced(scene, order)        a move that goes without asking; `order` is what the person has settled in advance
//   picks(scene)                how many cards are chosen together before the first of them is played
//   pickText(state, kit)        what the button says that plays them
//   marked(scene)               cards of the own hand that stand out
//   mayGiveUp(state)            whether the person to move may give the rest up
// They are pure. One that answers undefined, or fails, leaves the matter to the page.

import { back, card } from "./cards.js";
import { columnName, columns } from "./company.js";
import { html } from "./html.js";
import { cardName, number, said, say, suitName, suitWords } from "./language.js";
import { playerName } from "./scene.js";

let own = {};
let table = null;

/** What the functions of a module get to draw and speak with. */
const kit = { html, card, back, said, say, cardName, suitName, suitWords, number, playerName: (seat) => playerName(table, seat), columns: () => columns(table), columnName: (seat) => columnName(table, seat) };

/** Ask the game's module; undefined if it has nothing to say. */
export function fromGame(name, ...values) {
  try {
    return own[name]?.(...values, kit) ?? undefined;
  } catch (error) {
    console.error(error);
    return undefined;
  }
}

/** An address of the server as this edition of the pages has it. */
function ours(path) {
  return path && new URL(`..${path}`, import.meta.url).pathname;
}

/** Load what a table's welcome names; `state` is that of the page. */
export async function loadPage(welcome, state) {
  const [page, style] = [ours(welcome.page), ours(welcome.style)];
  table = state;
  if (style && !document.head.querySelector(`[href="${style}"]`)) {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: style });
    const ready = new Promise((done) => { link.onload = link.onerror = done; });
    document.head.append(link);
    await ready;
  }
  own = {};
  if (page) own = (await import(page).catch((error) => console.error(error)))?.default ?? {};
}
