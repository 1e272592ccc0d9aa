// <replay-bar>: go to any moment of the game, play on from it, and take it away as link, picture or record.

import { html, put } from "../html.js";
import { moveName, number, placeName, said, say } from "../language.js";

const PACES = [0, 0.25, 0.7, 1.4, 3]; // seconds between the moves of agents

function watchPart({ watching, paused, pace }) {
  if (!watching) return "";
  const option = (each) => html`<option value="${each}" ${each === pace ? "selected" : ""}>${number(each)}</option>`;
  return html`<button data-do="step">${say("Step (space)")}</button>
    <button data-do="pause" aria-pressed="${String(paused)}">${paused ? say("Go on") : say("Pause")}</button>
    <label>${say("Seconds for a move")} <select name="pace">${PACES.map(option)}</select></label>`;
}

function filePart({ file }) {
  if (!file) return "";
  const { number, count } = file;
  return html`<button data-do="fileBack" ${number > 1 ? "" : "disabled"}>◀ ${say("previous")}</button>
    <span>${say("Record {n} of {count}", { n: number, count })}</span>
    <button data-do="fileOn" ${number < count ? "" : "disabled"}>${say("next")} ▶</button>`;
}

function sliderPart({ ply, plies }) {
  return html`<input type="range" name="ply" min="0" max="${plies}" value="${ply}" aria-label="${say("Replay")}">
    <output>${say("{n} of {all}", { n: ply, all: plies })}</output>`;
}

function buttonsPart() {
  const buttons = [
    ["first", "❘◀", say("to the start")], ["trickBack", "◀◀", say("previous trick")], ["back", "◀", say("one back")],
    ["on", "▶", say("one on")], ["trickOn", "▶▶", say("next trick")], ["last", "▶❘", say("to the end")],
  ];
  return html`${buttons.map(([name, sign, text]) => html`
    <button data-do="${name}" title="${text}" aria-label="${text}">${sign}</button>`)}`;
}

function takePart({ all, over, isRecord }) {
  return html`<button data-do="link">${say("Link to this moment")}</button> <button data-do="svg">${say("Picture")}</button>
    ${all ? html`<button data-do="record">${say("Record")}</button>` : ""}
    ${all && (over || isRecord) ? html`<button data-do="review">${say("Review")}</button>` : ""}`;
}

/** Play on from here, with the move that was made or another; or from another course, such as another's contract. */
function branchPart({ all, over, ply, plies, names, others }) {
  const atEnd = over && ply === plies;
  if (!all || (atEnd && !others?.offers.length)) return "";
  const moves = atEnd ? "" : html`<option value="">${say("as it is")}</option>${(others?.moves ?? []).map((move) => html`
    <option value="move ${move}">${say("{move} instead", { move: moveName(move, others.phase) })}</option>`)}`;
  const offers = (others?.offers ?? []).map((each, n) => html`<option value="offer ${n}">${said(each.said)}</option>`);
  return html`<details><summary>${say("What if? Play on from here")}</summary><form>
    <label>${say("You play as")} <select name="seat">${names.map((name, seat) => html`
      <option value="${seat}">${placeName(name)}</option>`)}<option value="-1">${say("nobody: only watch")}</option></select></label>
    <label>${say("How it goes on")} <select name="other">${moves}${offers.length ? html`<optgroup label="${say("another course")}">${offers}</optgroup>` : ""}</select></label>
    <button>${say("Start")}</button></form></details>`;
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
      const chosen = new FormData(event.target);
      const [kind, value] = [chosen.get("other")?.split(" ", 1)[0], chosen.get("other")?.replace(/^\w+ /, "")];
      const other = { move: { move: value }, offer: { offer: Number(value) } }[kind];
      this.want("branch", { seat: Number(chosen.get("seat")), ...other });
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
