// What opens over the table: last trick, course of play, help, settings, invitations; the score sheet has its own file.

import { card } from "./cards.js";
import { calledName, isCompany, nameForm } from "./company.js";
import { html, put } from "./html.js";
import { cardSign, languages, learn, moveSignMarkup, placeName, saidMarkup, say } from "./language.js";
import { playerName } from "./scene.js";
import { fetched, games } from "./server.js";
import { choose, settings } from "./settings.js";
import { address } from "./tables.js";

const dialog = document.getElementById("dialog");

export function open(kind, title, markup) {
  dialog.dataset.kind = kind;
  put(dialog, html`<header><h2>${title}</h2><button class="close" data-close aria-label="${say("Close")}">✕</button></header>
    <div class="inside">${markup}</div>`);
  if (!dialog.open) dialog.showModal();
}

export function isOpen(kind) {
  return dialog.open && (!kind || dialog.dataset.kind === kind);
}

export function close() {
  if (dialog.open) dialog.close();
}

dialog?.addEventListener("click", (event) => {
  if (event.target === dialog || event.target.closest("[data-close]")) close();
  else if (event.target.closest("[data-copy]")) copy(event.target.closest("[data-copy]"));
});

export function lastTrick(state) {
  const trick = state.scene.last_trick;
  open("last", say("Last trick"), trick ? html`<div class="row">${trick.cards.map(([seat, name], n) => html`<figure>
      ${card(name)}<figcaption>${playerName(state, seat)}${n === 0 ? html`<br>▸ ${say("led")}` : ""}${seat === trick.best ? html`<br>★ ${say("wins")}` : ""}</figcaption></figure>`)}</div>`
    : html`<p>${say("There is no last trick yet.")}</p>`);
}

/** What happened, move by move up to the tricks, which have a row each. */
export function course(state, log) {
  let round = 0;
  const inTricks = new Set(log.tricks.flatMap(({ cards, round: of }) => cards.map(([seat, card]) => `${of}/${seat}/${card}`)));
  const isListed = (each, at) => each.seat < 0 || !inTricks.has(`${log.events[at - 1]?.round ?? 0}/${each.seat}/${each.move?.slice(0, 2)}`) || each.phase !== "play";
  const lines = log.events.filter(isListed).map((each) => {
    const head = each.round > round ? html`<li class="round">${say("Round {n}", { n: each.round + 1 })}</li>` : "";
    round = each.round;
    if (each.seat < 0) return head;
    return html`<li><b>${playerName(state, each.seat)}</b> ${moveSignMarkup(each.move, each.phase)}</li>${head}`;
  });
  open("log", say("Course of play"), log.events.length > 1 ? html`<ol class="log">${lines}</ol>${tricksMarkup(state, log.tricks)}` : html`<p>${say("Nothing yet.")}</p>`);
  dialog.querySelector("tbody:last-of-type tr:last-child, .log li:last-child")?.scrollIntoView();
}

/** Tricks as rows, players as columns; who led and who won is marked. */
function tricksMarkup(state, tricks) {
  if (!tricks.length) return "";
  const rounds = [...new Set(tricks.map(({ round }) => round))];
  const cell = ({ cards, best }, seat) => {
    const card = cards.find(([who]) => who === seat)?.[1];
    return html`<td class="${seat === best ? "won" : ""}">${cards[0][0] === seat ? html`<span title="${say("led")}">▸</span>` : ""}${card ? cardSign(card) : ""}${seat === best ? html` <span title="${say("wins")}">★</span>` : ""}</td>`;
  };
  return html`<table class="tricks"><thead><tr><td></td>${state.seats.map((_, seat) => html`<th scope="col">${playerName(state, seat)}</th>`)}</tr></thead>
    ${rounds.map((round) => html`<tbody>${rounds.length > 1 ? html`<tr class="round"><th colspan="${state.seats.length + 1}" scope="rowgroup">${say("Round {n}", { n: round + 1 })}</th></tr>` : ""}
      ${tricks.filter((each) => each.round === round).map((trick, n) => html`<tr><th scope="row">${n + 1}</th>${state.seats.map((_, seat) => cell(trick, seat))}</tr>`)}</tbody>`)}</table>`;
}

export function help(state) {
  open("help", say("Help"), html`${state.rules ? html`<p>${saidMarkup(state.rules)}</p>` : ""}<p>${say("A card can also be clicked, or dragged to the middle. Raised cards may be played; on the others you can read why not.")}</p>
    <dl class="keys">${keys().map(([key, what]) => html`<dt><kbd>${key}</kbd></dt><dd>${what}</dd>`)}</dl>`);
}

