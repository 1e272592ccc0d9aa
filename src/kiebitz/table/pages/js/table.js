// The page of a table: messages come in, are shown one after the other, and wishes go out.

import "./card-table.js";
import { faceUrl } from "./cards.js";
import * as company from "./company.js";
import { Connection } from "./connection.js";
import * as dialogs from "./dialogs.js";
import { download } from "./download.js";
import { fromGame, loadPage } from "./game-page.js";
import { html, put } from "./html.js";
import { learn, moveName, said, say } from "./language.js";
import { collect } from "./motion.js";
import { review, reviewByItself } from "./review.js";
import { askText, claimText, endText, factText, playerName, unitText, whyNotText } from "./scene.js";
import { scoreSheet } from "./score-sheet.js";
import { unreachable } from "./server.js";
import { settings, speed } from "./settings.js";
import { sound } from "./sounds.js";
import { address, forget, fromAddress, hideToken, knownTable, remember } from "./tables.js";

const { table, token } = fromAddress();
const view = document.querySelector("card-table");
const live = document.getElementById("live");
const toast = document.getElementById("toast");
const LONGEST_SUMMARY = 5000; // milliseconds, where a clock runs
const SLOW = 4000; // milliseconds of thinking after which we say why it may take long

/** All that is shown; `panel.js` may read it and listens to "kiebitz:state" on the document. */
export const state = {
  seat: -1, seats: [], rules: "", watch: "", invitations: null, limit: 0, hints: true, aids: true, began: false, clock: null, phrases: { offered: {}, heard: new Map() }, setsPace: false, scene: null, ended: null, held: null, hint: null, claim: "", slow: false, paused: false,
  course: 0, // another number when a deal begins or moves were taken back: while it is the same, plies are only added
  choosing: "", // a card that can be played in several ways
  listed: "", // a move of a list, before it is made
  picked: [], // cards that are chosen together
  order: "", // what the game's page may do without asking, such as bidding up to a value
  asked: "", // what has to be confirmed: giving up
  declined: false, // the rest of this deal was not claimed
  review: null, // of the deal that is over, if it comes by itself
  worth: null, // what the panel knows of the worth of cards
};
export const connection = table && token ? new Connection(table, token, knownTable(table).host) : null;
const queue = [];
let busy = false;
let release = null;
let slowly = 0;
let named = false; // a guest is asked for a name once
let following = []; // cards that were chosen together and go next
const hint = { underWay: null, wanted: null }; // moments: of the answer to come, and of the last wish

// -- messages in --------------------------------------------------------------------------------------

connection?.addEventListener("message", ({ detail }) => {
  if (detail.type === "end") reviewByItself(state, draw); // while the last trick is still looked at
  queue.push(detail);
  pump();
});

async function pump() {
  if (busy) return;
  busy = true;
  while (queue.length) await receive(queue.shift());
  busy = false;
}

async function receive(message) {
  document.dispatchEvent(new CustomEvent("kiebitz:message", { detail: message }));
  await ({
    welcome, event: happened, end: ended, hint: hinted, offer: offered,
    sheet: (sheet) => scoreSheet(state, sheet),
    log: (log) => dialogs.course(state, log),
    error: (message) => tell(said(message.said ?? message.text)),
    note: (message) => tell(said(message.said ?? message.text)),
    people, phrase, lost,
    refused: () => { forget(table, token); location.href = "/"; },
  }[message.type] || (() => {}))(message);
}

/** What is shown stays; a table that was never seen has its place taken by a sentence. */
function lost() {
  tell(say("The connection is lost; trying again …"));
  if (!state.scene) put(view, html`<p class="unreachable" role="status">${unreachable()}</p>`);
}

