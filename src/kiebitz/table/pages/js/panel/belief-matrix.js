// <belief-matrix>: cards by places, each cell a number and a word, never a colour alone.

import { html, put } from "../html.js";
import { cardName, cardSign, moveSignMarkup, number, parts, placeName, saidMarkup, say } from "../language.js";
import { state } from "../table.js";

class BeliefMatrix extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", (event) => {
      const button = event.target.closest("[data-pick]");
      if (button) this.dispatchEvent(new CustomEvent("pick", { detail: button.dataset.pick, bubbles: true }));
    });
  }

  show(data) {
    const hidden = data.rows.filter((row) => !row.seen);
    const seen = data.rows.filter((row) => row.seen);
    put(this, html`
      <p class="worlds"><b>${say("{n:,} possible {n:deal|deals}", { n: data.worlds })}</b></p>
      <p class="change"><span class="label">${say("Last event")}:</span> ${changeMarkup(data.change)}</p>
      ${hidden.length ? grid(data.places, hidden) : html`<p>${say("Every card is seen.")}</p>`}
      ${data.rows.some((row) => row.actual !== null) ? html`<p class="key">${say("● where the card really is")}</p>` : ""}
      ${seen.length ? html`<details><summary>${say("Cards that are seen ({n})", { n: seen.length })}</summary>${grid(data.places, seen)}</details>` : ""}`);
  }
}

function changeMarkup({ who, phase, move, before, after, reasons }) {
  const event = who < 0 ? say("The deal") : html`${placeName(state.seats[who].place)}: ${moveSignMarkup(move, phase)}`;
  return html`${event}: ${changeText(before, after)} ${reasons.map((reason) => html`${saidMarkup(reason)} `)}`;
}

function changeText(before, after) {
  if (before === null) return say("{n:,} {n:deal|deals} to begin with.", { n: after });
  if (after > before) return say("{of:,} deals become {n:,}; cards have moved unseen.", { of: before, n: after });
  if (after === before) return say("nothing is ruled out.");
  return say("{n:,} of {of:,} deals are ruled out.", { n: before - after, of: before });
}

function grid(places, rows) {
  const head = places.map((place) => html`<th scope="col">${placeName(place)}</th>`);
  return html`<div class="grid"><table><thead><tr><th scope="col">${say("card")}</th>${head}</tr></thead>
    <tbody>${rows.map((row, n) => html`<tr class="${n && parts(rows[n - 1].card).suit !== parts(row.card).suit ? "suit" : ""}">
      <th scope="row"><button data-pick="${row.card}" data-suit="${parts(row.card).suit}" title="${cardName(row.card)}">${cardSign(row.card)}</button></th>
      ${row.cells.map((cell, place) => cellMarkup(cell, place === row.actual))}</tr>`)}</tbody></table></div>`;
}

/** A chance, with a digit more where it is nearly certain. */
export function percent(chance) {
  return number(chance, chance < 0.1 || chance > 0.9 ? ".1%" : ".0%");
}

function cellMarkup(cell, actual) {
  const text = { certain: say("sure"), impossible: "–" }[cell.mark] || percent(cell.chance);
  const title = cell.mark === "impossible" ? say("impossible") : text;
  const dot = html`<i title="${say("it really is here")}">●<span class="unseen"> ${say("it really is here")}</span></i>`;
  return html`<td class="${cell.mark}" style="--chance:${cell.chance}" title="${title}"><span>${text}</span>${actual ? dot : ""}</td>`;
}

customElements.define("belief-matrix", BeliefMatrix);
