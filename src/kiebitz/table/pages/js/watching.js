// The lobby's other half: watch agents play, open records, look at the runs of the lab.

import { html, put } from "./html.js";
import { said, say } from "./language.js";
import { openRecord } from "./record-file.js";
import { games as offered, post } from "./server.js";
import { speed } from "./settings.js";
import { address, remember } from "./tables.js";

const section = document.createElement("section");
section.id = "watching";
document.getElementById("more").after(section);
const games = await offered();

async function watch(game) {
  const seats = Array.from({ length: game.seats }, () => ({ kind: "agent", spec: game.opponent }));
  const { table, watch: token, host } = await post("/api/tables", { game: game.name, seats, options: game.usual, pace: speed().pace });
  remember({ table, token, host, game: game.name });
  location.href = address(table, token);
}

async function read(form) {
  const file = form.elements.file.files[0];
  const text = file ? await file.text() : form.elements.text.value;
  await openRecord(text, Number(form.elements.number.value) || 1);
}

function draw() {
  const game = ({ name, title }) => html`<li><button data-watch="${name}">${title.split(",")[0]}</button></li>`;
  put(section, html`<h2>${say("Watch and look back")}</h2>
    <ul class="known"><li>${say("Watch agents play")}:</li>${games.map(game)}</ul>
    <p><a href="/runs">${say("Runs of the lab")}</a></p>
    <details><summary>${say("Open a record")}</summary><form class="options">
      <label>${say("A file: our own format, ISS or XSkat")}<input type="file" name="file"></label>
      <label>${say("Which record of the file")}<input type="number" name="number" min="1" value="1"></label>
      <label>${say("or its text")}<textarea name="text" rows="4" spellcheck="false"></textarea></label>
      <button class="primary">${say("Open")}</button></form></details>`);
}

function told(error) {
  document.getElementById("problem").textContent = said(error.said ?? error.message);
}

section.addEventListener("click", ({ target }) => {
  const name = target.closest("[data-watch]")?.dataset.watch;
  if (name) watch(games.find((game) => game.name === name)).catch(told);
});
section.addEventListener("submit", (event) => {
  event.preventDefault();
  read(event.target).catch(told);
});
document.addEventListener("kiebitz:settings", draw);
draw();