async function welcome(message) {
  const { seat, seats, units, rules, watch, invitations, limit, hints, aids, pace, sets_pace: setsPace } = message;
  await Promise.all([loadPage(message, state), learn([message.game])]);
  Object.assign(state, { seat, seats, units, rules, watch, invitations, limit, hints, aids, setsPace });
  Object.assign(state.phrases, { offered: message.phrases });
  document.body.classList.toggle("in-company", company.isCompany(state));
  Object.assign(state, { scene: null, ply: null, ended: null, held: null, hint: null });
  const title = message.title.split(",")[0];
  document.body.dataset.game = message.game;
  document.body.classList.toggle("without-tricks", !message.trick_size);
  document.title = `${title} – Kiebitz`;
  document.getElementById("title").textContent = title;
  remember({ table, token, game: message.game, title });
  if (seat >= 0 && pace !== speed().pace) sendPace();
  const invites = new URLSearchParams(location.search).has("invite");
  if (invites) history.replaceState(null, "", address(table, token));
  if (seat >= 0) hideToken(table, token);
  if (invites) WISHES.invite();
  else if (company.isCompany(state) && seats[seat]?.named === false && !named) company.askName(connection);
  named = true;
}

/** Who is here and ready, and whose time runs. */
function people({ seats, began, clock }) {
  Object.assign(state, { seats, began, clock: company.clockOf(clock) });
  company.refresh(state);
  draw();
}

function phrase(message) {
  company.hear(state.phrases, message, draw);
  draw();
  speak(`${playerName(state, message.seat)}: ${said(message.said)}`);
}

/** The speed of the agents, if this seat has a say in it. */
function sendPace() {
  if (state.setsPace) connection.send({ type: "pace", seconds: speed().pace });
}

async function happened(message) {
  const before = state.scene;
  const next = message.scene;
  const forward = before && message.unit === state.unit && message.ply === state.ply + 1;
  Object.assign(state, { hint: null, claim: "", choosing: "", listed: "", asked: "", slow: false, worth: null, seats: message.seats, clock: company.clockOf(message.clock) });
  if (!next.over) state.review = null;
  if (!forward || message.round !== state.round) Object.assign(state, { order: "", declined: false });
  if (!forward) {
    state.course += 1;
    following = [];
  }
  state.picked = [...following];
  announce(message);
  if (forward && message.who >= 0) sound("card");
  const isLast = next.over || message.round !== state.round;
  if (forward && next.last_trick && JSON.stringify(next.last_trick) !== JSON.stringify(before.last_trick)) {
    await hold(before, next, message.who, isLast);
  }
  const { ply, unit, round, totals, summary } = message;
  if (summary && forward && state.seat >= 0 && !next.over && speed().hold) await showSummary(before, summary);
  Object.assign(state, { scene: next, ply, unit, round, totals, summary: summary ?? null, ended: null, held: null });
  draw((card) => (forward && message.move?.slice(0, 2) === card ? message.who : -1));
  if (next.moves.length) {
    sound("turn");
    speak(askText(next));
  }
  goOn();
}

/** What is to be played without asking: the rest of what was chosen together, or what the game's page decides. */
function goOn() {
  const { moves } = state.scene;
  const [card] = following;
  if (moves.length && card) {
    const isLegal = moves.some(({ move }) => move === card);
    following = isLegal ? following.slice(1) : [];
    if (isLegal) play(card);
    return;
  }
  const forced = fromGame("forced", state.scene, state.order);
  if (forced) play(forced);
}

/** A finished trick lies there for a while, or until a click, and goes to whoever won it; the last of a deal waits. */
async function hold(before, next, who, isLast) {
  const lying = new Set(next.last_trick.cards.map(([, card]) => card));
  const waits = isLast && state.seat >= 0 && (next.over || !state.limit); // a clock does not wait
  state.held = { ...next.last_trick, waits };
  state.scene = {
    ...before, trick: next.last_trick, turn: -1, moves: [], reasons: {}, hand: before.hand.filter((card) => !lying.has(card)),
    seats: before.seats.map((place) => (place.seat === who ? { ...place, count: place.count - 1, cards: place.cards.filter((card) => !lying.has(card)) } : place)),
  };
  draw((card) => (lying.has(card) ? who : -1));
  sound("trick");
  const { best } = next.last_trick; // at the end of a round nobody may be able to tell
  if (best >= 0) speak(say("{name}: the trick", { name: playerName(state, best) }));
  if (speed().hold) {
    await released(waits ? 0 : speed().hold);
    await collect(view, best, speed().motion);
  }
  state.held = null;
}

