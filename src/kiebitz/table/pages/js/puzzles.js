// Puzzles and exercises: a position is drawn as at the table, a move or an answer is given, and the server judges it.

import "./card-table.js";
import { openSettings } from "./dialogs.js";
import { download } from "./download.js";
import { answerMarkup, gradeMarkup, itemsMarkup, seenMarkup, starsText } from "./puzzle-text.js";
import { loadPage } from "./game-page.js";
import { html, put } from "./html.js";
import { learn, said, saidMarkup, say } from "./language.js";
import { playerHeaders } from "./player.js";
import { factText } from "./scene.js";
import { fetched, games as offered, post } from "./server.js";

const at = (id) => document.getElementById(id);
const view = document.querySelector("card-table");
const KINDS = ["whether", "places", "deals", "common", "truth", "write"];
const games = await offered();
const asked = new URLSearchParams(location.search);
const known = (name) => games.some((game) => game.name === name);
const state = {
  game: known(asked.get("game")) ? asked.get("game") : games[0].name,
  mode: asked.get("mode") === "exercises" ? "exercises" : "puzzles",
  kind: "", // of exercises; empty for all in turn
  shown: null, answer: null, progress: {}, busy: false, number: 0,
};
/** What <card-table> draws: a table at which nobody waits. */
const board = {
  seat: 0, seats: [], scene: null, ended: null, held: null, hint: null, claim: "", choosing: "", listed: "", worth: null, slow: false,
  units: 1, unit: 0, ply: 0, paused: false, picked: [], between: false, summary: null, asked: "", order: null,
};

/** A seed that nobody has to remember. */
function freshSeed() {
  return [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(36)).join("");
}

async function get(path, values = {}) {
  return (await fetched(`${path}?${new URLSearchParams(values)}`, { headers: playerHeaders() })).json();
}

// -- what is asked ------------------------------------------------------------------------------------

const ASKING = {
  new: () => get("/api/puzzles", { game: state.game, seed: freshSeed() }),
  today: () => get("/api/puzzles/today", { game: state.game }),
  due: () => get("/api/puzzles/due", { game: state.game }),
  exercise: () => get("/api/exercises", { game: state.game, seed: freshSeed(), kind: state.kind || KINDS[state.number++ % KINDS.length] }),
};

let latest = 0; // whoever asks again before the answer came wants the later one only

async function ask(what) {
  latest += 1;
  const mine = latest;
  Object.assign(state, { busy: true, shown: null, answer: null });
  put(view, "");
  put(at("seen"), "");
  delete document.body.dataset.game;
  at("problem").textContent = "";
  put(at("question"), html`<p class="waiting">${say("Looking for a position … The first of a game can take a minute.")}</p>`);
  put(at("answer"), "");
  try {
    const found = await ASKING[what]();
    if (mine !== latest) return;
    if (found.waiting !== 0) await Promise.all([loadPage(found, board), learn([found.game])]);
    if (mine !== latest) return;
    if (found.waiting === 0) put(at("question"), html`<p>${say("Nothing is due now.")}</p>`);
    else show(found);
  } catch (error) {
    if (mine !== latest) return;
    put(at("question"), "");
    at("problem").textContent = said(error.said ?? error.message);
  }
  state.busy = false;
}

function show(found) {
  state.shown = found;
  const scene = state.mode === "exercises" ? { ...found.scene, moves: [], reasons: {}, turn: -1 } : found.scene;
  const aids = state.mode !== "exercises" || found.all_cards; // what a player can conclude is the question there
  Object.assign(board, { seat: found.seat, seats: found.seats, scene, aids, choosing: "", listed: "", ply: board.ply + 1 });
  document.body.dataset.game = found.game;
  document.body.dataset.asks = state.mode;
  document.body.classList.toggle("without-tricks", !found.trick_size);
  draw();
  view.querySelector(".playable")?.focus({ preventScroll: true });
  scrollTo(0, 0);
  if (state.mode === "puzzles") view.querySelector(".own").scrollIntoView({ block: "nearest" }); // with the question, as far as there is room
}

// -- answers ------------------------------------------------------------------------------------------

async function answer(move) {
  if (!state.shown || state.answer || state.busy || state.mode !== "puzzles") return;
  const { name, game, seed } = state.shown;
  await judged(() => post("/api/puzzles/answer", { name, game, seed, move }, playerHeaders()));
}

async function grade(text) {
  const { game, seed, kind } = state.shown;
  await judged(() => post("/api/exercises/answer", { game, seed, kind, answer: text }));
}

/** What was answered stays as it is until it is judged: what cannot be read can be mended. */
async function judged(send) {
  state.busy = true;
  at("problem").textContent = "";
  try {
    state.answer = await send();
    if (state.answer.progress) state.progress = state.answer.progress;
  } catch (error) {
    at("problem").textContent = said(error.said ?? error.message);
  }
  state.busy = false;
  if (!state.answer) return;
  draw();
  at("answer").querySelector("button")?.focus({ preventScroll: true });
  at("answer").scrollIntoView({ block: "nearest" });
}

