// The lobby: one click to hold cards; below it everything that can be chosen.

import { faceUrl } from "./cards.js";
import { openSettings } from "./dialogs.js";
import { html, put } from "./html.js";
import { learn, name as nameOf, placeName, said, saidMarkup, say } from "./language.js";
import { games as offered, post, unreachable } from "./server.js";
import { choose, settings, speed } from "./settings.js";
import { address, knownTables, remember } from "./tables.js";

const at = (id) => document.getElementById(id);
document.addEventListener("kiebitz:unreachable", () => { at("problem").textContent = unreachable(); });
const games = await offered();
await learn(games.map(({ name }) => name));
let chosen = games[0].name;

/** Open a table and go there; if others are to come by link, the links are shown at once. */
async function start(body, mine) {
  at("problem").textContent = say("Shuffling …");
  try {
    const { table, tokens, watch, host } = await post("/api/tables", { pace: speed().pace, ...body });
    const token = mine >= 0 ? tokens[mine] : watch;
    remember({ table, token, host, game: body.game });
    const isOpen = tokens.some((each, seat) => each && seat !== mine);
    location.href = address(table, token, isOpen ? "?invite" : "");
  } catch (error) {
    at("problem").textContent = said(error.said ?? error.message);
  }
}

/** The rules and the opponents of a game that were chosen last here. */
function quick(game) {
  const rules = chosenOf(game.rule_sets, settings.rules[game.name]);
  const spec = chosenOf(game.levels, levelName(game))?.spec ?? game.opponent;
  const seats = Array.from({ length: rules?.seats ?? game.seats }, (_, seat) => (seat ? { kind: "agent", spec } : me()));
  start({ game: game.name, seats, options: rules?.options ?? "", units: game.units }, 0);
}

/** One of a list by its name; the first where there is none of this name. */
function chosenOf(list, name) {
  return list.find((each) => each.name === name) ?? list[0];
}

/** The level that was chosen last; at first that of the usual opponent. */
function levelName(game) {
  return settings.levels[game.name] ?? game.levels.find(({ spec }) => spec === game.opponent)?.name;
}

/** How long an agent thinks, as it was measured. */
function timeText(seconds) {
  if (seconds < 0.001) return say("at once");
  const short = (value) => Number(value.toPrecision(1));
  return seconds < 0.1 ? say("{n} ms a move", { n: short(1000 * seconds) }) : say("{n} s a move", { n: short(seconds) });
}

function levelText(game, { name, spec }) {
  return `${nameOf("level", name, game.name)} – ${spec.split(":")[0]}`;
}

function me() {
  return { kind: "person", name: settings.name };
}

// -- the page -----------------------------------------------------------------------------------------

function draw() {
  at("tagline").textContent = say("Card games with hidden cards. Play, watch, and look into the players' heads.");
  document.querySelector("#settings span").textContent = say("Settings");
  at("my-games").textContent = say("My games");
  at("puzzles").textContent = say("Puzzles");
  put(at("games"), html`${games.map(gameMarkup)}`);
  drawKnown();
  drawMore();
}

function gameMarkup(game) {
  const title = game.title.split(",")[0];
  return html`<article class="game" data-game="${game.name}">
    <span class="sample" aria-hidden="true">${game.fan.map((card, n) => html`<img src="${faceUrl(card)}" alt="" style="--m:${n - (game.fan.length - 1) / 2}">`)}</span>
    <b>${title}</b><span>${saidMarkup(game.about)}</span>
    ${game.rule_sets.length > 1 ? ruleSetMarkup(game) : ""}
    ${game.levels.length > 1 ? levelMarkup(game) : html`<small>${say("against {names}", { names: game.opponent.split(":")[0] })}</small>`}
    <button class="go" data-play="${game.name}" aria-label="${say("Play now")}: ${title}">${say("Play now")}</button></article>`;
}

