// What opens over the table: last trick, protocol, help, settings, invitations; the score sheet has its own file.

import { card } from "./cards.js";
import { learn } from "./catalogue.js";
import { html, put } from "./html.js";
import { saidMarkup } from "./sayings.js";
import { playerName } from "./scene.js";
import { games } from "./server.js";
import { choose, settings, SPEED_NAMES } from "./settings.js";
import { address } from "./tables.js";
import { CARD_NAMES, LANGUAGES, moveSign, placeName, say } from "./texts.js";

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
  else if (event.target.closest("[data-copy]")) copy(event.target.closest("[data-copy]"));
});

export function lastTrick(state) {
  const trick = state.scene.last_trick;
  open("last", say("last trick"), trick ? html`<div class="row">${trick.cards.map(([seat, name], n) => html`<figure>
      ${card(name)}<figcaption>${playerName(state, seat)}${n === 0 ? html`<br>▸ ${say("leads")}` : ""}${seat === trick.best ? html`<br>★ ${say("won")}` : ""}</figcaption></figure>`)}</div>`
    : html`<p>${say("no last trick")}</p>`);
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
  open("help", say("help"), html`${state.rules ? html`<p>${saidMarkup(state.rules)}</p>` : ""}<p>${say("drag help")}</p>
    <dl class="keys">${say("keys").map(([key, what]) => html`<dt><kbd>${key}</kbd></dt><dd>${what}</dd>`)}</dl>`);
}

/** The links of the seats that are for others, where this browser made the table, and one to watch. */
export async function invite(state, table) {
  const tokens = Object.entries(state.invitations || []).filter(([, token]) => token);
  const { opponent } = (await games()).find(({ name }) => name === document.body.dataset.game);
  const seats = tokens.map(([seat, token]) => {
    const { place, name } = state.seats[seat];
    const link = address(table, token);
    return html`<fieldset class="invitation"><legend>${placeName(place)}${name === place ? "" : `: ${name}`}</legend>
      ${copyLine(say("invite link"), link)}
      ${copyLine(say("invite bot"), `kiebitz join "${link}" --agent ${opponent}`)}</fieldset>`;
  });
  open("invite", say("invite"), html`${seats.length ? html`<p>${say("invite help")}</p>` : ""}${seats}
    ${copyLine(say("watch link"), address(table, state.watch))}`);
}

function copyLine(name, text) {
  return html`<label>${name}<span class="copy"><input readonly value="${text}">
    <button data-copy="${text}">${say("copy")}</button></span></label>`;
}

/** Copy where the browser lets us, else leave it selected. */
async function copy(button) {
  const line = button.previousElementSibling;
  line.select();
  await navigator.clipboard?.writeText(button.dataset.copy).then(() => { button.textContent = say("is copied"); }, () => {});
}

// -- settings: the same in the lobby and at the table -------------------------------------------------

const CHOICES = {
  language: Object.keys(LANGUAGES),
  faces: ["french", "french4", "german"],
  names: ["auto", ...Object.keys(CARD_NAMES)],
  theme: ["auto", "light", "dark"],
  speed: SPEED_NAMES,
};

function choiceName(name, value) {
  const isLanguage = (name === "language" || name === "names") && CARD_NAMES[value];
  return isLanguage ? CARD_NAMES[value] : say(`${name} ${value}`);
}

/** What is chosen holds at once; "kiebitz:settings" tells the page, when it can speak the language. */
export function openSettings() {
  const option = (name, value) => html`
    <option value="${value}" ${settings[name] === value ? "selected" : ""}>${choiceName(name, value)}</option>`;
  const select = (name) => html`<label>${say(name)}
    <select name="${name}">${CHOICES[name].map((value) => option(name, value))}</select></label>`;
  open("settings", say("settings"), html`<form class="settings" method="dialog">${Object.keys(CHOICES).map(select)}</form>`);
  dialog.querySelector("form").addEventListener("change", async ({ target }) => {
    choose(target.name, target.value);
    await learn();
    document.dispatchEvent(new CustomEvent("kiebitz:settings"));
    if (target.name !== "language") return;
    openSettings();
    dialog.querySelector('[name="language"]').focus();
  });
}
