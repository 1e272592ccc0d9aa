// <card-table>: draws a state and tells what the person wants to do. It keeps nothing but the focus.

import { put } from "./html.js";
import { glide } from "./motion.js";
import { tableMarkup } from "./scene.js";
import { speed } from "./settings.js";

const DRAG = 10; // pixels before a press becomes a drag

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
  }

  /** Draw a state; `from(card)` is the seat that a card comes from, where it could not be seen before. */
  show(state, from = () => -1) {
    const focus = this.focused();
    glide(this, speed().motion, () => put(this, tableMarkup(state)), from);
    this.dataset.ply = `${state.unit}/${state.ply}`;
    this.refocus(focus);
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
    const first = this.querySelector(".buttons button, .playable, [data-hand]");
    (same || near || first)?.focus({ preventScroll: true });
  }

  /** Move the focus: along the hand or the buttons, or between them. */
  step(key) {
    const hand = [...this.querySelectorAll("[data-hand]")];
    const buttons = [...this.querySelectorAll(".buttons button, .buttons select")];
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