function ruleSetMarkup(game) {
  const chosen = chosenOf(game.rule_sets, settings.rules[game.name]);
  const option = ({ name }) => html`<option value="${name}" ${name === chosen.name ? "selected" : ""}>${nameOf("rule set", name, game.name)}</option>`;
  return html`<label><span class="unseen">${say("Rules")}</span><select data-rules="${game.name}">${game.rule_sets.map(option)}</select></label>
    <small>${saidMarkup(chosen.about)} ${say("{n} players", { n: chosen.seats })}${game.units > 1 ? html`, ${say("{n} deals", { n: game.units })}` : ""}.</small>`;
}

function levelMarkup(game) {
  const chosen = chosenOf(game.levels, levelName(game));
  const option = (level) => html`<option value="${level.name}" ${level === chosen ? "selected" : ""}>${levelText(game, level)}</option>`;
  return html`<label><span class="unseen">${say("Opponents")}</span><select data-level="${game.name}">${game.levels.map(option)}</select></label>
    <small>${saidMarkup(chosen.about)} (${timeText(chosen.seconds)})</small>`;
}

function drawKnown() {
  const known = knownTables().slice(0, 5);
  put(at("known"), known.length ? html`<h2>${say("Your tables")}</h2><ul class="known">${known.map((each) => html`<li>
      <a href="${address(each.table, each.token)}">${each.title || each.game} <small>${new Date(each.at).toLocaleString(settings.language)}</small></a></li>`)}</ul>` : "");
}

function drawMore() {
  const game = games.find((each) => each.name === chosen);
  if (!game) return;
  put(at("more"), html`<summary>${say("More options")}</summary><form class="options">
    <label>${say("Game")}<select name="game">${games.map((each) => html`<option value="${each.name}" ${each.name === chosen ? "selected" : ""}>${each.title.split(",")[0]}</option>`)}</select></label>
    <label>${say("Your name")}<input name="name" maxlength="30" value="${settings.name}" autocomplete="nickname"></label>
    <label>${say("Number of deals")}<input name="units" type="number" min="1" max="1000" value="${game.units}"></label>
    <label>${say("Seed")}<input name="seed" maxlength="100" title="${say("The same seed deals the same cards; leave it empty for new ones.")}"></label>
    <label>${say("Seconds for a move")}<input name="limit" type="number" min="0" max="86400" title="${say("For people and remote bots; for those who take longer the table passes or plays a low card. Empty: no limit.")}"></label>
    <label>${say("Aids among people")}<select name="aids" title="${say("The panel and marks of what follows from the play, where several people play. Hints are off there in any case.")}">
      <option value="">${say("none")}</option><option value="on">${say("what can be known is shown")}</option></select></label>
    <fieldset><legend>${say("Rules")}</legend>${game.rule_sets.length ? ruleSetField(game) : ""}
      ${game.options.map((each) => field("option", { ...each, default: each.usual }, game.name))}</fieldset>
    <fieldset><legend>${say("Who sits where")}</legend><div id="seats"></div></fieldset>
    <button class="primary" type="submit">${say("Start")}</button></form>`);
  drawSeats(game, game.rule_sets[0]?.seats ?? game.seats);
}

/** A rule set fills the options in; whoever changes one plays by rules of their own. */
function ruleSetField(game) {
  const option = ({ name }, n) => html`<option value="${name}" ${n ? "" : "selected"}>${nameOf("rule set", name, game.name)}</option>`;
  return html`<label>${say("Rule set")}<select name="rules">${game.rule_sets.map(option)}<option value="">${say("rules of your own")}</option></select></label>`;
}

function bringRules(game, name) {
  const rules = game.rule_sets.find((each) => each.name === name);
  if (!rules) return;
  bringOptions(Object.fromEntries(game.options.map((each) => [each.name, rules.values[each.name]])));
  drawSeats(game, rules.seats);
}

