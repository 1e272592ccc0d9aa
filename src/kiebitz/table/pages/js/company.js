// Company: names, who is here and ready, the clock, and the few things that people can say to each other.

import { isOpen, open } from "./dialogs.js";
import { html, put } from "./html.js";
import { placeName, said, say } from "./language.js";
import { choose, settings } from "./settings.js";

const HEARD = 6000; // milliseconds that a phrase stays beside its speaker
const TICK = 250;
const URGENT = 10; // seconds

/** An agent without its parameters, but a bot with its class; whether it cheats stays. */
export function shortName({ kind, name }) {
  return kind === "agent" && !name.includes(".py") ? name.replace(/:.*?(?=$| \(cheats\)$)/, "") : name;
}

/** What a player is called by everybody, the same in every seat; where several have one name, they are numbered. */
export function calledName({ seats }, seat) {
  const each = seats[seat];
  const name = shortName(each);
  if (each.kind === "recorded") return alike(seats, each, name).length > 1 ? placeName(each.place) : placeName(name);
  if (each.named === false) return say("Guest {n}", { n: each.column + 1 });
  const same = alike(seats, each, name).map(({ column }) => column).sort((a, b) => a - b);
  return same.length > 1 ? `${name} ${same.indexOf(each.column) + 1}` : name;
}

/** The same for the reader, who is "you". */
export function columnName(state, seat) {
  return seat === state.seat ? say("you") : calledName(state, seat);
}

/** Do others have the same name? Then the place says during a deal who is meant. */
export function isDouble({ seats }, seat) {
  return alike(seats, seats[seat], shortName(seats[seat])).length > 1;
}

function alike(seats, { named }, name) {
  return seats.filter((each) => shortName(each) === name && each.named === named);
}

/** The seats in the order of the score sheet, which stays when people change seats. */
export function columns({ seats }) {
  return [...seats.keys()].sort((a, b) => seats[a].column - seats[b].column);
}

/** Do several people play? */
export function isCompany({ seats }) {
  return seats.filter(({ kind }) => kind === "person").length > 1;
}

/** Beside a name: whether somebody is away or ready, what is left of the time, and what was just said. */
export function presenceMarkup(state, seat) {
  const { here, ready } = state.seats[seat];
  const phrase = state.phrases?.heard.get(seat);
  return html`${here === false && isCompany(state) ? html`<span class="away">${say("away")}</span>` : ""}
    ${ready ? html`<span class="ready">✓ ${say("ready")}</span>` : ""}
    ${state.clock?.seat === seat ? clockMarkup(state.clock) : ""}
    ${phrase ? html`<span class="bubble">${said(phrase)}</span>` : ""}`;
}

function clockMarkup(clock) {
  const left = Math.max(0, Math.ceil((clock.ends - performance.now()) / 1000));
  return html`<span class="clock" role="timer" data-urgent="${left <= URGENT}" title="${say("Time that is left")}">${timeText(left)}</span>`;
}

function timeText(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A clock of the server, by that of this page. */
export function clockOf(clock) {
  return clock && { ...clock, ends: performance.now() + clock.left * 1000 };
}

/** Let the clocks on the page run; `state` is read again each time. */
export function tick(state) {
  setInterval(() => {
    if (!state.clock) return;
    const left = Math.max(0, Math.ceil((state.clock.ends - performance.now()) / 1000));
    for (const each of document.querySelectorAll(".clock")) {
      each.textContent = timeText(left);
      each.dataset.urgent = left <= URGENT;
    }
  }, TICK);
}

/** What stands below a deal that is over, where people wait for each other; empty where nobody waits. */
export function readyText(state) {
  const people = state.seats.map((each, seat) => ({ ...each, seat })).filter(({ kind }) => kind === "person");
  if (people.length < 2 || !people.some(({ ready }) => ready)) return "";
  if (people.every(({ ready, here, seat }) => ready || !here || seat === state.seat) && state.seats[state.seat]?.ready === "") return say("The others are ready. And you?");
  const names = people.filter(({ ready, here }) => here && !ready).map(({ seat }) => (seat === state.seat ? say("you") : calledName(state, seat)));
  if (names.length) return say("Waiting for: {names}", { names: names.join(", ") });
  return say("You want to go on in different ways: agree on one.");
}

/** Who is still to sit down before the clock starts; empty when it runs or there is none. */
export function missingText(state) {
  if (!state.limit || state.began) return "";
  const names = state.seats.flatMap(({ kind, here }, seat) => (kind === "person" && !here ? [calledName(state, seat)] : []));
  return names.length ? say("The clock starts when all have sat down; still missing: {names}", { names: names.join(", ") }) : "";
}

// -- dialogs ------------------------------------------------------------------------------------------

/** Ask somebody who came by a link what they are called. */
export function askName(connection) {
  open("name", say("Welcome"), html`<p>${say("What shall the others call you?")}</p>${nameForm(settings.name, say("Sit down"))}`);
  listen(connection);
  document.querySelector("#dialog [name=name]").focus();
}

export function nameForm(name, done = say("Change")) {
  return html`<form class="naming" method="dialog"><label>${say("Your name")}
    <input name="name" maxlength="30" autocomplete="nickname" value="${name}"></label>
    <button class="primary">${done}</button></form>`;
}

/** Who is here, and what can be said to them. */
export function talk(state, connection) {
  const own = state.seats[state.seat];
  open("talk", say("Company"), html`<ul class="people">${columns(state).map((seat) => personMarkup(state, seat))}</ul>
    ${own?.kind === "person" ? html`<div class="phrases" role="group" aria-label="${say("Say something")}">
      ${Object.entries(state.phrases.offered).map(([word, saying]) => html`<button data-phrase="${word}" data-close>${said(saying)}</button>`)}</div>
      ${nameForm(own.named ? own.name : settings.name)}` : ""}`);
  listen(connection);
}

function personMarkup(state, seat) {
  const { kind, here } = state.seats[seat];
  const name = seat === state.seat ? `${calledName(state, seat)} (${say("you")})` : calledName(state, seat);
  const mark = kind !== "person" ? say("agent") : here ? say("here") : say("away");
  return html`<li data-here="${here !== false}"><b>${name}</b> <small>${mark}</small></li>`;
}

/** What is chosen in the dialog goes to the server. */
export function listen(connection) {
  const dialog = document.getElementById("dialog");
  for (const button of dialog.querySelectorAll("[data-phrase]")) {
    button.addEventListener("click", () => connection.send({ type: "phrase", phrase: button.dataset.phrase }));
  }
  dialog.querySelector(".naming")?.addEventListener("submit", ({ target }) => {
    const name = target.elements.name.value.trim();
    choose("name", name);
    connection.send({ type: "name", name });
  });
}

/** Who has come or gone, in a dialog that shows them. */
export function refresh(state) {
  if (isOpen("talk")) put(document.querySelector("#dialog .people"), html`${columns(state).map((seat) => personMarkup(state, seat))}`);
}

/** Somebody says something: it stands beside them for a while. */
export function hear({ heard }, { seat, said: saying }, draw) {
  heard.set(seat, saying);
  setTimeout(() => {
    if (heard.get(seat) === saying) heard.delete(seat);
    draw();
  }, HEARD);
}
