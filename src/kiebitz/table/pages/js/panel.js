// The Kiebitz panel beside a table: looks into heads, at any moment of the game.

import { close, isOpen } from "./dialogs.js";
import { download } from "./download.js";
import { html, put } from "./html.js";
import { letters, placeName, said, say } from "./language.js";
import "./panel/announcement-steps.js";
import "./panel/belief-matrix.js";
import "./panel/kripke-graph.js";
import "./panel/mind-view.js";
import "./panel/replay-bar.js";
import "./panel/time-line.js";
import { ask, isSame, request } from "./panel/asking.js";
import { openOther, placeInFile } from "./record-file.js";
import { review } from "./review.js";
import { games } from "./server.js";
import { pencil, settings } from "./settings.js";
import { connection, draw, state } from "./table.js";
import { address, fromAddress, remember } from "./tables.js";
import { worthOfCards } from "./worth.js";

const TABS = {
  matrix: "belief-matrix", kripke: "kripke-graph", announced: "announcement-steps", mind: "mind-view", timeline: "time-line",
};
const aside = document.getElementById("panel");
const { table } = fromAddress();
const wide = matchMedia("(min-width: 1000px)");

/** What is looked at: whose head, which moment (null: now), which part of the panel. */
const look = { seat: null, ply: null, tab: "matrix", isOpen: null, paused: false, pace: 0.7 };
const live = { scene: null, ended: null, ply: 0, course: 0 }; // the newest that the table has told
let line = null; // the time line with what may be seen, of one course of play
let drawing = false; // true while the table draws what we have put there
let agents = [];
let others = { key: "", found: null }; // what could have been done at a moment

// -- the frame ----------------------------------------------------------------------------------------

function frame() {
  const tab = (name) => html`
    <button role="tab" id="tab-${name}" data-tab="${name}" data-say="${name}" aria-controls="panel-page"></button>`;
  put(aside, html`
    <header><h2 data-say="panel"></h2><button id="panel-close" data-label="close">✕</button>
      <label><span data-say="whose"></span> <select id="panel-seat"></select></label></header>
    <replay-bar></replay-bar>
    <div role="tablist" data-label="panel">${Object.keys(TABS).map(tab)}</div>
    <div id="panel-page" role="tabpanel" tabindex="0">
      ${Object.values(TABS).map((tag) => html`<${tag}></${tag}>`)}</div>
    <p id="panel-note" role="status"></p>`);
  label();
  choose(look.tab);
}

/** The words of the frame; what is in it keeps its own. */
function label() {
  const texts = {
    panel: say("Kiebitz panel"), close: say("Close the panel"), whose: say("Whose knowledge"), matrix: say("Cards"),
    kripke: say("Who knows"), announced: say("Announced"), mind: say("Mind"), timeline: say("Time line"),
  };
  for (const each of aside.querySelectorAll("[data-say]")) each.textContent = texts[each.dataset.say];
  for (const each of aside.querySelectorAll("[data-label]")) each.setAttribute("aria-label", texts[each.dataset.label]);
}

function choose(tab) {
  look.tab = tab;
  for (const button of aside.querySelectorAll("[data-tab]")) {
    button.setAttribute("aria-selected", button.dataset.tab === tab);
    button.tabIndex = button.dataset.tab === tab ? 0 : -1;
  }
  for (const [name, tag] of Object.entries(TABS)) aside.querySelector(tag).hidden = name !== tab;
  document.getElementById("panel-page").setAttribute("aria-labelledby", `tab-${tab}`);
}

function toggle(open) {
  look.isOpen = open;
  aside.hidden = !open;
  document.body.classList.toggle("with-panel", open);
  button.setAttribute("aria-expanded", open);
  if (!open && look.ply !== null) goLive();
  if (!open) showWorth(null);
  refresh();
}

const button = document.createElement("button");
button.id = "panel-toggle";
put(button, html`<u aria-hidden="true">K</u><span>Kiebitz</span>`);
button.setAttribute("aria-controls", "panel");
button.addEventListener("click", () => toggle(aside.hidden));
document.getElementById("tools").prepend(button);

// -- what is shown ------------------------------------------------------------------------------------

function context() {
  const all = Boolean(line?.all);
  const seat = look.seat ?? (state.seat >= 0 || !all ? state.seat : Math.max(0, live.scene?.turn ?? 0));
  const names = state.seats.map((each) => each.place);
  const ply = moment();
  const cards = [...new Set(state.scene.seats.flatMap((each) => each.cards).concat(state.scene.hand))];
  return {
    all, seat, names, ply, course: live.course, cards, agents, plies: live.ply, over: Boolean(live.scene?.over),
    solved: Boolean(line?.solved.includes(state.scene.phase)) && !state.scene.over,
    mayAsk: all || (state.scene.turn === state.seat && state.seat >= 0),
    watching: state.seat < 0 && !live.scene?.over && state.seats.every((each) => each.kind === "agent"),
    paused: look.paused, pace: look.pace, file: placeInFile(table), isRecord: state.seats.every((each) => each.kind === "recorded"),
  };
}

