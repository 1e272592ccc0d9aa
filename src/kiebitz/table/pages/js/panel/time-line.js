// <time-line>: every event with the deals that it ruled out for each player; a click goes there.

import { html, put } from "../html.js";
import { moveSign, placeName } from "../texts.js";
import { number, tell } from "./texts.js";

class TimeLine extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", (event) => {
      const button = event.target.closest("[data-ply]");
      if (button) this.dispatchEvent(new CustomEvent("go", { detail: Number(button.dataset.ply), bubbles: true }));
    });
  }

  show(data, context) {
    const lines = data.lines;
    put(this, html`<ol>${lines.map((line, n) => html`
      <li class="${n && lines[n - 1].starts ? "starts" : ""}"><button data-ply="${line.ply}" aria-current="${line.ply === context.ply ? "step" : "false"}" title="${tell("go", line.ply)}">
        <b>${line.who < 0 ? tell("start") : `${placeName(line.name)} ${moveSign(line.move, line.phase)}`}</b>
        ${line.deals.map((each) => ruled(each, context)).filter(Boolean).map((text) => html`<small>${text}</small>`)}</button></li>
      ${n && lines[n - 1].round !== line.round ? html`<li class="round">${tell("round", line.round + 1)}</li>` : ""}`)}</ol>`);
    this.querySelector("[aria-current=step]")?.scrollIntoView({ block: "nearest" });
  }
}

function ruled({ seat, before, after }, context) {
  const who = seat < 0 ? tell("everybody") : placeName(context.names[seat]);
  if (before === null) return tell("begin", who, number(after));
  if (after > before) return tell("moved", who, number(after), number(before));
  return after < before ? tell("ruled", who, number(before - after), number(before)) : "";
}

customElements.define("time-line", TimeLine);