function keys() {
  return [
    ["← →", say("choose a card")], ["↑ ↓", say("between hand and buttons")], ["Enter", say("play it")],
    [say("Space"), say("clear a finished trick at once; where only agents play, one move")],
    ["L", say("last trick")], ["S", say("score sheet")], ["P", say("course of play")], ["H", say("hint")], ["U", say("undo")],
    ["C", say("claim the rest, when it is certain")], ["T", say("company: say something")], ["N", say("next deal, when one is over")],
    ["K", say("the Kiebitz panel: what can be known")], ["[ ]", say("back and on through the moves")], ["?", say("this help")],
  ];
}

/** The links of the seats that are for others, where this browser made the table, and one to watch. */
export async function invite(state, table) {
  const own = isCompany(state) ? state.seats[state.seat] : null;
  const tokens = Object.entries(state.invitations || []).filter(([, token]) => token);
  const { opponent } = (await games()).find(({ name }) => name === document.body.dataset.game);
  const { origin, said: reach } = await fetched("/api/reach").then((answer) => answer.json());
  const seats = tokens.map(([seat, token]) => {
    const link = address(table, token, "", origin || undefined);
    const { place, named } = state.seats[seat];
    return html`<fieldset class="invitation"><legend>${placeName(place)}${named ? `: ${calledName(state, seat)}` : ""}</legend>
      ${copyLine(say("For a person: the link"), link)}
      ${copyLine(say("For a bot: the command that seats it"), `kiebitz join "${link}" --agent ${opponent}`)}</fieldset>`;
  });
  open("invite", say("Invite"), html`${seats.length ? html`<p>${say("Send each link to the person who is to sit there. Whoever has it plays from that seat and sees its cards.")}</p>` : ""}
    ${reach ? html`<p class="reach">${saidMarkup(reach)}</p>` : ""}${own?.named === false ? nameForm(settings.name, say("Sit down")) : ""}${seats}
    ${copyLine(say("To watch only"), address(table, state.watch, "", origin || undefined))}`);
}

function copyLine(name, text) {
  return html`<label>${name}<span class="copy"><input readonly value="${text}">
    <button data-copy="${text}">${say("Copy")}</button></span></label>`;
}

/** Copy where the browser lets us, else leave it selected. */
async function copy(button) {
  const line = button.previousElementSibling;
  line.select();
  await navigator.clipboard?.writeText(button.dataset.copy).then(() => { button.textContent = say("Copied"); }, () => {});
}

// -- settings: the same in the lobby and at the table -------------------------------------------------

/** What each setting is called, and its values. */
function choices() {
  return {
    language: [say("Language"), named(languages.pages)],
    faces: [say("Cards"), {
      french: say("French, two colours"), french4: say("French, four colours"), german: say("German suits"),
    }],
    names: [say("Names of cards"), { auto: say("same as the language"), ...named(languages.cards) }],
    theme: [say("Theme"), { auto: say("same as the system"), light: say("light"), dark: say("dark") }],
    places: [say("Places"), { own: say("you or the first player at the bottom"), compass: say("the first player (North) at the top") }],
    aids: [say("Aids"), { on: say("known cards and voids are marked"), off: say("none") }],
    hints: [say("Hints"), {
      usual: say("same as the opponents"), deal: say("for the points of the deal"), match: say("for the chance to win the game"),
    }],
    review: [say("Review after a deal"), { on: say("by itself"), off: say("when I ask for it") }],
    sounds: [say("Sounds"), { off: say("off"), on: say("on") }],
    speed: [say("Speed"), { instant: say("instant"), fast: say("fast"), normal: say("normal"), slow: say("slow") }],
  };
}

/** English and other languages, each by its own name. */
function named(codes) {
  const called = (code) => new Intl.DisplayNames([code], { type: "language" }).of(code);
  return Object.fromEntries(["en", ...codes].map((code) => [code, called(code)[0].toUpperCase() + called(code).slice(1)]));
}

/** What is chosen holds at once; "kiebitz:settings" tells the page, when it can speak the language. */
export function openSettings() {
  const option = (name, value, text) => html`
    <option value="${value}" ${settings[name] === value ? "selected" : ""}>${text}</option>`;
  const select = ([name, [title, values]]) => html`<label>${title}
    <select name="${name}">${Object.entries(values).map(([value, text]) => option(name, value, text))}</select></label>`;
  open("settings", say("Settings"), html`<form class="settings" method="dialog">${Object.entries(choices()).map(select)}</form>`);
  dialog.querySelector("form").addEventListener("change", async ({ target }) => {
    choose(target.name, target.value);
    await learn();
    document.dispatchEvent(new CustomEvent("kiebitz:settings"));
    if (target.name !== "language") return;
    openSettings();
    dialog.querySelector('[name="language"]').focus();
  });
}
