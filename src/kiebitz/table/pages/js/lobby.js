// The lobby: one click to hold cards; below it everything that can be chosen.

import { faceUrl } from "./cards.js";
import { openSettings } from "./dialogs.js";
import { html, put } from "./html.js";
import { choose, settings, speed } from "./settings.js";
import { address, knownTables, remember } from "./tables.js";
import { placeName, say } from "./texts.js";
import { learn, optionName, sentence, sentenceMarkup, valueName } from "./translating.js";

const FANS = {
  schnapsen: ["AS", "KH", "QH"], skat: ["CJ", "SJ", "HA"], durak: ["6D", "AC", "9S"], boerenbridge: ["KD", "QC", "TS"],
};
const DEALS = { skat: 36 };
const at = (id) => document.getElementById(id);
let games = [];
let chosen = "schnapsen";

async function start(body, mine) {
  at("problem").textContent = say("starting");
  const answer = await fetch("/api/tables", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ pace: speed().pace, ...body }),
  });
  const keys = await answer.json();
  if (!answer.ok) {
    at("problem").textContent = sentence(keys.error);
    return;
  }
  const token = mine >= 0 ? keys.tokens[mine] : keys.watch;
  remember({ table: keys.table, token, watch: keys.watch, tokens: keys.tokens, game: body.game, at: Date.now() });
  location.href = address(keys.table, token);
}

function quick(game) {
  const seats = Array.from({ length: game.seats }, (_, seat) => (seat ? { kind: "agent", spec: game.opponent } : me()));
  start({ game: game.name, seats, units: DEALS[game.name] || 1 }, 0);
}

function me() {
  return { kind: "person", name: settings.name };
}

// -- the page -----------------------------------------------------------------------------------------

function draw() {
  at("tagline").textContent = say("tagline");
  document.querySelector("#settings span").textContent = say("settings");
  put(at("games"), html`${games.map((game) => html`<button class="game" data-game="${game.name}">
      <span class="sample" aria-hidden="true">${(FANS[game.name] || ["AS", "AH", "AC"]).map((card, n) => html`<img src="${faceUrl(card)}" alt="" style="--m:${n - 1}">`)}</span>
      <b>${game.title.split(",")[0]}</b><span>${say("about " + game.name)}</span>
      <small>${say("players", game.seats)} · ${say("opponents", game.opponent.split(":")[0])}</small>
      <span class="go">${say("play now")}</span></button>`)}`);
  drawKnown();
  drawMore();
}

function drawKnown() {
  const known = knownTables().slice(0, 5);
  put(at("known"), known.length ? html`<h2>${say("your tables")}</h2><ul class="known">${known.map((each) => html`<li>
      <a href="${address(each.table, each.token)}">${each.title || each.game} <small>${new Date(each.at).toLocaleString(settings.language)}</small></a></li>`)}</ul>` : "");
}

function drawMore() {
  const game = games.find((each) => each.name === chosen);
  if (!game) return;
  put(at("more"), html`<summary>${say("more options")}</summary><form class="options">
    <label>${say("game")}<select name="game">${games.map((each) => html`<option value="${each.name}" ${each.name === chosen ? "selected" : ""}>${each.title.split(",")[0]}</option>`)}</select></label>
    <label>${say("your name")}<input name="name" maxlength="30" value="${settings.name}" autocomplete="nickname"></label>
    <label>${say("deals")}<input name="units" type="number" min="1" max="1000" value="${DEALS[chosen] || 1}"></label>
    <label>${say("seed")}<input name="seed" maxlength="100" title="${say("seed help")}"></label>
    <fieldset><legend>${say("game options")}</legend>${game.options.map((each) => field("option", each))}</fieldset>
    <fieldset><legend>${say("who sits where")}</legend><div id="seats"></div></fieldset>
    <button class="primary" type="submit">${say("start")}</button></form>`);
  drawSeats(game, game.seats);
}

