// The review of a deal: the curve of the expected result, what could have been known, and what nobody could know.

import { isOpen, open } from "./dialogs.js";
import { curvePoints, knowable } from "./glance.js";
import { html, put } from "./html.js";
import { moveSign, name, number, said, saidMarkup, say } from "./language.js";
import { ask } from "./panel/asking.js";
import { playerName } from "./scene.js";
import { settings } from "./settings.js";

const WIDTH = 640, HEIGHT = 180, EDGE = 30; // of the curve
const BESIDE = 60; // for the numbers to its left
const COSTLIEST = 3;
const AGAIN = 700, LATER = 1500; // milliseconds until the server is asked again: for a dialog, and by itself

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

/** Show the review in its dialog as soon as it is there, as long as that is open. */
async function follow(seat) {
  const mine = ++asked;
  const inside = document.querySelector("#dialog .review");
  const isMine = () => mine === asked && isOpen("review") && inside.isConnected;
  put(inside, html`<p>${say("Working it out …")}</p>`);
  try {
    const found = await worked({ seat }, isMine, AGAIN, ({ done, of }) => put(inside, html`<p>${say("Working it out …")}</p><progress max="${of}" value="${done}"></progress>`));
    if (found) show(inside, found, seat);
  } catch (error) {
    if (isMine()) put(inside, html`<p>${said(error.said ?? error.message)}</p>`);
  }
}

/** Ask for a review until it is there; nothing if nobody wants it any more. */
async function worked(question, isWanted, milliseconds, show = () => {}) {
  while (isWanted()) {
    const answer = await ask("review", question);
    if (!isWanted()) break;
    if (answer.review) return answer.review;
    show(answer);
    await new Promise((resolve) => { setTimeout(resolve, milliseconds); });
  }
  return null;
}

/** A deal is over: have the own decisions reviewed without being asked; `draw` when there is something to see. */
export async function reviewByItself(state, draw) {
  if (state.seat < 0 || settings.review !== "on") return;
  const mine = { found: null };
  state.review = mine;
  try {
    mine.found = await worked({ seat: state.seat, by_itself: true }, () => state.review === mine, LATER);
  } catch { // the table has gone on, or there is nothing to review: nobody has asked for it
    if (state.review === mine) state.review = null;
  }
  if (state.review === mine && state.ended) draw();
}

function show(inside, found, seat) {
  const mistakes = knowable(found);
  const unknown = found.judged.filter((one) => !one.knowable.is_mistake && one.open?.loss > 0).sort((a, b) => b.open.loss - a.open.loss);
  put(inside, html`${curve(found, new Set(mistakes.map((one) => one.ply)))}
    <h3>${say("What could be known")}</h3>
    ${mistakes.length ? list(mistakes, "knowable", found) : html`<p>${say("Nothing was clearly better than what was played, in {n} decisions.", { n: found.judged.length })}</p>`}
    ${unknown.length ? html`<h3>${say("What nobody could know")}</h3>${list(unknown, "open", found)}` : ""}
    ${found.silent_said.map((saying) => html`<p class="soft">${saidMarkup(saying)}</p>`)}
    ${found.complete ? "" : html`<p>${say("There was no time for all decisions.")}</p>`}
    <p class="soft">${say("Averages over {n:,} worlds that fitted what was known. A loss that is within its error is no mistake.", { n: found.worlds })}</p>`);
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
  const { points, low, high } = curvePoints(found, WIDTH, HEIGHT, EDGE);
  if (!points.length) return "";
  const dots = points.map(({ ply, value, x, y, isMove }) => html`<circle cx="${x}" cy="${y}" r="${wrong.has(ply) ? 7 : 4}"
    class="${wrong.has(ply) ? "wrong" : ""}" ${isMove ? html`data-ply="${ply}"` : ""}><title>${say("move {n}", { n: ply + 1 })}: ${number(value, ".2f")}</title></circle>`);
  return html`<figure><svg class="curve" viewBox="${-BESIDE} 0 ${WIDTH + BESIDE} ${HEIGHT}" role="img" aria-label="${say("The expected result after each own move")}">
    <text x="${2 - BESIDE}" y="2" class="top">${number(high, ".1f")}</text><text x="${2 - BESIDE}" y="${HEIGHT - 6}">${number(low, ".1f")}</text>
    <polyline points="${points.map(({ x, y }) => `${x},${y}`).join(" ")}"/>${dots}</svg><figcaption>${say("The expected result after each own move")} (${said(found.unit_said)})</figcaption></figure>`;
}