let waiting = 0;
function refresh() {
  clearTimeout(waiting);
  if (!aside.hidden && state.scene) waiting = setTimeout(show, 40);
}

let asked = 0;
async function show() {
  const mine = ++asked;
  aside.classList.toggle("without-aids", !mayKnow());
  if (!mayKnow()) {
    line = null;
    aside.querySelector("replay-bar").show(context());
    note(say("Where several people play, what can be known is shown after the deal."));
    return;
  }
  try {
    const { course } = live;
    if (line?.course !== course || line.plies !== live.ply || line.over !== Boolean(live.scene.over)) {
      const found = await ask("timeline");
      if (mine !== asked) return;
      line = { ...found, course, over: Boolean(live.scene.over) };
    }
    const here = context();
    await alternatives(here);
    if (mine !== asked) return;
    aside.querySelector("replay-bar").show(here);
    seats(here);
    note("");
    await part(here, mine);
  } catch (error) {
    if (mine === asked) note(`${say("That did not work")}: ${problem(error)}`);
  }
}

/** Among people what can be known is shown after the deal, unless the host allows it before. */
function mayKnow() {
  return state.aids || Boolean(live.scene?.over);
}

/** What could have been done at this moment, for those who may try it. */
async function alternatives(here) {
  if (!here.all) return;
  const key = `${here.course}/${here.ply}/${here.over}`;
  if (others.key !== key) others = { key, found: await ask("whatifs", { ply: here.ply }) };
  here.others = others.found;
}

async function part(here, mine) {
  const shown = aside.querySelector(TABS[look.tab]);
  if (look.tab !== "mind") showWorth(null);
  if (look.tab === "timeline") shown.show(line, here);
  else if (look.tab === "mind") {
    await known();
    await shown.show({ ...here, agents });
  } else {
    const matrix = await ask("matrix", { seat: here.seat, ply: here.ply });
    if (mine !== asked) return;
    if (look.tab === "matrix") shown.show(matrix);
    else await shown.show({ ...here, cards: matrix.cards, held: matrix.rows.map((row) => row.card) });
  }
}

async function known() {
  if (agents.length) return;
  const game = (await games()).find((each) => each.name === state.scene.game);
  agents = [...new Set([game?.opponent, ...(game?.agents || []).map((each) => each.name)])].filter(Boolean);
}

function seats(here) {
  const select = document.getElementById("panel-seat");
  const offered = here.all ? here.names.map((name, seat) => [seat, name]) : [[here.seat, here.names[here.seat] || ""]];
  if (here.all) offered.push([-1, ""]);
  const called = (seat, name) => {
    if (seat < 0) return say("what everybody knows");
    return seat === state.seat ? `${placeName(name)} (${say("you")})` : placeName(name);
  };
  put(select, html`${offered.map(([seat, name]) => html`
    <option value="${seat}" ${seat === here.seat ? "selected" : ""}>${called(seat, name)}</option>`)}`);
}

/** Bars on the cards themselves: what the moves that the mind's page tells of are worth; null for none. */
function showWorth(values) {
  const worth = values && Object.keys(values).length ? worthOfCards(values) : null;
  if (JSON.stringify(worth) === JSON.stringify(state.worth)) return;
  state.worth = worth;
  redraw();
}

function problem(error) {
  return said(error.said ?? error.message);
}

function note(text) {
  document.getElementById("panel-note").textContent = text;
}

// -- moments ------------------------------------------------------------------------------------------

async function go(ply) {
  const wanted = Math.max(0, Math.min(live.ply, ply));
  if (wanted === live.ply) {
    goLive();
    return;
  }
  look.ply = wanted;
  const { course } = live;
  try {
    const scene = await ask("scene", { ply: wanted });
    if (look.ply !== wanted || course !== live.course) return;
    state.worth = null;
    place(scene, null);
    refresh();
  } catch (error) {
    note(problem(error));
  }
}

function goLive() {
  look.ply = null;
  state.worth = null;
  place(live.scene, live.ended);
  refresh();
}

/** Let the table draw another moment; nothing can be played from the past. */
function place(scene, ended) {
  const past = look.ply !== null;
  Object.assign(state, { scene: past ? { ...scene, moves: [], reasons: {} } : scene, ended });
  Object.assign(state, { hint: null, choosing: "", listed: "", slow: false });
  document.body.classList.toggle("in-past", past);
  redraw();
}

function redraw() {
  drawing = true;
  draw();
  drawing = false;
}

function trick(step) {
  const here = moment();
  const starts = (line?.lines ?? []).filter((each) => each.starts).map((each) => each.ply);
  return step > 0 ? starts.find((ply) => ply > here) ?? live.ply : starts.findLast((ply) => ply < here) ?? 0;
}

function moment() {
  return look.ply ?? live.ply;
}

