// The review of a deal: the curve of the expected result, what could have been known, and what nobody could know.

import { isOpen, open } from "./dialogs.js";
import { html, put } from "./html.js";
import { moveSign, name, number, said, saidMarkup, say } from "./language.js";
import { ask } from "./panel/asking.js";
import { playerName } from "./scene.js";

const WIDTH = 640, HEIGHT = 180, EDGE = 30; // of the curve
const COSTLIEST = 3;
const AGAIN = 700; // milliseconds until the server is asked again

let asked = 0;

/** Open the review of one's own seat, or of the first seat whose review one may see. */
export function review(state) {
  const seats = state.seats.map((each, seat) => seat).filter((seat) => seat === state.seat || state.seats[seat].kind !== "person");
  if (!seats.length) return;
  const title = state.seat >= 0 ? say("Review: what could you have known?") : say("Review: what could have been known?");
  open("review", title, html`${seats.length > 1 ? html`<label>${say("Whose decisions")}
    <select name="reviewed">${seats.map((seat) => html`<option value="${seat}" ${seat === state.seat ? "selected" : ""}>${playerName(state, seat)}</option>`)}</select></label>` : ""}
    <div class="review" aria-live="polite"></div>`);
  const chosen = document.querySelector("#dialog [name=reviewed]");
  chosen?.addEventListener("change", () => follow(Number(chosen.value)));
  follow(seats.includes(state.seat) ? state.seat : seats[0]);
}

/** Ask until the review is there, as long as its dialog is open. */
async function follow(seat) {
  const mine = ++asked;
  const inside = document.querySelector("#dialog .review");
  const isMine = () => mine === asked && isOpen("review") && inside.isConnected;
  put(inside, html`<p>${say("Working it out …")}</p>`);
  while (isMine()) {
    try {
      const { done, of, review: found } = await ask("review", { seat });
      if (!isMine()) return;
      if (found) {
        show(inside, found, seat);
        return;
      }
      put(inside, html`<p>${say("Working it out …")}</p><progress max="${of}" value="${done}"></progress>`);
    } catch (error) {
      if (isMine()) put(inside, html`<p>${said(error.said ?? error.message)}</p>`);
      return;
    }
    await new Promise((resolve) => { setTimeout(resolve, AGAIN); });
  }
}

function show(inside, found, seat) {
  const knowable = found.judged.filter((one) => one.knowable.is_mistake).sort((a, b) => b.knowable.loss - a.knowable.loss);
  const unknown = found.judged.filter((one) => !one.knowable.is_mistake && one.open?.loss > 0).sort((a, b) => b.open.loss - a.open.loss);
  put(inside, html`${curve(found, new Set(knowable.map((one) => one.ply)))}
    <h3>${say("What could be known")}</h3>
    ${knowable.length ? list(knowable, "knowable", found) : html`<p>${say("Nothing was clearly better than what was played, in {n} decisions.", { n: found.judged.length })}</p>`}
    ${unknown.length ? html`<h3>${say("What nobody could know")}</h3>${list(unknown, "open", found)}` : ""}
    ${found.complete ? "" : html`<p>${say("There was no time for all decisions.")}</p>`}
    <p class="soft">${say("Averages over {n} worlds that fitted what was known. A loss that is within its error is no mistake.", { n: found.worlds })}</p>`);
  inside.onclick = (event) => {
    const one = event.target.closest("[data-ply]");
    if (one) document.dispatchEvent(new CustomEvent("kiebitz:look", { detail: { ply: Number(one.dataset.ply), seat } }));
  };
}

/** Judgements of one kind, the three costliest at once and the others on demand. */
function list(found, kind, review) {
  const item = (one) => html`<li><button data-ply="${one.ply}"><b>${moveSign(one.move, one.phase)}</b>
    ${say("move {n}", { n: one.ply + 1 })}, ${name("phase", one.phase)}: <b>−${number(one[kind].loss, ".2f")}</b>
    ${kind === "knowable" && one.knowable.error ? html`<small>± ${number(one.knowable.error, ".2f")}</small>` : ""} ${said(review.unit_said)}</button>
    <p>${saidMarkup(one[kind].why_said)}</p></li>`;
  const rest = found.slice(COSTLIEST);
  return html`<ol class="${kind}">${found.slice(0, COSTLIEST).map(item)}</ol>
    ${rest.length ? html`<details><summary>${say("{n} more", { n: rest.length })}</summary><ol class="${kind}" start="${COSTLIEST + 1}">${rest.map(item)}</ol></details>` : ""}`;
}

/** The expected result after each own move; the last point is what it came to. */
function curve(found, wrong) {
  const points = found.curve.map(({ ply, expected }) => [ply, expected]);
  if (!points.length) return "";
  if (found.result !== null) points.push([points.at(-1)[0] + 1, found.result]);
  const plies = points.map(([ply]) => ply);
  const values = points.map(([, value]) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (ply) => EDGE + ((ply - plies[0]) / Math.max(plies.at(-1) - plies[0], 1)) * (WIDTH - 2 * EDGE);
  const y = (value) => HEIGHT - EDGE - ((value - low) / Math.max(high - low, 1e-9)) * (HEIGHT - 2 * EDGE);
  const at = points.map(([ply, value]) => `${x(ply).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  const dots = points.map(([ply, value], n) => html`<circle cx="${x(ply).toFixed(1)}" cy="${y(value).toFixed(1)}" r="${wrong.has(ply) ? 7 : 4}"
    class="${wrong.has(ply) ? "wrong" : ""}" ${n < found.curve.length ? html`data-ply="${ply}"` : ""}><title>${say("move {n}", { n: ply + 1 })}: ${number(value, ".2f")}</title></circle>`);
  return html`<figure><svg class="curve" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${say("The expected result after each own move")}">
    <text x="2" y="2" class="top">${number(high, ".1f")}</text><text x="2" y="${HEIGHT - 6}">${number(low, ".1f")}</text>
    <polyline points="${at}"/>${dots}</svg><figcaption>${say("The expected result after each own move")} (${said(found.unit_said)})</figcaption></figure>`;
}