function field(kind, { name, default: usual, allowed, help }, game) {
  const choices = /^[\w-]+(\|[\w-]+)+$/.test(allowed) ? allowed.split("|") : null;
  const input = choices
    ? html`<select data-${kind}="${name}">${choices.map((value) => html`<option value="${value}" ${value === usual ? "selected" : ""}>${nameOf("value", value, game)}</option>`)}</select>`
    : html`<input data-${kind}="${name}" value="${usual}" title="${allowed}">`;
  return html`<label title="${name}: ${said(help)}">${nameOf("option", name, game).replaceAll("_", " ")}${input}</label>`;
}

function drawSeats(game, count) {
  const names = Array.from({ length: count }, (_, seat) => (count === game.seats ? game.seat_names[seat] : `Player ${seat + 1}`));
  put(at("seats"), html`${names.map((name, seat) => html`<div class="seat" data-seat="${seat}">
    <label>${placeName(name)}<select data-who>${sitters(game, seat)}</select></label><div class="parameters"></div></div>`)}`);
  for (const row of at("seats").children) drawParameters(game, row);
}

/** Who may sit in a seat; usually me in the first, and the game's best opponent in the others. */
function sitters(game, seat) {
  const usual = seat ? game.opponent : "";
  const leveled = game.levels.some(({ spec }) => spec === usual);
  const level = (each) => html`
    <option value="level:${each.name}" title="${said(each.about)}" ${each.spec === usual ? "selected" : ""}>${levelText(game, each)}</option>`;
  const agent = ({ name, help }) => html`
    <option value="agent:${name}" title="${said(help)}" ${!leveled && name === usual.split(":")[0] ? "selected" : ""}>${name}</option>`;
  return html`<optgroup label="${say("People and remote bots")}"><option value="me" ${seat ? "" : "selected"}>${say("I")}</option>
      <option value="person">${say("Another person, by link")}</option><option value="bot">${say("A remote bot, by command")}</option></optgroup>
    ${game.levels.length ? html`<optgroup label="${say("Levels")}">${game.levels.map(level)}</optgroup>` : ""}
    <optgroup label="${say("Agents")}">${game.agents.map(agent)}</optgroup>
    ${game.bots.length ? html`<optgroup label="${say("Bots of this server")}">
      ${game.bots.map(({ spec }) => html`<option value="agent:${spec}">${spec}</option>`)}</optgroup>` : ""}`;
}

/** The value of the usual opponent in the list of a seat. */
function usualSitter(game) {
  const level = game.levels.find(({ spec }) => spec === game.opponent);
  return level ? `level:${level.name}` : `agent:${game.opponent.split(":")[0]}`;
}

function drawParameters(game, row) {
  const who = row.querySelector("[data-who]").value;
  const level = game.levels.find(({ name }) => who === `level:${name}`);
  if (level) {
    put(row.querySelector(".parameters"), html`<small>${saidMarkup(level.about)} (${timeText(level.seconds)}) <code>${level.spec}</code></small>`);
    return;
  }
  const name = who.replace("agent:", "");
  const agent = game.agents.find((each) => each.name === name);
  const preset = game.opponent.split(":")[0] === name ? game.preset : {};
  const fields = (agent?.parameters || []).map((each) =>
    field("parameter", { ...each, default: preset[each.name] || each.default }, game.name));
  put(row.querySelector(".parameters"), agent ? html`<small>${saidMarkup(agent.help)}</small>
    ${fields.length ? html`<details><summary>${say("Parameters")}</summary>${fields}</details>` : ""}` : "");
}

// -- choosing -----------------------------------------------------------------------------------------

function changed({ target }) {
  const game = games.find((each) => each.name === chosen);
  if (target.dataset.option && target.form.rules) target.form.rules.value = "";
  if (target.name === "game") {
    chosen = target.value;
    drawMore();
  } else if (target.name === "name") choose("name", target.value.trim());
  else if (target.name === "rules") bringRules(game, target.value);
  else if (target.dataset.option === "seats") drawSeats(game, Math.max(2, Math.min(7, Number(target.value) || game.seats)));
  else if (target.dataset.option) dismissBots(game, target.dataset.option, target.value);
  else if (target.dataset.who !== undefined) {
    if (target.value === "me") seatMe(target);
    bringOptions(neededBy(game, target));
    drawParameters(game, target.closest(".seat"));
  }
}

