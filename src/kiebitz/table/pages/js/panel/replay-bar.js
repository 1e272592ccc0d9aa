// <replay-bar>: go to any moment of the game, play on from it, and take it away as link, picture or record.

import { html, put } from "../html.js";
import { placeName } from "../texts.js";
import { tell } from "./texts.js";

const BUTTONS = [["first", "❘◀"], ["trickBack", "◀◀"], ["back", "◀"], ["on", "▶"], ["trickOn", "▶▶"], ["last", "▶❘"]];

const PACES = [0, 0.25, 0.7, 1.4, 3]; // seconds between the moves of agents

function watchPart({ watching, paused, pace }) {
  if (!watching) return "";
  const option = (each) => html`<option value="${each}" ${each === pace ? "selected" : ""}>${each}</option>`;
  return html`<button data-do="step">${tell("step")}</button>
    <button data-do="pause" aria-pressed="${String(paused)}">${paused ? tell("goOn") : tell("pause")}</button>
    <label>${tell("speed")} <select name="pace">${PACES.map(option)}</select></label>`;
}

function filePart({ file }) {
  if (!file) return "";
  const { number, count } = file;
  return html`<button data-do="fileBack" ${number > 1 ? "" : "disabled"}>◀ ${tell("recordBack")}</button>
    <span>${tell("recordOf", number, count)}</span>
    <button data-do="fileOn" ${number < count ? "" : "disabled"}>${tell("recordOn")} ▶</button>`;
}

function sliderPart({ ply, plies }) {
  return html`<input type="range" name="ply" min="0" max="${plies}" value="${ply}" aria-label="${tell("replay")}">
    <output>${tell("ply", ply, plies)}</output>`;
}

function buttonsPart() {
  return html`${BUTTONS.map(([name, sign]) => html`
    <button data-do="${name}" title="${tell(name)}" aria-label="${tell(name)}">${sign}</button>`)}`;
}

function takePart({ all }) {
  return html`<button data-do="link">${tell("link")}</button> <button data-do="svg">${tell("svg")}</button>
    ${all ? html`<button data-do="record">${tell("record")}</button>` : ""}`;
}

function branchPart({ all, over, ply, plies, names }) {
  if (!all || (over && ply === plies)) return "";
  return html`<details><summary>${tell("whatIf")}</summary><form>
    <label>${tell("sitAs")} <select name="seat">${names.map((name, seat) => html`
      <option value="${seat}">${placeName(name)}</option>`)}<option value="-1">${tell("watchOnly")}</option></select></label>
    <button>${tell("start_")}</button></form></details>`;
}

const PARTS = {
  watch: watchPart, file: filePart, slider: sliderPart, buttons: buttonsPart, take: takePart, branch: branchPart,
};

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

  show(now) {
    if (!this.firstElementChild) put(this, html`${Object.keys(PARTS).map((name) => html`<div class="${name}"></div>`)}`);
    for (const [name, markup] of Object.entries(PARTS)) this.part(this.querySelector(`:scope > .${name}`), markup(now));
    this.querySelector("[name=ply]").value = now.ply;
  }

  /** Only what has changed is drawn anew, so that a key goes to the button on which it was pressed. */
  part(element, markup) {
    const text = String(markup);
    if (element.drawn === text) return;
    const focus = element.contains(document.activeElement) && (document.activeElement.dataset.do || document.activeElement.name);
    const open = element.querySelector("details")?.open;
    put(element, markup);
    element.drawn = text;
    element.hidden = !text;
    if (open && element.querySelector("details")) element.querySelector("details").open = true;
    if (focus) element.querySelector(`[data-do="${focus}"], [name="${focus}"]`)?.focus();
  }
}

customElements.define("replay-bar", ReplayBar);
