// <card-table>: draws a state and tells what the person wants to do. It keeps nothing but the focus.

import { put } from "./html.js";
import { glide } from "./motion.js";
import { tableMarkup } from "./scene.js";
import { speed } from "./settings.js";

const DRAG = 10; // pixels before a press becomes a drag
const FINGER = 44; // pixels of a card that must be free to be hit
const MOST = 14; // cards of a row, however wide it is
const ASIDE = matchMedia("(max-height: 520px) and (min-width: 560px)"); // what is asked stands beside the hand
const SHARE = 0.67; // of the width is left to the hand then
const MARGIN = 26; // pixels
const USUAL = 80; // pixels of a card's width, in a browser that does not tell it

const CONTROLS = "[data-hand], .buttons button, .buttons select";

/** What a button is for: it is drawn anew, and is the same if its name is. */
function controlName({ dataset: { hand, move, act, list, order } }) {
  return hand ?? move ?? act ?? list ?? order;
}

class CardTable extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", (event) => this.clicked(event));
    this.addEventListener("change", (event) => {
      if (event.target.matches("[data-list]")) this.want("list", event.target.value);
    });
    this.addEventListener("pointerdown", (event) => this.pressed(event));
    new ResizeObserver(() => this.fit()).observe(this);
  }

  /** Draw a state; `from(card)` is the seat that a card comes from, where it could not be seen before. */
  show(state, from = () => -1) {
    const focus = this.focused();
    this.shown = state;
    this.room = this.measure();
    glide(this, speed().motion, () => put(this, tableMarkup(state, this.room)), from);
    this.dataset.ply = `${state.unit}/${state.ply}`;
    this.refocus(focus);
  }

  /** How many cards of the hand lie in a row, so that a finger hits each of them; who watches does not touch them. */
  measure() {
    if (this.shown.seat < 0) return MOST;
    const card = parseFloat(getComputedStyle(this).getPropertyValue("--w")) || USUAL;
    const width = this.clientWidth * (ASIDE.matches ? SHARE : 1) - MARGIN;
    return Math.max(3, Math.min(MOST, Math.floor(1 + (width - card) / FINGER)));
  }

  /** Draw again when there is room for more or fewer cards. */
  fit() {
    if (this.shown?.scene && this.measure() !== this.room) this.show(this.shown);
  }

  want(kind, value) {
    this.dispatchEvent(new CustomEvent("want", { detail: { kind, value }, bubbles: true }));
  }

  clicked(event) {
    if (this.dragged) {
      this.dragged = false;
      return;
    }
    const button = event.target.closest("button");
    if (!button) this.want("go on");
    else if (button.dataset.hand) this.want("card", button.dataset.hand);
    else if (button.dataset.move) this.want("move", button.dataset.move);
    else if (button.dataset.order !== undefined) this.want("order", button.dataset.order);
    else if (button.dataset.act) this.want(button.dataset.act);
  }

  // -- dragging ---------------------------------------------------------------------------------------

  pressed(event) {
    const button = event.target.closest("[data-hand]");
    if (!button || event.button) return;
    const [x, y] = [event.clientX, event.clientY];
    const drag = (moved) => {
      const [dx, dy] = [moved.clientX - x, moved.clientY - y];
      if (!this.dragged && Math.hypot(dx, dy) < DRAG) return;
      this.dragged = true;
      button.classList.add("dragging");
      button.style.setProperty("--drag", `translate(${dx}px, ${dy}px)`);
    };
    const drop = (released) => {
      removeEventListener("pointermove", drag);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
      button.classList.remove("dragging");
      button.style.removeProperty("--drag");
      const high = this.querySelector(".hand").getBoundingClientRect().top;
      if (this.dragged && released.type === "pointerup" && released.clientY < high) this.want("card", button.dataset.hand);
      setTimeout(() => { this.dragged = false; });
    };
    addEventListener("pointermove", drag);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
  }

  // -- focus: it stays where it was although everything is drawn anew ---------------------------------

  focused() {
    const at = document.activeElement;
    if (!this.contains(at)) return null;
    const hand = [...this.querySelectorAll("[data-hand]")];
    return { name: controlName(at), index: hand.indexOf(at) };
  }

  refocus(focus) {
    if (!focus) return;
    const hand = [...this.querySelectorAll("[data-hand]")];
    const same = [...this.querySelectorAll(CONTROLS)].find((each) => controlName(each) === focus.name);
    const near = focus.index >= 0 ? hand[Math.min(focus.index, hand.length - 1)] : null;
    const first = this.querySelector(".playable") ?? this.querySelector(".buttons button:not(:disabled), [data-hand]");
    const kept = focus.name === this.lent ? null : same || near;
    (kept || first)?.focus({ preventScroll: true });
    // While nothing can be played, the focus is only lent to a card.
    this.lent = kept || this.querySelector(".playable") ? null : first && controlName(first);
  }

  /** Move the focus: along the hand or the buttons, or between them. */
  step(key) {
    const hand = [...this.querySelectorAll("[data-hand]")];
    const buttons = [...this.querySelectorAll(".buttons :is(button, select):not(:disabled)")];
    const row = buttons.includes(document.activeElement) ? buttons : hand;
    if (key === "ArrowUp" || key === "ArrowDown") {
      const other = key === "ArrowUp" ? buttons : hand;
      (other[0] || row[0])?.focus();
      return;
    }
    const at = row.indexOf(document.activeElement);
    const first = row.findIndex((each) => each.classList.contains("playable"));
    const next = at < 0 ? Math.max(0, first) : (at + (key === "ArrowRight" ? 1 : row.length - 1)) % row.length;
    (row[next] || buttons[0])?.focus();
  }
}

customElements.define("card-table", CardTable);
