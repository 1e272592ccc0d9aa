// The review of a deal at a glance: its curve, and what could have been known, in a line between the result and what can be done next.

import { html } from "./html.js";
import { say } from "./language.js";
import { settings } from "./settings.js";

const WIDTH = 150, HEIGHT = 34, EDGE = 4; // of the small curve

/** What the seat could have known better, the costliest first. */
export function knowable({ judged }) {
  return judged.filter((one) => one.knowable.is_mistake).sort((a, b) => b.knowable.loss - a.knowable.loss);
}

/** The points of a curve in a picture of some size: after each own move, and last what it came to. */
export function curvePoints({ curve, result }, width, height, edge) {
  const points = curve.map(({ ply, expected }) => ({ ply, value: expected, isMove: true }));
  if (points.length && result !== null) points.push({ ply: points.at(-1).ply + 1, value: result, isMove: false });
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const [first, last] = [points[0]?.ply, points.at(-1)?.ply];
  const x = (ply) => edge + ((ply - first) / Math.max(last - first, 1)) * (width - 2 * edge);
  const y = (value) => height - edge - ((value - low) / Math.max(high - low, 1e-9)) * (height - 2 * edge);
  return { low, high, points: points.map((each) => ({ ...each, x: x(each.ply).toFixed(1), y: y(each.value).toFixed(1) })) };
}

/** The review of the deal that is over, if it comes by itself; a click opens the whole of it. */
export function glanceMarkup({ review }) {
  if (!review || settings.review !== "on") return "";
  const { found } = review;
  if (!found) return html`<p class="glance" role="status">${say("What could you have known? Working it out …")}</p>`;
  const mistakes = knowable(found);
  const wrong = new Set(mistakes.map(({ ply }) => ply));
  const { points } = curvePoints(found, WIDTH, HEIGHT, EDGE);
  const dots = points.filter(({ ply }) => wrong.has(ply)).map(({ x, y }) => html`<circle cx="${x}" cy="${y}" r="3" class="wrong"/>`);
  return html`<button class="glance" data-act="review">
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true"><polyline points="${points.map(({ x, y }) => `${x},${y}`).join(" ")}"/>${dots}</svg>
    <span><b>${say("Review")}</b> ${glanceText(found, mistakes)}</span></button>`;
}

function glanceText(found, mistakes) {
  if (!mistakes.length) return say("Nothing better could be known in {n} {n:decision|decisions}.", { n: found.judged.length });
  return say("You could have known better {n} {n:time|times}; the costliest move lost {loss:.2f}.", { n: mistakes.length, loss: mistakes[0].knowable.loss });
}
