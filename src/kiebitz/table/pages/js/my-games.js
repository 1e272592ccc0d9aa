// My games: what this browser's player has played, as the server has kept it; and how to take it away or delete it.

import { open as openDialog, close as closeDialog, openSettings } from "./dialogs.js";
import { download } from "./download.js";
import { html, put } from "./html.js";
import { learn, name as nameOf, said, saidMarkup, say } from "./language.js";
import { playerHeaders } from "./player.js";
import { fetched, games as offered } from "./server.js";
import { settings } from "./settings.js";

const at = (id) => document.getElementById(id);
const WIDE = 320; // of a line over time, in its own units
const HIGH = 70;
let found = null; // until the server has told

const percent = (share, digits = 0) => share.toLocaleString(settings.language, { style: "percent", maximumFractionDigits: digits });
const number = (value) => value.toLocaleString(settings.language, { maximumFractionDigits: 1 });
const day = (seconds) => new Date(1000 * seconds).toLocaleDateString(settings.language);

function draw() {
  document.title = `${say("My games")} – Kiebitz`;
  document.querySelector(".bar h1").textContent = say("My games");
  document.querySelector(".bar .home").setAttribute("aria-label", say("Lobby"));
  document.querySelector("#settings span").textContent = say("Settings");
  if (!found) return;
  put(at("mine"), found.games.length
    ? html`<p class="lead">${say("Kept on this server under a key that only this browser has.")}</p>${found.games.map(gameMarkup)}${toolsMarkup()}`
    : html`<p>${say("Nothing yet: finish a deal, and it is here.")} <a href="/">${say("Lobby")}</a></p>`);
}

function gameMarkup(game) {
  return html`<section class="sheet" data-game="${game.game}"><h2>${game.title.split(",")[0]}</h2>
    <p>${say("{n:,} {n:deal|deals} played, {won} won ({low} to {high}), {points} points on average", { n: game.played, won: percent(game.won / game.played), low: percent(game.low), high: percent(game.high), points: number(game.points) })}</p>
    ${line(game.blocks.map((block) => ({ ...block, share: block.won / block.played })), say("Won, over time"))}
    ${opponentsMarkup(game)}${bidsMarkup(game.bids)}${mistakesMarkup(game.mistakes)}</section>`;
}

/** A share with its 95 % interval. */
function rate(share, [low, high]) {
  return html`${percent(share)} <small>${say("{low} to {high}", { low: percent(low), high: percent(high) })}</small>`;
}

function opponentsMarkup({ game, opponents }) {
  const who = ({ name, level }) => html`${name || say("other people")}${level ? html` <small>${nameOf("level", level, game)}</small>` : ""}`;
  return html`<table><caption>${say("Against whom")}</caption>
    <thead><tr><th scope="col">${say("Opponents")}</th><th scope="col">${say("played")}</th><th scope="col">${say("won")}</th><th scope="col">${say("points")}</th></tr></thead>
    <tbody>${opponents.map((row) => html`<tr><th scope="row">${who(row)}</th><td>${number(row.played)}</td><td>${rate(row.won / row.played, [row.low, row.high])}</td>
      <td>${number(row.points)}</td></tr>`)}</tbody></table>`;
}

/** What was undertaken and what came of it: whoever meets too few of them undertakes too much. */
function bidsMarkup({ title, undertaken, came, groups }) {
  if (!groups.length) return "";
  return html`<table><caption>${said(title)}</caption>
    <thead><tr><td></td><th scope="col">${say("times")}</th><th scope="col">${say("met")}</th><th scope="col">${said(undertaken)}</th><th scope="col">${said(came)}</th></tr></thead>
    <tbody>${groups.map((row) => html`<tr><th scope="row">${saidMarkup(row.group)}</th><td>${number(row.times)}</td>
      <td>${rate(row.met / row.times, row.interval)}</td><td>${number(row.undertaken)}</td><td>${number(row.came)}</td></tr>`)}</tbody></table>`;
}