/** The options that a game must have for whoever was chosen for a seat. */
function neededBy(game, who) {
  return game.bots.find(({ spec }) => who.value === `agent:${spec}`)?.options || {};
}

/** A bot that plays by certain rules only brings them with it... */
function bringOptions(needed) {
  for (const [name, value] of Object.entries(needed)) at("more").querySelector(`[data-option="${name}"]`).value = value;
}

/** ...and leaves when others are chosen. */
function dismissBots(game, option, value) {
  for (const row of at("seats").children) {
    const who = row.querySelector("[data-who]");
    const needed = neededBy(game, who)[option];
    if (needed !== undefined && needed !== value) {
      who.value = usualSitter(game);
      drawParameters(game, row);
    }
  }
}

/** I can sit on one chair only: the one I had goes to a person by link. */
function seatMe(target) {
  for (const other of at("seats").querySelectorAll("[data-who]")) {
    if (other !== target && other.value === "me") other.value = "person";
  }
}

/** What differs from the usual, as name=value,name=value. */
function given(root, kind, options) {
  const usual = Object.fromEntries(options.map((each) => [each.name, each.default]));
  const inputs = [...root.querySelectorAll(`[data-${kind}]`)].map((each) => [each.dataset[kind], each.value.trim()]);
  return inputs.filter(([name, value]) => value !== "" && value !== usual[name]).map(([name, value]) => `${name}=${bracketed(value)}`).join(",");
}

/** An agent with parameters stands in brackets where another one names it. */
function bracketed(value) {
  return /[:=]/.test(value) && !value.startsWith("(") ? `(${value})` : value;
}

function submitted(event) {
  event.preventDefault();
  const game = games.find((each) => each.name === chosen);
  const form = event.target;
  const rows = [...at("seats").children];
  const mine = rows.findIndex((row) => row.querySelector("[data-who]").value === "me");
  start({
    game: chosen,
    seats: rows.map((row) => sitter(game, row)),
    options: given(form, "option", game.options),
    seed: form.seed.value,
    units: Number(form.units.value) || 1,
    limit: Number(form.limit.value) || 0,
    aids: form.aids.value === "on",
  }, mine);
}

/** Who was chosen for a seat, as the server wants it. */
function sitter(game, row) {
  const who = row.querySelector("[data-who]").value;
  if (who === "me") return me();
  if (who === "person") return { kind: "person" };
  if (who === "bot") return { kind: "person", name: say("Remote bot") }; // it comes by link, as people do
  const level = game.levels.find((each) => who === `level:${each.name}`);
  if (level) return { kind: "agent", spec: level.spec };
  const name = who.replace("agent:", "");
  const parameters = given(row, "parameter", game.agents.find((each) => each.name === name)?.parameters || []);
  return { kind: "agent", spec: parameters ? `${name}:${parameters}` : name };
}

at("games").addEventListener("click", (event) => {
  const tile = event.target.closest("[data-game]");
  if (tile && !event.target.closest("label")) quick(games.find((game) => game.name === tile.dataset.game));
});
at("games").addEventListener("change", ({ target }) => {
  const [kind, game] = target.dataset.rules ? ["rules", target.dataset.rules] : ["levels", target.dataset.level];
  choose(kind, { ...settings[kind], [game]: target.value });
  draw();
  at("games").querySelector(`[data-${kind === "rules" ? "rules" : "level"}="${game}"]`).focus();
});
at("more").addEventListener("change", changed);
at("more").addEventListener("submit", submitted);
at("settings").addEventListener("click", openSettings);
document.addEventListener("kiebitz:settings", draw);
draw();
