// <belief-matrix>: cards by places, each cell a number and a word, never a colour alone.

import { html, put } from "../html.js";
import { state } from "../table.js";
import { cardName, cardSign, moveSign, parts, placeName, say } from "../texts.js";
import { sentenceMarkup } from "../translating.js";
import { number, percent, tell } from "./texts.js";

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
      <p class="worlds"><b>${tell("worlds", number(data.worlds))}</b></p>
      <p class="change"><span class="label">${tell("change")}:</span> ${changeMarkup(data.change)}</p>
      ${hidden.length ? grid(data.places, hidden) : html`<p>${tell("none")}</p>`}
      ${data.rows.some((row) => row.actual !== null) ? html`<p class="key">${tell("actualMark")}</p>` : ""}
      ${seen.length ? html`<details><summary>${tell("seen", seen.length)}</summary>${grid(data.places, seen)}</details>` : ""}`);
  }
}

function changeMarkup({ who, phase, move, before, after, reasons }) {
  const event = who < 0 ? tell("start") : `${placeName(state.seats[who].place)}: ${move === null ? say("hidden move") : moveSign(move, phase)}`;
  return html`${event}: ${changeText(before, after)} ${reasons.map((text) => html`${sentenceMarkup(text)} `)}`;
}

function changeText(before, after) {
  if (before === null) return tell("toBegin", number(after));
  if (after > before) return tell("grown", number(before), number(after));
  return tell("ruledOut", number(before - after), number(before));
}

function grid(places, rows) {
  const head = places.map((place) => html`<th scope="col">${placeName(place)}</th>`);
  return html`<div class="grid"><table><thead><tr><th scope="col">${tell("card")}</th>${head}</tr></thead>
    <tbody>${rows.map((row, n) => html`<tr class="${n && parts(rows[n - 1].card).suit !== parts(row.card).suit ? "suit" : ""}">
      <th scope="row"><button data-pick="${row.card}" data-suit="${parts(row.card).suit}" title="${cardName(row.card)}">${cardSign(row.card)}</button></th>
      ${row.cells.map((cell, place) => cellMarkup(cell, place === row.actual))}</tr>`)}</tbody></table></div>`;
}

function cellMarkup(cell, actual) {
  const text = { certain: tell("sure"), impossible: tell("never") }[cell.mark] || percent(cell.chance);
  const title = cell.mark === "impossible" ? tell("impossible") : text;
  const dot = html`<i title="${tell("actual")}">●<span class="unseen"> ${tell("actual")}</span></i>`;
  return html`<td class="${cell.mark}" style="--chance:${cell.chance}" title="${title}"><span>${text}</span>${actual ? dot : ""}</td>`;
}

customElements.define("belief-matrix", BeliefMatrix);