function mistakesMarkup({ decisions, units, kinds, hidden, blocks }) {
  if (!units) return "";
  const rates = blocks.filter((block) => block.decisions).map((block) => ({ ...block, share: block.mistakes / block.decisions }));
  return html`${kinds.length ? html`<table><caption>${say("What you could have known better")}</caption>
    <thead><tr><td></td><th scope="col">${say("times")}</th><th scope="col">${say("of 100 decisions")}</th><th scope="col">${say("lost")}</th></tr></thead>
    <tbody>${kinds.map((row) => html`<tr><th scope="row">${saidMarkup(row.kind)}</th><td>${number(row.count)}</td><td>${number((100 * row.count) / Math.max(1, decisions))}</td>
      <td>${number(row.loss)} <small>${said(row.scale)}</small></td></tr>`)}</tbody></table>` : ""}
    ${line(rates, say("Mistakes a decision, over time"), true)}
    <p><small>${say("{n:,} {n:deal|deals} with {decisions:,} decisions were reviewed; {hidden} further moves were worse with open cards only, which nobody could know.", { n: units, decisions, hidden })}</small></p>`;
}

/** Shares over time as a line with its ends in words. */
function line(points, title, isFine = false) {
  if (points.length < 2) return "";
  const top = isFine ? Math.max(...points.map(({ share }) => share), 0.01) : 1;
  const spot = ({ share }, n) => [(WIDE * n) / (points.length - 1), HIGH * (1 - share / top)];
  const text = (value) => percent(value, isFine ? 1 : 0);
  const [first, last] = [points[0], points.at(-1)];
  return html`<figure class="line"><figcaption>${title}</figcaption>
    <svg viewBox="-6 -6 ${WIDE + 12} ${HIGH + 12}" role="img" aria-label="${title}: ${text(first.share)} … ${text(last.share)}">
      ${isFine ? "" : html`<line x1="0" x2="${WIDE}" y1="${HIGH / 2}" y2="${HIGH / 2}" class="half"/>`}
      <polyline points="${points.map((point, n) => spot(point, n).join(",")).join(" ")}"/>
      ${points.map((point, n) => html`<circle cx="${spot(point, n)[0]}" cy="${spot(point, n)[1]}" r="3.5"><title>${day(point.from)}: ${text(point.share)}</title></circle>`)}</svg>
    <span>${day(first.from)}: ${text(first.share)}</span><span>${day(last.to)}: ${text(last.share)}</span></figure>`;
}

function toolsMarkup() {
  return html`<p class="take"><button data-export="json">${say("Save as JSON")}</button><button data-export="csv">${say("Save as CSV")}</button>
    <button data-delete>${say("Delete everything …")}</button></p>`;
}

/** Do something with the server; what it cannot do is told. */
async function trying(work) {
  at("problem").textContent = "";
  await work().catch((error) => { at("problem").textContent = said(error.said ?? error.message); });
}

async function load() {
  await trying(async () => { found = await (await fetched("/api/my-games", { headers: playerHeaders() })).json(); });
  draw();
}

async function take(kind) {
  const answer = await fetched(`/api/my-games/export.${kind}`, { headers: playerHeaders() });
  download(await answer.text(), `kiebitz.${kind}`, answer.headers.get("content-type"));
}

function askToDelete() {
  openDialog("delete", say("Delete everything?"), html`<p>${say("All results and reviews of this browser's player go from the server's file; nobody can bring them back.")}</p>
    <p class="take"><button class="primary" data-delete-now>${say("Delete")}</button><button data-close>${say("Keep them")}</button></p>`);
}

async function erase() {
  closeDialog();
  await trying(() => fetched("/api/my-games", { method: "DELETE", headers: playerHeaders() }).then(load));
}

at("mine").addEventListener("click", ({ target }) => {
  if (target.dataset.export) trying(() => take(target.dataset.export));
  else if (target.dataset.delete !== undefined) askToDelete();
});
at("dialog").addEventListener("click", ({ target }) => {
  if (target.dataset.deleteNow !== undefined) erase();
});
at("settings").addEventListener("click", openSettings);
document.addEventListener("kiebitz:settings", draw);
await learn((await offered()).map(({ name }) => name));
await load();
