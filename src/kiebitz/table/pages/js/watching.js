// The lobby's other half: watch agents play, open records, look at the runs of the lab.

import { html, put } from "./html.js";
import { settings, speed } from "./settings.js";
import { address, remember } from "./tables.js";

const en = {
  title: "Watch and look back", watch: "Watch agents play", record: "Open a record", file: "A file: our own format, ISS or XSkat",
  paste: "or its text", number: "Which record of the file", open: "Open", runs: "Runs of the lab",
};
const de = {
  title: "Zusehen und nachsehen", watch: "Agenten beim Spielen zusehen", record: "Eine Aufzeichnung öffnen", file: "Eine Datei: unser Format, ISS oder XSkat",
  paste: "oder ihr Text", number: "Die wievielte der Datei", open: "Öffnen", runs: "Läufe des Labors",
};
const tell = (key) => (settings.language === "de" ? de : en)[key];
const section = document.createElement("section");
section.id = "watching";
document.getElementById("more").after(section);
const problem = document.getElementById("problem");

async function send(path, body) {
  const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.error || answer.statusText);
  return found;
}

async function watch(game) {
  const seats = Array.from({ length: game.seats }, () => ({ kind: "agent", spec: game.opponent }));
  const keys = await send("/api/tables", { game: game.name, seats, pace: speed().pace });
  remember({ ...keys, token: keys.watch, game: game.name, at: Date.now() });
  location.href = address(keys.table, keys.watch);
}

async function openRecord(form) {
  const file = form.elements.file.files[0];
  const text = file ? await file.text() : form.elements.text.value;
  const keys = await send("/api/records", { text, number: Number(form.elements.number.value) || 1 });
  remember({ table: keys.table, token: keys.watch, watch: keys.watch, tokens: [], at: Date.now() });
  location.href = address(keys.table, keys.watch).replace("#", "?ply=0#");
}

const games = await (await fetch("/api/games")).json();
put(section, html`<h2>${tell("title")}</h2>
  <ul class="known"><li>${tell("watch")}:</li>${games.map((game) => html`<li><button data-watch="${game.name}">${game.title.split(",")[0]}</button></li>`)}</ul>
  <p><a href="/runs">${tell("runs")}</a></p>
  <details><summary>${tell("record")}</summary><form class="options">
    <label>${tell("file")}<input type="file" name="file"></label><label>${tell("number")}<input type="number" name="number" min="1" value="1"></label>
    <label>${tell("paste")}<textarea name="text" rows="4" spellcheck="false"></textarea></label><button class="primary">${tell("open")}</button></form></details>`);

const told = (error) => { problem.textContent = error.message; };
section.addEventListener("click", ({ target }) => {
  const name = target.closest("[data-watch]")?.dataset.watch;
  if (name) watch(games.find((game) => game.name === name)).catch(told);
});
section.addEventListener("submit", (event) => {
  event.preventDefault();
  openRecord(event.target).catch(told);
});