const WANTS = {
  go,
  first: () => go(0),
  last: () => go(live.ply),
  back: () => go(moment() - 1),
  on: () => go(moment() + 1),
  trickBack: () => go(trick(-1)),
  trickOn: () => go(trick(1)),
  fileBack: () => openOther(placeInFile(table).number - 1),
  fileOn: () => openOther(placeInFile(table).number + 1),
  step: () => {
    if (!look.paused) WANTS.pause();
    connection.send({ type: "step" });
  },
  pause: () => {
    look.paused = !look.paused;
    connection.send({ type: "pause", paused: look.paused });
    state.paused = look.paused;
    draw();
  },
  pace: (seconds) => {
    look.pace = seconds;
    connection.send({ type: "pace", seconds });
  },
  link: async () => {
    const place = address(table, state.watch, `?ply=${moment()}`); // never one's own key: the link is given away
    const done = await navigator.clipboard?.writeText(place).then(() => true, () => false);
    if (state.seat < 0) history.replaceState(null, "", place);
    if (done) note(say("The link is copied: it opens this moment for whoever watches."));
    else put(document.getElementById("panel-note"), html`<label>${say("Copy this link:")} <input readonly value="${place}"></label>`);
  },
  svg: async () => {
    const picture = await ask("position.svg", { ply: moment(), style: settings.faces, letters: letters(), ...pencil() });
    download(picture, `${state.scene.game}.svg`, "image/svg+xml");
  },
  review: () => review(state),
  record: async () => download(await ask("record"), `${state.scene.game}.txt`, "text/plain"),
  branch: async ({ seat, ...other }) => {
    note(say("Working it out …"));
    await known();
    const places = state.seats.map((each, n) => (n === seat ? { kind: "person" } : { kind: "agent", spec: agents[0] }));
    const made = await request("branch", { ply: moment(), seats: places, ...other });
    const token = seat >= 0 ? made.tokens[seat] : made.watch;
    const title = document.getElementById("title").textContent;
    remember({ table: made.table, token, host: made.host, game: state.scene.game, title });
    location.assign(address(made.table, token, `?from=${table}`)); // another query: the page is loaded anew
  },
};

// -- what happens -------------------------------------------------------------------------------------

function told() {
  if (drawing) return;
  document.body.classList.remove("in-past");
  document.body.classList.toggle("is-watching", state.seat < 0);
  document.body.classList.toggle("is-replay", state.seats.every((each) => each.kind === "recorded"));
  if (look.ply !== null && state.ply === live.ply && state.course === live.course) { // the table only drew again
    if (state.ended) live.ended = state.ended;
    place({ ...state.scene }, null);
    return;
  }
  Object.assign(live, { scene: state.scene, ended: state.ended, ply: state.ply, course: state.course });
  look.ply = null;
  if (look.isOpen === null) {
    toggle(state.seat < 0 && wide.matches);
    const wanted = new URLSearchParams(location.search).get("ply");
    if (wanted !== null) {
      toggle(true);
      go(Number(wanted));
    }
  } else refresh();
}
document.addEventListener("kiebitz:state", told);
document.addEventListener("kiebitz:message", ({ detail }) => {
  if (detail.type === "end") line = null;
  if (detail.type === "welcome") look.pace = detail.pace;
});
document.addEventListener("kiebitz:settings", () => {
  label();
  refresh();
});
aside.addEventListener("want-replay", async ({ detail }) => {
  try {
    await WANTS[detail.kind](detail.value);
  } catch (error) {
    note(problem(error));
  }
});
aside.addEventListener("worth", ({ detail: { values, at } }) => {
  const isShown = !aside.hidden && look.tab === "mind" && state.scene;
  showWorth(isShown && isSame(at, context()) ? values : null);
});
aside.addEventListener("go", ({ detail }) => go(detail));
document.addEventListener("kiebitz:look", ({ detail: { ply, seat } }) => { // a moment that another part of the page tells of
  close();
  look.seat = seat;
  toggle(true);
  go(ply);
});
aside.addEventListener("pick", ({ detail }) => {
  aside.querySelector("kripke-graph").card = detail;
  choose("kripke");
  refresh();
});
aside.addEventListener("change", (event) => {
  if (event.target.id !== "panel-seat") return;
  look.seat = Number(event.target.value);
  refresh();
});
aside.addEventListener("click", (event) => {
  const tab = event.target.closest("[data-tab]");
  if (tab) {
    choose(tab.dataset.tab);
    refresh();
  } else if (event.target.closest("#panel-close")) {
    toggle(false);
    button.focus();
  }
});
aside.addEventListener("keydown", (event) => {
  const tab = event.target.closest("[data-tab]");
  if (!tab || !["ArrowLeft", "ArrowRight"].includes(event.key)) return;
  const names = Object.keys(TABS);
  const next = names[(names.indexOf(look.tab) + (event.key === "ArrowRight" ? 1 : names.length - 1)) % names.length];
  choose(next);
  document.getElementById(`tab-${next}`).focus();
  refresh();
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  if (isOpen()) return;
  if (event.key === "k") toggle(aside.hidden);
  else if (event.key === " " && state.scene && context().watching && event.target.tagName !== "BUTTON") {
    event.preventDefault();
    WANTS.step();
  } else if (event.key === "[" || event.key === "]") go(moment() + (event.key === "]" ? 1 : -1));
});

aside.hidden = true;
frame();
if (state.scene) told(); // the table may have been quicker than this module
