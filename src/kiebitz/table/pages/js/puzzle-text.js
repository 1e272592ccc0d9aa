// What is said about puzzles and exercises, as markup.

import { html } from "./html.js";
import { moveName, saidMarkup, say } from "./language.js";
import { settings } from "./settings.js";

const STARS = 5;

export function starsText(count) {
  return "★".repeat(count) + "☆".repeat(STARS - count);
}

/** What somebody who watched the game knows beyond what lies there. */
export function seenMarkup({ seen }) {
  return html`<ul class="seen">${seen.map((line) => html`<li>${saidMarkup(line)}</li>`)}</ul>`;
}

function whyMarkup(lines) {
  return html`<ol class="why">${lines.map((line) => html`<li>${saidMarkup(line)}</li>`)}</ol>`;
}

/** The verdict on a move, with the reason and the proof. */
export function answerMarkup({ right, move, solutions, why, due }, { scene: { phase } }) {
  const moves = solutions.map((each) => moveName(each, phase)).reduce((some, last) => say("{some} or {last}", { some, last }));
  return html`<h2 class="${right ? "right" : "wrong"}">${right ? say("Right!") : say("Not right: {move}", { move: moveName(move, phase) })}</h2>
    ${right ? "" : html`<p>${say("Right is {moves}.", { moves })}</p>`}${whyMarkup(why)}
    ${due ? html`<p>${say("It comes back on {date}.", { date: new Date(due).toLocaleString(settings.language) })}</p>` : ""}
    <button class="primary" data-act="next">${say("Next puzzle")}</button>`;
}

/** The same for an exercise, with a smallest counter-world where there is one. */
export function gradeMarkup({ right, said, solution }) {
  const words = { true: say("true"), false: say("false"), none: say("none of them") };
  return html`<h2 class="${right ? "right" : "wrong"}">${right ? say("Right!") : say("Not right")}</h2>
    ${right ? "" : html`<p>${say("Right is {moves}.", { moves: words[solution] ?? solution })}</p>`}${whyMarkup(said)}
    <button class="primary" data-act="next">${say("Next exercise")}</button>`;
}

/** What can be chosen or written. */
export function itemsMarkup({ kind, items, how }) {
  const field = kind === "write"
    ? html`<input name="formula" autocomplete="off" spellcheck="false" maxlength="500" aria-label="${say("Your formula")}" placeholder="K[N] ~has(E, QH)">`
    : kind === "truth"
      ? html`<label><input type="radio" name="truth" value="true" required> ${say("true")}</label><label><input type="radio" name="truth" value="false"> ${say("false")}</label>`
      : items.map(({ letter, said }) => html`<label><input type="checkbox" name="letter" value="${letter}"><span>${saidMarkup(said)}</span></label>`);
  return html`<form class="items"><p>${kind === "write" ? saidMarkup(how) : kind === "truth" ? "" : say("Choose all that are right, perhaps none.")}</p>
    ${field}<button class="primary" type="submit">${say("Check")}</button></form>`;
}
