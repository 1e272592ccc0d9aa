// The score sheet: rounds of this deal, the deals of the table, and in Skat the list after Seeger and Fabian.

import { open } from "./dialogs.js";
import { html } from "./html.js";
import { playerName } from "./scene.js";
import { say, sayText } from "./texts.js";

const TOLD = ["contract", "value", "declarer points", "passed in"];

export function scoreSheet(state, { rows, rounds, totals, units, again = [] }) {
  const names = state.seats.map((_, seat) => playerName(state, seat));
  const head = html`<thead><tr><td></td>${names.map((name) => html`<th scope="col">${name}</th>`)}<td></td></tr></thead>`;
  const played = rounds.filter((points) => points.length).map((points, n) => rowMarkup(say("round", n + 1), points));
  open("sheet", say("score sheet"), html`
    ${played.length ? html`<table>${head}<tbody>${played}</tbody></table>` : ""}
    ${rows.length ? html`<table>${head}<tbody>${unitRows(rows, units)}</tbody>
      <tfoot>${rowMarkup(say("total"), totals)}</tfoot></table>` : ""}
    ${state.scene.game === "skat" && rows.length ? seegerList(head, rows) : ""}
    ${again.length ? html`<table><caption>${say("played again")}</caption>${head}
      <tbody>${again.map((row) => rowMarkup(say("unit of", row.unit + 1, units), row.points, told(row)))}</tbody></table>` : ""}
    ${played.length || rows.length || again.length ? "" : html`<p>${say("nothing yet")}</p>`}`);
}

function rowMarkup(label, points, more = "") {
  return html`<tr><th scope="row">${label}</th>${points.map((value) => html`<td>${value}</td>`)}
    <td class="more">${more}</td></tr>`;
}

function told(row) {
  return row.facts.filter(([key]) => TOLD.includes(key)).map(sayText).join(", ");
}

/** A deal a row, with the sums so far and what the deal added to them. */
function unitRows(rows, units) {
  let sums = rows[0].points.map(() => 0);
  return rows.map((row) => {
    sums = sums.map((sum, seat) => sum + row.points[seat]);
    const cell = (value, seat) => (value ? `${sums[seat]} (${value > 0 ? "+" : ""}${value})` : sums[seat]);
    return rowMarkup(say("unit of", row.unit + 1, units), row.points.map(cell), told(row));
  });
}

/** Who plays gets the value and 50 for a win, loses 50 for a loss, which gives 40 to each other. */
function seegerList(head, rows) {
  const sums = rows[0].points.map((_, seat) => seegerSums(rows.map(({ points }) => points[seat])));
  const total = ({ value, won, lost, others }) => value + 50 * (won - lost) + 40 * others;
  return html`<table class="seeger"><caption>${say("seeger")}</caption>${head}<tbody>
    ${rowMarkup(say("seeger value"), sums.map(({ value }) => value))}
    ${rowMarkup(say("seeger games"), sums.map(({ won, lost }) => `${50 * (won - lost)} (${won} : ${lost})`))}
    ${rowMarkup(say("seeger others"), sums.map(({ others }) => `${40 * others} (${others})`))}</tbody>
    <tfoot>${rowMarkup(say("total"), sums.map(total))}</tfoot></table>`;
}

function seegerSums(points) {
  const won = points.filter((value) => value > 40);
  const lost = points.filter((value) => value < 0);
  const value = [...won.map((each) => each - 50), ...lost.map((each) => each + 50)].reduce((sum, each) => sum + each, 0);
  return { value, won: won.length, lost: lost.length, others: points.filter((each) => each === 40).length };
}
