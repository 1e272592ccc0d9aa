// What opens over the table: last trick, score sheet, protocol, help, settings, invitations.

import { card } from "./cards.js";
import { html, put } from "./html.js";
import { choose, settings, SPEED_NAMES } from "./settings.js";
import { playerName } from "./scene.js";
import { address } from "./tables.js";
import { CARD_NAMES, LANGUAGES, moveSign, placeName, say, sayText } from "./texts.js";

const dialog = document.getElementById("dialog");

export function open(kind, title, markup) {
  dialog.dataset.kind = kind;
  put(dialog, html`<header><h2>${title}</h2><button class="close" data-close aria-label="${say("close dialog")}">✕</button></header>
    <div class="inside">${markup}</div>`);
  if (!dialog.open) dialog.showModal();
}

export function isOpen(kind) {
  return dialog.open && (!kind || dialog.dataset.kind === kind);
}

export function close() {
  if (dialog.open) dialog.close();
}

dialog.addEventListener("click", (event) => {
  if (event.target === dialog || event.target.closest("[data-close]")) close();
});

export function lastTrick(state) {
  const trick = state.scene.last_trick;
  open("last", say("last trick"), trick ? html`<div class="row">${trick.cards.map(([seat, name], n) => html`<figure>
      ${card(name)}<figcaption>${playerName(state, seat)}${n === 0 ? html`<br>▸ ${say("leads")}` : ""}${seat === trick.best ? html`<br>★ ${say("won")}` : ""}</figcaption></figure>`)}</div>`
    : html`<p>${say("no last trick")}</p>`);
}

export function scoreSheet(state, sheet) {
  const names = state.seats.map((_, seat) => playerName(state, seat));
  const row = (label, points, more = "") => html`<tr><th scope="row">${label}</th>${points.map((value) => html`<td>${value}</td>`)}<td class="more">${more}</td></tr>`;
  const head = html`<thead><tr><td></td>${names.map((name) => html`<th scope="col">${name}</th>`)}<td></td></tr></thead>`;
  let sums = names.map(() => 0);
  const units = sheet.rows.map((each) => {
    sums = sums.map((sum, seat) => sum + each.points[seat]);
    const facts = each.facts.filter(([key]) => ["contract", "value", "declarer points", "passed in"].includes(key));
    return row(say("unit of", each.unit + 1, sheet.units), each.points.map((value, seat) => (value ? `${sums[seat]} (${value > 0 ? "+" : ""}${value})` : sums[seat])), facts.map(sayText).join(", "));
  });
  const rounds = sheet.rounds.filter((points) => points.length).map((points, n) => row(say("round", n + 1), points));
  open("sheet", say("score sheet"), html`
    ${rounds.length ? html`<table>${head}<tbody>${rounds}</tbody></table>` : ""}
    ${units.length ? html`<table>${head}<tbody>${units}</tbody><tfoot>${row(say("total"), sheet.totals)}</tfoot></table>` : ""}
    ${state.scene.game === "skat" && units.length ? seegerList(head, row, sheet.rows) : ""}
    ${rounds.length || units.length ? "" : html`<p>${say("nothing yet")}</p>`}`);
}

/** The list after Seeger and Fabian: who plays gets the value and 50 for a win, loses 50 for a loss, which gives 40 to each other. */
function seegerList(head, row, rows) {
  const sums = rows[0].points.map(() => ({ value: 0, won: 0, lost: 0, others: 0 }));
  for (const { points } of rows) {
    points.forEach((value, seat) => {
      if (value > 40) Object.assign(sums[seat], { value: sums[seat].value + value - 50, won: sums[seat].won + 1 });
      else if (value < 0) Object.assign(sums[seat], { value: sums[seat].value + value + 50, lost: sums[seat].lost + 1 });
      else if (value) sums[seat].others += 1;
    });
  }
  return html`<table class="seeger"><caption>${say("seeger")}</caption>${head}<tbody>
    ${row(say("seeger value"), sums.map(({ value }) => value))}
    ${row(say("seeger games"), sums.map(({ won, lost }) => `${50 * (won - lost)} (${won} : ${lost})`))}
    ${row(say("seeger others"), sums.map(({ others }) => `${40 * others} (${others})`))}</tbody>
    <tfoot>${row(say("total"), sums.map(({ value, won, lost, others }) => value + 50 * (won - lost) + 40 * others))}</tfoot></table>`;
}

export function protocol(state, log) {
  let round = 0;
  const lines = log.events.map((each) => {
    const head = each.round > round ? html`<li class="round">${say("round", each.round + 1)}</li>` : "";
    round = each.round;
    if (each.seat < 0) return head;
    return html`<li><b>${playerName(state, each.seat)}</b> ${moveSign(each.move, each.phase)}</li>${head}`;
  });
  open("log", say("protocol"), log.events.length > 1 ? html`<ol class="log">${lines}</ol>` : html`<p>${say("nothing yet")}</p>`);
  dialog.querySelector(".log")?.lastElementChild?.scrollIntoView();
}

export function help(state) {
  open("help", say("help"), html`<p>${say("rules " + state.scene.game)}</p><p>${say("drag help")}</p>
    <dl class="keys">${say("keys").map(([key, what]) => html`<dt><kbd>${key}</kbd></dt><dd>${what}</dd>`)}</dl>`);
}

export function invite(state, links) {
  const seats = state.seats.map(({ place }, seat) => [placeName(place), links.tokens[seat], seat])
    .filter(([, token, seat]) => token && seat !== state.seat);
  const line = (name, token) => html`<label>${name}<input readonly value="${address(links.table, token)}"></label>`;
  open("invite", say("invite"), html`${seats.length ? html`<p>${say("invite help")}</p>` : ""}
    ${seats.map(([name, token]) => line(name, token))}${links.watch ? line(say("watch link"), links.watch) : ""}`);
  dialog.querySelector("input")?.select();
}

// -- settings: the same in the lobby and at the table -------------------------------------------------

const CHOICES = {
  language: Object.keys(LANGUAGES), faces: ["french", "french4", "german"], names: ["auto", ...Object.keys(CARD_NAMES)], theme: ["auto", "light", "dark"], speed: SPEED_NAMES,
};

export function openSettings(changed) {
  const select = (name) => html`<label>${say(name)}<select name="${name}">${CHOICES[name].map((value) =>
    html`<option value="${value}" ${settings[name] === value ? "selected" : ""}>${(name === "language" || name === "names") && CARD_NAMES[value] ? CARD_NAMES[value] : say(`${name} ${value}`)}</option>`)}</select></label>`;
  open("settings", say("settings"), html`<form class="settings" method="dialog">${Object.keys(CHOICES).map(select)}</form>`);
  dialog.querySelector("form").addEventListener("change", ({ target }) => {
    choose(target.name, target.value);
    changed();
    if (target.name === "language") openSettings(changed);
  });
}