function field(kind, { name, default: usual, allowed, help }) {
  const choices = /^[\w-]+(\|[\w-]+)+$/.test(allowed) ? allowed.split("|") : null;
  const input = choices
    ? html`<select data-${kind}="${name}">${choices.map((value) => html`<option value="${value}" ${value === usual ? "selected" : ""}>${valueName(value)}</option>`)}</select>`
    : html`<input data-${kind}="${name}" value="${usual}" title="${allowed}">`;
  return html`<label title="${name}: ${sentence(help)}">${optionName(name)}${input}</label>`;
}

function drawSeats(game, count) {
  const names = Array.from({ length: count }, (_, seat) => (count === game.seats ? game.seat_names[seat] : `Player ${seat + 1}`));
  put(at("seats"), html`${names.map((name, seat) => html`<div class="seat" data-seat="${seat}">
    <label>${placeName(name)}<select data-who>
      <option value="me" ${seat ? "" : "selected"}>${say("me")}</option><option value="person">${say("another person")}</option>
      ${game.agents.map((agent) => html`<option value="agent:${agent.name}" title="${sentence(agent.help)}" ${seat && agent.name === game.opponent.split(":")[0] ? "selected" : ""}>${agent.name}</option>`)}
    </select></label><div class="parameters"></div></div>`)}`);
  for (const row of at("seats").children) drawParameters(game, row);
}

function drawParameters(game, row) {
  const name = row.querySelector("[data-who]").value.replace("agent:", "");
  const agent = game.agents.find((each) => each.name === name);
  const preset = Object.fromEntries((game.opponent.split(":")[0] === name ? game.opponent.split(":")[1] || "" : "").split(",").map((each) => each.split("=")));
  put(row.querySelector(".parameters"), agent ? html`<small>${sentenceMarkup(agent.help)}</small>${agent.parameters.length ? html`<details><summary>${say("parameters")}</summary>${agent.parameters.map((each) => field("parameter", { ...each, default: preset[each.name] || each.default }))}</details>` : ""}` : "");
}

// -- choosing -----------------------------------------------------------------------------------------

function changed({ target }) {
  const game = games.find((each) => each.name === chosen);
  if (target.name === "game") {
    chosen = target.value;
    drawMore();
  } else if (target.name === "name") choose("name", target.value.trim());
  else if (target.dataset.option === "seats") drawSeats(game, Math.max(2, Math.min(7, Number(target.value) || game.seats)));
  else if (target.dataset.who !== undefined) {
    if (target.value === "me") seatMe(target);
    drawParameters(game, target.closest(".seat"));
  }
}

/** I can sit on one chair only: who had it, gives it to a person by link. */
function seatMe(target) {
  for (const other of at("seats").querySelectorAll("[data-who]")) {
    if (other !== target && other.value === "me") other.value = "person";
  }
}

/** What differs from the usual, as name=value,name=value. */
function given(root, kind, options) {
  const usual = Object.fromEntries(options.map((each) => [each.name, each.default]));
  const inputs = [...root.querySelectorAll(`[data-${kind}]`)].map((each) => [each.dataset[kind], each.value.trim()]);
  return inputs.filter(([name, value]) => value !== "" && value !== usual[name]).map((pair) => pair.join("=")).join(",");
}

function submitted(event) {
  event.preventDefault();
  const game = games.find((each) => each.name === chosen);
  const form = event.target;
  const rows = [...at("seats").children];
  const seats = rows.map((row) => {
    const who = row.querySelector("[data-who]").value;
    if (who === "me") return me();
    if (who === "person") return { kind: "person" };
    const name = who.replace("agent:", "");
    const parameters = given(row, "parameter", game.agents.find((each) => each.name === name).parameters);
    return { kind: "agent", spec: parameters ? `${name}:${parameters}` : name };
  });
  const mine = rows.findIndex((row) => row.querySelector("[data-who]").value === "me");
  start({ game: chosen, seats, options: given(form, "option", game.options), seed: form.seed.value, units: Number(form.units.value) || 1 }, mine);
}

at("games").addEventListener("click", (event) => {
  const button = event.target.closest("[data-game]");
  if (button) quick(games.find((game) => game.name === button.dataset.game));
});
at("more").addEventListener("change", changed);
at("more").addEventListener("submit", submitted);
at("settings").addEventListener("click", () => openSettings(async () => {
  await learn();
  draw();
}));

games = await (await fetch("/api/games")).json();
draw();
