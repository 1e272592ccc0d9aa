// <replay-bar>: go to any moment of the game, play on from it, and take it away as link, picture or record.

import { html, put } from "../html.js";
import { placeName } from "../texts.js";
import { tell } from "./texts.js";

const BUTTONS = [["first", "❘◀"], ["trickBack", "◀◀"], ["back", "◀"], ["on", "▶"], ["trickOn", "▶▶"], ["last", "▶❘"]];

class ReplayBar extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", (event) => {
      const button = event.target.closest("button[data-do]");
      if (button) this.want(button.dataset.do);
    });
    this.addEventListener("input", (event) => {
      if (event.target.name === "ply") this.want("go", Number(event.target.value));
      if (event.target.name === "pace") this.want("pace", Number(event.target.value));
    });
    this.addEventListener("submit", (event) => {
      event.preventDefault();
      this.want("branch", Number(new FormData(event.target).get("seat")));
    });
  }

  want(kind, value) {
    this.dispatchEvent(new CustomEvent("want-replay", { detail: { kind, value }, bubbles: true }));
  }

  show({ ply, plies, all, names, watching, paused, pace, over }) {
    const kept = document.activeElement?.closest("replay-bar") === this && (document.activeElement.dataset.do || document.activeElement.name);
    const open = this.querySelector("details")?.open;
    put(this, html`
      ${watching ? html`<div class="watch"><button data-do="step">${tell("step")}</button> <button data-do="pause" aria-pressed="${paused}">${paused ? tell("goOn") : tell("pause")}</button>
        <label>${tell("speed")} <select name="pace">${[0, 0.3, 0.7, 1.5, 3].map((each) => html`<option value="${each}" ${each === pace ? "selected" : ""}>${each}</option>`)}</select></label></div>` : ""}
      <div class="slider"><input type="range" name="ply" min="0" max="${plies}" value="${ply}" aria-label="${tell("replay")}"> <output>${tell("ply", ply, plies)}</output></div>
      <div class="buttons">${BUTTONS.map(([name, sign]) => html`<button data-do="${name}" title="${tell(name)}" aria-label="${tell(name)}">${sign}</button>`)}</div>
      <div class="take"><button data-do="link">${tell("link")}</button> <button data-do="svg">${tell("svg")}</button> ${all ? html`<button data-do="record">${tell("record")}</button>` : ""}</div>
      ${all && !(over && ply === plies) ? html`<details ${open ? "open" : ""}><summary>${tell("whatIf")}</summary><form><label>${tell("sitAs")} <select name="seat">${names.map((name, seat) => html`<option value="${seat}">${placeName(name)}</option>`)}<option value="-1">${tell("watchOnly")}</option></select></label> <button>${tell("start_")}</button></form></details>` : ""}`);
    if (kept) this.querySelector(`[data-do="${kept}"], [name="${kept}"]`)?.focus();
  }
}

customElements.define("replay-bar", ReplayBar);