function playCard(card) {
  const moves = board.scene.moves.filter((each) => each.card === card);
  if (moves.length === 1) answer(moves[0].move);
  else if (moves.length) {
    board.choosing = card;
    draw();
  }
}

const WISHES = {
  card: playCard,
  move: answer,
  list: (move) => {
    board.listed = move;
    draw();
  },
};
view.addEventListener("want", ({ detail }) => WISHES[detail.kind]?.(detail.value));

// -- the page -----------------------------------------------------------------------------------------

function draw() {
  drawChoices();
  drawProgress();
  const { shown, answer: given } = state;
  if (!shown) return;
  put(at("question"), html`${shown.stars ? html`<p class="stars" aria-label="${say("Difficulty {n} of 5", { n: shown.stars })}">${starsText(shown.stars)}</p>` : ""}
    <h2>${saidMarkup(shown.question)}</h2>`);
  put(at("seen"), seenMarkup(shown));
  put(at("facts"), html`${shown.scene.facts.map((fact) => html`<li data-kind="${fact.kind}">${factText(fact)}</li>`)}`);
  view.show(board);
  if (state.mode === "puzzles") put(at("answer"), given ? answerMarkup(given, shown) : "");
  else put(at("answer"), html`${given ? gradeMarkup(given, shown) : itemsMarkup(shown)}`);
}

function drawChoices() {
  const { mode, progress } = state;
  at("settings").querySelector("span").textContent = say("Settings");
  document.title = `${mode === "puzzles" ? say("Puzzles") : say("Knowledge")} – Kiebitz`;
  const tab = (name, text) => html`<button data-mode="${name}" aria-pressed="${String(mode === name)}">${text}</button>`;
  const acts = mode === "puzzles"
    ? html`<button data-act="new">${say("New puzzle")}</button><button data-act="today">${say("Puzzle of the day")}</button>
      <button data-act="due">${progress.due ? say("Due: {n}", { n: progress.due }) : say("Due")}</button>`
    : html`<select data-kind aria-label="${say("Kind of exercise")}"><option value="">${say("all kinds")}</option>${KINDS.map((kind) => html`
      <option value="${kind}" ${kind === state.kind ? "selected" : ""}>${kindText(kind)}</option>`)}</select><button data-act="exercise">${say("New exercise")}</button>`;
  put(at("choices"), html`${tab("puzzles", say("Puzzles"))}${tab("exercises", say("Knowledge"))}
    <select data-game aria-label="${say("Game")}">${games.map((game) => html`<option value="${game.name}" ${game.name === state.game ? "selected" : ""}>${game.title.split(",")[0]}</option>`)}</select>${acts}`);
}

function kindText(kind) {
  return {
    whether: say("Who knows whether?"), places: say("Where may it be?"), deals: say("Which deals remain?"),
    common: say("After an announcement"), truth: say("True or false?"), write: say("Write a formula"),
  }[kind];
}

function drawProgress() {
  const { tried = 0, solved = 0, later = 0, due = 0 } = state.progress;
  put(at("progress"), state.mode === "puzzles" && tried ? html`${say("{tried} tried, {solved} solved, {later} {later:comes|come} back later, {due} due now", { tried, solved, later, due })}
    · <button data-act="export">${say("Export")}</button> <button data-act="forget">${say("Delete")}</button>` : "");
}

const ACTS = {
  ...Object.fromEntries(Object.keys(ASKING).map((what) => [what, () => ask(what)])),
  next: () => ask(state.mode === "puzzles" ? "new" : "exercise"),
  export: async () => download(JSON.stringify(await get("/api/puzzles/export"), null, 1), "puzzles.json", "application/json"),
  forget: async () => {
    if (!confirm(say("Delete all that you have solved?"))) return;
    await fetched("/api/puzzles/progress", { method: "DELETE", headers: playerHeaders() });
    await readProgress();
    draw();
  },
};

async function readProgress() {
  state.progress = await get("/api/puzzles/progress", { game: state.game }).catch(() => ({}));
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-act], [data-mode]");
  if (!button || view.contains(button)) return;
  if (button.dataset.mode) choose({ mode: button.dataset.mode });
  else ACTS[button.dataset.act]?.();
});
document.addEventListener("change", ({ target }) => {
  if (target.matches("[data-game]")) choose({ game: target.value });
  else if (target.matches("[data-kind]")) {
    state.kind = target.value;
    ask("exercise");
  }
});
at("answer").addEventListener("submit", (event) => {
  event.preventDefault();
  const form = new FormData(event.target);
  const letters = form.getAll("letter").join(" ");
  grade(form.get("formula") ?? form.get("truth") ?? (letters || "none"));
});

/** Another game or another kind of question. */
async function choose(news) {
  Object.assign(state, news, { shown: null, answer: null });
  await readProgress();
  drawChoices();
  drawProgress();
  await ask(state.mode === "puzzles" ? "today" : "exercise");
}

at("settings").addEventListener("click", openSettings);
document.addEventListener("kiebitz:settings", draw);
await learn([state.game]);
choose({});
