// The score sheet: rounds of this deal, the deals of the table, and what the game itself adds to them.

import { columnName, columns } from "./company.js";
import { open } from "./dialogs.js";
import { fromGame } from "./game-page.js";
import { html } from "./html.js";
import { number, say } from "./language.js";
import { factText, signed, unitText } from "./scene.js";

export function scoreSheet(state, { rows, own, rounds, totals, units, again = [] }) {
  const order = columns(state); // whoever changes seats keeps their column
  const sorted = (points) => order.map((seat) => points[seat]);
  const inColumns = (row) => ({ ...row, points: sorted(row.points) });
  const names = order.map((seat) => columnName(state, seat));
  const head = html`<thead><tr><td></td>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>`;
  const played = rounds.filter((points) => points.length).map((points, n) => rowMarkup(say("Round {n}", { n: n + 1 }), sorted(points)));
  open("sheet", say("Score sheet"), html`
    ${played.length ? html`<table>${head}<tbody>${played}</tbody></table>` : ""}
    ${rows.length ? html`<table>${head}<tbody>${unitRows(rows.map(inColumns), units)}</tbody>
      <tfoot>${rowMarkup(say("Total"), sorted(totals))}</tfoot></table>` : ""}
    ${own ? fromGame("sheet", own) ?? "" : ""}
    ${again.length ? html`<table><caption>${say("Played again; it does not count")}</caption>${head}
      <tbody>${again.map(inColumns).map((row) => rowMarkup(unitText(row.unit + 1, units), row.points, told(row)))}</tbody></table>` : ""}
    ${played.length || rows.length || again.length ? "" : html`<p>${say("Nothing yet.")}</p>`}`);
}

/** A line of points; what else there is to say stands below it, where there is room for it on a phone too. */
function rowMarkup(label, points, more = "") {
  return html`<tr><th scope="row">${label}</th>${points.map((value) => html`<td>${typeof value === "number" ? number(value) : value}</td>`)}</tr>
    ${more ? html`<tr class="more"><td colspan="${points.length + 1}">${more}</td></tr>` : ""}`;
}

function told(row) {
  return row.facts.filter((fact) => fact.at_end).map(factText).join(", ");
}

/** A deal a row, with the sums so far and what the deal added to them. */
function unitRows(rows, units) {
  let sums = rows[0].points.map(() => 0);
  return rows.map((row) => {
    sums = sums.map((sum, seat) => sum + row.points[seat]);
    const cell = (value, seat) => (value ? `${number(sums[seat])} (${signed(value)})` : sums[seat]);
    return rowMarkup(unitText(row.unit + 1, units), row.points.map(cell), told(row));
  });
}