/** Wait for a click or the space bar, at most for some time. */
async function released(milliseconds) {
  await new Promise((resolve) => {
    release = resolve;
    if (milliseconds) setTimeout(resolve, milliseconds);
  });
  release = null;
}

/** What a round brought, before the next one is shown. */
async function showSummary(scene, summary) {
  const seats = scene.seats.map((place) => ({ ...place, count: 0, cards: [], badges: [] })); // the summary has it all
  Object.assign(state, { scene: { ...scene, seats, turn: -1, moves: [], reasons: {}, hand: [] }, round: null, summary, between: true });
  draw();
  await released(state.limit ? LONGEST_SUMMARY : 0);
  state.between = false;
}

function ended(message) {
  state.ended = message;
  sound(endSound(message));
  const text = endText(state); // drawing may lead to another moment, where nothing has ended
  draw();
  speak(text);
}

/** For those who only watch, nobody has won. */
function endSound({ points }) {
  if (state.seat < 0) return "over";
  return points[state.seat] === Math.max(...points) ? "won" : "lost";
}

function hinted(message) {
  toast.hidden = true;
  const isFor = hint.underWay;
  hint.underWay = null;
  if (isFor !== moment() || message.ply !== state.ply || !state.scene.moves.length) {
    if (isFor !== hint.wanted && hint.wanted === moment()) askHint();
    return;
  }
  state.hint = message;
  draw();
  speak(`${say("Hint")}: ${moveName(message.move, state.scene.phase)}. ${said(message.because_said ?? message.because)}`);
}

function offered(message) {
  if (message.ply !== state.ply || state.declined) return;
  state.claim = message.claim;
  draw();
  speak(`${claimText(message.claim)} (C)`);
}

// -- telling ------------------------------------------------------------------------------------------

function announce(message) {
  if (message.who < 0) speak(say("The cards are dealt."));
  else speak(`${playerName(state, message.who)}: ${moveName(message.move, message.phase)}`);
}

function speak(text) {
  const line = document.createElement("p");
  line.textContent = text;
  live.append(line);
  while (live.childElementCount > 12) live.firstElementChild.remove();
}

let fading = 0;
function tell(text) {
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(fading);
  fading = setTimeout(() => { toast.hidden = true; }, 5000);
}

function draw(from) {
  if (!state.scene) return;
  view.show(state, from);
  const told = state.scene.over ? state.scene.facts.filter((fact) => !fact.at_end) : state.scene.facts; // the result tells the rest
  const facts = told.map((fact) => [fact.kind, factText(fact)]);
  if (state.units > 1 || state.unit) facts.unshift(["unit", unitText(state.unit + 1, state.units)]);
  if (state.limit) facts.push(["limit", say("{n} s for a move", { n: state.limit })]);
  put(document.getElementById("facts"), html`${facts.map(([kind, text]) => html`<li data-kind="${kind}">${text}</li>`)}`);
  document.dispatchEvent(new CustomEvent("kiebitz:state", { detail: state }));
  clearTimeout(slowly);
  const waits = state.scene.turn >= 0 && state.scene.turn !== state.seat && !state.slow;
  if (waits) slowly = setTimeout(() => { state.slow = true; draw(); }, SLOW);
}

// -- wishes out ---------------------------------------------------------------------------------------

/** What tells this moment from all others, even from one with the same ply in another deal. */
function moment() {
  return `${state.course}/${state.ply}`;
}

/** The server looks for one hint at a time: a wish meanwhile is not heard, and is repeated after the answer. */
function askHint() {
  tell(say("Looking for a good move …"));
  hint.wanted = moment();
  hint.underWay ??= hint.wanted;
  connection.send({ type: "hint", aim: settings.hints });
}

function play(move) {
  state.choosing = "";
  connection.send({ type: "play", move, ply: state.ply });
}

/** The cards that are chosen together after another click: it is taken back, added, or takes the last one's place. */
function toggled(picked, card, most) {
  return picked.includes(card) ? picked.filter((each) => each !== card) : [...picked.slice(0, most - 1), card];
}

function playCard(card) {
  const moves = state.held ? [] : state.scene.moves.filter((each) => each.card === card);
  const together = fromGame("picks", state.scene);
  if (release) release();
  else if (moves.length === 1 && together) {
    state.picked = toggled(state.picked, card, together);
    draw();
  } else if (moves.length === 1) play(moves[0].move);
  else if (moves.length) {
    state.choosing = card;
    draw();
  } else if (state.seat >= 0) tell(whyNotText(state, card));
}

const WISHES = {
  card: playCard,
  move: play,
  list: (move) => {
    state.listed = move;
    draw();
  },
  "go on": () => release?.(),
  lay: () => {
    following = state.picked.slice(1);
    play(state.picked[0]);
  },
  order: (order) => {
    state.order = order;
    draw();
    goOn();
  },
  "give up": () => {
    state.asked = "give up";
    draw();
  },
  "give up now": () => connection.send({ type: "concede" }),
  decline: () => {
    Object.assign(state, state.asked ? { asked: "" } : { claim: "", declined: true });
    draw();
  },
  next: () => connection.send({ type: "next", rotate: true }),
  again: () => connection.send({ type: "next", again: true }),
  rotate: () => connection.send({ type: "next", again: true, rotate: true }),
  record: () => download(state.ended.record, `${state.scene.game}-${table}.txt`, "text/plain"),
  review: () => review(state),
  last: () => dialogs.lastTrick(state),
  sheet: () => connection.send({ type: "sheet" }),
  log: () => connection.send({ type: "log" }),
  hint: () => {
    if (!state.hints) tell(say("Where several people play there are no hints."));
    else if (state.scene.moves.length) askHint();
  },
  claim: () => state.claim && connection.send({ type: "claim" }),
  undo: () => connection.send({ type: "undo" }),
  help: () => dialogs.help(state),
  settings: dialogs.openSettings,
  invite: () => dialogs.invite(state, table).then(() => company.listen(connection)),
  talk: () => company.talk(state, connection),
};

const ALWAYS = ["settings", "help"]; // the other wishes need a table

function wish(kind, value) {
  if (state.scene || ALWAYS.includes(kind)) WISHES[kind]?.(value);
}

view.addEventListener("want", ({ detail }) => wish(detail.kind, detail.value));
document.getElementById("tools").addEventListener("click", (event) => {
  const button = event.target.closest("[data-act]");
  if (button) wish(button.dataset.act);
});

// -- keys ---------------------------------------------------------------------------------------------

const KEYS = { l: "last", s: "sheet", p: "log", h: "hint", u: "undo", c: "claim", t: "talk", "?": "help" };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  if (event.target.closest("#panel")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (dialogs.isOpen()) {
    if (KEYS[key] && dialogs.isOpen(KEYS[key])) dialogs.close(); // the key that opened it
  } else if (key.startsWith("Arrow")) {
    view.step(key);
    event.preventDefault();
  } else if (key === " " && release) {
    release();
    event.preventDefault();
  } else if (key === "n" && state.ended) wish("next");
  else if (KEYS[key]) wish(KEYS[key]);
});

// -- the frame ----------------------------------------------------------------------------------------

function label() {
  const texts = {
    lobby: say("Lobby"), hint: say("Hint"), undo: say("Undo"), last: say("Last trick"), sheet: say("Score sheet"),
    log: say("Course of play"), invite: say("Invite"), talk: say("Company"), settings: say("Settings"), help: say("Help"),
  };
  for (const each of document.querySelectorAll("[data-say]")) {
    const text = texts[each.dataset.say];
    if (each.dataset.icon) {
      each.title = text;
      each.setAttribute("aria-label", text);
    } else {
      each.textContent = text;
      each.parentElement.title = text; // where there is room for the sign only
    }
  }
  view.setAttribute("aria-label", say("The table"));
}

document.addEventListener("kiebitz:settings", () => {
  sendPace();
  label();
  draw();
});
addEventListener("hashchange", () => location.reload()); // another table, or another seat
label();
company.tick(state);
if (!connection) tell(say("There is no table at this address."));
new Image().src = faceUrl("back");
export { draw, wish };
