// A scene as markup: a pure function of what the server said last and what the person has chosen.

import { back, card, faceUrl, valuedCard, worthBar } from "./cards.js";
import { calledName, columnName, isDouble, missingText, presenceMarkup, readyText } from "./company.js";
import { fromGame } from "./game-page.js";
import { glanceMarkup } from "./glance.js";
import { html } from "./html.js";
import { cardName, moveName, name as nameOf, number, placeName, said, saidMarkup, say, suitWords } from "./language.js";
import { settings, speed } from "./settings.js";
import { worthOfCards, worthText } from "./worth.js";

// Where the others sit (percent of the stage) and where cards of a trick lie (in cards, from the middle),
// clockwise from the viewer's left.
const PLACES = {
  1: [[50, 0]],
  2: [[17, 3], [83, 3]],
  3: [[13, 38], [50, 0], [87, 38]],
  4: [[11, 34], [32, 0], [68, 0], [89, 34]],
  5: [[10, 40], [19, 0], [50, 0], [81, 0], [90, 40]],
  6: [[10, 44], [13, 0], [38, 0], [62, 0], [87, 0], [90, 44]],
};
const SPOTS = {
  2: [[-0.5, 0.2], [0.5, -0.2]],
  3: [[0, 0.42], [-1.05, -0.3], [1.05, -0.3]],
  4: [[0, 0.58], [-1.15, 0], [0, -0.58], [1.15, 0]],
};
const BESIDE = 1.1; // from card to card of a row, in cards

/** Where a card of a trick lies. Of five and more, those at the sides lie beside the viewer's, the others above them. */
function spot(count, at) {
  if (SPOTS[count]) return SPOTS[count][at];
  const above = count - 3;
  if (at > 1 && at < count - 1) return [(at - 2 - (above - 1) / 2) * BESIDE, -0.57];
  return [at && (at === 1 ? -BESIDE : BESIDE), 0.57];
}

/** The same in one row, where there is no height for two: the viewer's card in the middle. */
function rowSpot(count, at) {
  const half = Math.ceil((count - 1) / 2);
  const place = at === 0 ? half : at <= half ? at - 1 : at;
  return [(place - (count - 1) / 2) * BESIDE, at ? -0.08 : 0.12];
}

/** A hand in rows of nearly the same length, none of them longer than there is room for. */
function inRows(cards, room) {
  const count = Math.ceil(cards.length / room);
  const ends = Array.from({ length: count + 1 }, (_, n) => Math.round((cards.length * n) / count));
  return count ? ends.slice(1).map((end, n) => cards.slice(ends[n], end)) : [[]];
}

/** What a player is called here; of several with one name, by the place. */
export function playerName(state, seat) {
  const { kind, place } = state.seats[seat];
  return kind === "agent" && isDouble(state, seat) ? placeName(place) : columnName(state, seat);
}

/** A fact in words; suits have their signs. */
export function factText({ said: saying }) {
  return said(saying, { suit: suitWords });
}

/** Which deal of a series it is. */
export function unitText(n, of) {
  return of > 1 ? say("Deal {n} of {of}", { n, of }) : say("Deal {n}", { n });
}

/** What lies in the middle: the result, what the game itself draws there, or a trick. */
function centreMarkup(state, base) {
  if (state.ended && !state.held) return resultMarkup(state);
  if (state.between) return summaryMarkup(state, state.summary);
  return fromGame("middle", state) ?? trickMarkup(state, base);
}

/** Who sits at the bottom: the person who plays; for those who watch, the first player or whoever sits opposite. */
function bottom({ seat, scene }) {
  if (seat >= 0) return seat;
  return settings.places === "compass" ? Math.floor(scene.seats.length / 2) : 0;
}

/** The whole table; `room` is how many cards of the own hand a row takes. */
export function tableMarkup(state, room) {
  const { scene } = state;
  const base = bottom(state);
  const count = scene.seats.length;
  const others = [...Array(count - 1).keys()].map((n) => (base + n + 1) % count);
  return html`
    <div class="stage" data-seats="${count}" data-game="${scene.game}">
      ${others.map((seat, n) => placeMarkup(state, scene.seats[seat], PLACES[count - 1][n]))}
      <div class="middle">
        <div class="side">${scene.piles.filter(({ face }) => face === "stack").map(stockMarkup)}</div>
        <div class="centre" data-drop role="group" aria-label="${say("The middle of the table")}">${centreMarkup(state, base)}</div>
        <div class="side">${scene.piles.filter(({ face }) => face !== "stack").map(pileMarkup)}</div>
      </div>
    </div>
    ${askMarkup(state)}
    ${ownMarkup(state, scene.seats[base], room)}`;
}

/** Is marked what follows from the play? Not where people meet, unless the host allows it, nor where nobody wants it. */
function hasAids({ aids }) {
  return settings.aids === "on" && aids !== false;
}

/** What is shown of another's cards: without aids only what lies open. */
function shownCards(state, { cards, open }) {
  return open || hasAids(state) ? cards : [];
}

function placeMarkup(state, place, [x, y]) {
  const turn = state.scene.turn === place.seat && !state.held;
  const cards = shownCards(state, place);
  const hidden = Math.max(0, place.count - cards.length);
  return html`<section class="place" data-seat="${place.seat}" data-turn="${turn}" style="--x:${x}%;--y:${y}%"
      aria-label="${playerName(state, place.seat)}, ${say("{n} {n:card|cards}", { n: place.count })}">
    <div class="who">${whoMarkup(state, place.seat, turn)}</div>
    <div class="minis" style="--n:${place.count}">${Array.from({ length: hidden }, () => back("mini"))}
      ${cards.map((name) => valuedCard(name, state.worth?.[name], "mini"))}
      ${place.count ? html`<span class="count" aria-hidden="true">${place.count}</span>` : ""}</div>
    ${badges(state, place)}
  </section>`;
}

/** Name and place of a player, with a pointer when it is their turn. */
function whoMarkup(state, seat, turn) {
  const role = placeName(state.seats[seat].place);
  const { kind, named } = state.seats[seat];
  const name = kind === "person" && !named && seat === state.seat ? say("You") : calledName(state, seat);
  return html`${turn ? html`<span class="pointer" aria-hidden="true">▶</span>` : ""}<b title="${state.seats[seat].name}">${numbered(name)}</b>
    ${levelMarkup(state, seat)}${name === role ? "" : html` <span class="role">${role}</span>`}${presenceMarkup(state, seat)}`;
}

/** A name whose number at the end stays when there is no room for the rest. */
function numbered(name) {
  const [, stem, number] = name.match(/^(.+)( \d+)$/) ?? [];
  return stem ? html`<span class="stem">${stem}</span>${number}` : name;
}

/** How strong an agent is, if it plays at one of the game's levels. */
function levelMarkup({ seats, scene }, seat) {
  const { level } = seats[seat];
  return level ? html`<span class="level">${nameOf("level", level, scene.game)}</span>` : "";
}

const AIDS = ["void"]; // kinds of badges that say what follows from the play

function badges(state, place) {
  const isOpen = place.count > 0 && place.cards.length === place.count; // whoever sees all cards needs no marks
  const aided = hasAids(state) && !isOpen && !state.scene.over;
  const shown = place.badges.filter(({ kind }) => aided || !AIDS.includes(kind));
  return html`<ul class="badges">${shown.map((badge) => html`<li data-kind="${badge.kind}">${said(badge.said)}</li>`)}</ul>`;
}

function trickMarkup(state, base) {
  const { scene } = state;
  const count = scene.seats.length;
  const played = new Map(scene.trick.cards.map(([seat, name]) => [seat, name]));
  const leader = scene.trick.cards.length ? scene.trick.cards[0][0] : -1;
  const spots = [...Array(count).keys()].map((n) => {
    const seat = (base + n) % count;
    const [[x, y], [rowX, rowY]] = [spot(count, n), rowSpot(count, n)];
    const name = played.get(seat);
    const best = name && seat === scene.trick.best;
    const order = scene.trick.cards.findIndex(([who]) => who === seat) + 1;
    return html`<div class="spot" data-best="${Boolean(best)}" style="--dx:${x};--dy:${y};--row-x:${rowX};--row-y:${rowY};--order:${order}">
      ${name ? valuedCard(name, state.worth?.[name]) : ""}
      ${name ? html`<span class="marks">${seat === leader ? html`<span class="mark">▸ ${say("led")}</span>` : ""}
        ${best ? html`<span class="mark best">★ ${state.held ? say("wins") : say("best")}</span>` : ""}
        <span class="mark by">${playerName(state, seat)}</span></span>` : ""}
    </div>`;
  });
  return html`<div class="trick" data-held="${Boolean(state.held)}">${spots}</div>`;
}

/** A stack to draw from, with what is turned up below it. */
function stockMarkup(pile) {
  const layers = Math.min(4, Math.max(0, pile.count - pile.cards.length));
  return html`<figure class="pile" data-face="stack" data-kind="${pile.kind}">
    <div class="stack">${pile.cards.slice(0, 1).map((name) => card(name, "under"))}${Array.from({ length: layers }, (_, n) => html`<span class="layer" style="--i:${n}">${back()}</span>`)}</div>
    <figcaption>${said(pile.said)}</figcaption></figure>`;
}

/** Cards side by side, or a heap of them. */
function pileMarkup(pile) {
  const isRow = pile.face === "row";
  const shown = isRow ? pile.cards : pile.face === "up" ? pile.cards.slice(-1) : [];
  const backs = (isRow ? pile.count : Math.min(3, pile.count)) - shown.length;
  return html`<figure class="pile" data-face="${pile.face}" data-kind="${pile.kind}" title="${isRow ? "" : pile.cards.map(cardName).join(", ")}">
    <div class="stack">${isRow ? shown.map((name) => card(name, "small")) : ""}${Array.from({ length: Math.max(0, backs) }, () => back("small"))}${isRow ? "" : shown.map((name) => card(name, "small"))}</div>
    <figcaption>${said(pile.said)}</figcaption></figure>`;
}

// -- what is asked ------------------------------------------------------------------------------------

function askMarkup(state) {
  const { scene } = state;
  const isOver = state.ended && !state.held;
  return html`<div class="ask" data-asks="${isOver ? "end" : state.choosing ? "choice" : "move"}" role="group" aria-label="${say("What you can do")}">
    <p class="${isOver ? "next" : "status"}">${statusText(state)}</p>
    ${isOver ? glanceMarkup(state) : ""}
    ${state.hint && !state.held ? html`<p class="advice"><b>${say("Hint")}: ${moveName(state.hint.move, scene.phase)}.</b> ${saidMarkup(state.hint.because_said ?? state.hint.because)}</p>` : ""}
    <div class="buttons">${buttonsMarkup(state)}</div>
  </div>`;
}

function buttonsMarkup(state) {
  if (state.held?.waits || state.between) return html`<button class="primary" data-act="go on">${say("Go on")}</button>`;
  if (state.held) return "";
  if (state.ended) return endButtons(state);
  if (state.choosing) return chooseButtons(state);
  if (state.asked === "give up") return giveUpButtons();
  return html`${moveButtons(state)}${pickButton(state)}${state.claim ? claimButtons(state) : ""}${giveUpButton(state)}`;
}

/** Several cards are played together: one button for all of them. */
function pickButton(state) {
  const together = fromGame("picks", state.scene);
  if (!together || !state.scene.moves.length) return "";
  const text = fromGame("pickText", state) ?? say("Play these cards");
  return html`<button class="primary" data-act="lay" ${state.picked.length < together ? "disabled" : ""}>${text}</button>`;
}

function giveUpButton(state) {
  return fromGame("mayGiveUp", state) ? html`<button class="quiet" data-act="give up">${say("Give up …")}</button>` : "";
}

function giveUpButtons() {
  return html`<button class="primary" data-act="give up now">${say("Yes, I give up")}</button>
    <button data-act="decline">${say("No, I play on")}</button>`;
}

function overText(state) {
  const { seats, ended } = state;
  if (readyText(state)) return readyText(state);
  if (seats.every(({ kind }) => kind === "recorded")) return say("Here the record ends.");
  return ended.unit + 1 < ended.units ? say("On to the next deal?") : say("Another one?");
}

function statusText(state) {
  const { scene } = state;
  if (state.between) return say("On to the next round?");
  if (state.held) return speed().hold ? say("Click to go on") : "";
  if (state.asked === "give up") return say("Give the game up? It counts as lost.");
  if (state.ended) return overText(state);
  if (state.choosing) return say("Play the card how?");
  if (scene.moves.length) return askText(scene);
  if (scene.turn < 0) return "";
  const name = playerName(state, scene.turn);
  if (state.paused) return say("Paused; the space bar makes one move.");
  if (missingText(state)) return missingText(state);
  if (state.seats[scene.turn].here === false) return say("Waiting for {name}, who is away …", { name });
  if (state.seats[scene.turn].kind === "person") return say("Waiting for {name} …", { name });
  if (!state.slow) return say("{name} is thinking …", { name });
  return say("{name} is thinking … What is new has to be compiled once, which can take a minute.", { name });
}

/** What the person to move is asked. */
export function askText(scene) {
  return fromGame("ask", scene) ?? (scene.moves.some((move) => move.card) ? say("Play a card") : say("Your turn"));
}

function resultText(state) {
  const { points } = state.ended;
  const [own, best] = [points[state.seat], Math.max(...points)];
  if (state.seat < 0) return say("The game is over.");
  if (points.every((value) => value === best)) return say("A draw.");
  return own === best ? say("You won!") : say("You lost.");
}

/** Points that were won or lost. */
export function signed(value) {
  return number(value, value > 0 ? "+," : ",");
}

/** The result for readers who cannot see the table. */
export function endText(state) {
  const { points } = state.ended;
  const listed = points.map((value, seat) => `${playerName(state, seat)} ${signed(value)}`).join(", ");
  return `${resultText(state)} ${listed}`;
}

/** What came out, in the middle of the table: the points of this deal, and the sum where there are several. */
function resultMarkup(state) {
  const { points, totals, units } = state.ended;
  const said = state.summary?.said ?? [];
  const best = Math.max(...points);
  const several = units > 1 || state.unit > 0;
  const facts = state.scene.facts.filter((fact) => fact.at_end);
  const order = [...points.keys()].sort((a, b) => points[b] - points[a]);
  return html`<section class="result" tabindex="0" aria-label="${say("The result")}"><h2 class="status">${resultText(state)}</h2>
    ${facts.map((fact) => html`<p data-kind="${fact.kind}">${factText(fact)}</p>`)}
    <table><thead><tr><td></td><th scope="col">${say("this deal")}</th>${several ? html`<th scope="col">${say("Total")}</th>` : ""}</tr></thead>
    <tbody>${order.map((seat) => html`<tr class="${points[seat] === best ? "won" : ""}"><th scope="row" title="${state.seats[seat].name}">${points[seat] === best ? "★ " : ""}${columnName(state, seat)}</th>
      <td>${signed(points[seat])}</td>${several ? html`<td>${number(totals[seat])}</td>` : ""}</tr>${how(said[seat], state.round > 0)}`)}</tbody></table></section>`;
}

/** How somebody came by the points, in a row below them; of several rounds it is the last that is told of. */
function how(saying, isLast = false) {
  if (!saying) return "";
  const text = factText({ said: saying });
  return html`<tr class="how"><td colspan="3">${isLast ? say("Last round: {how}", { how: text }) : text}</td></tr>`;
}

/** What a round brought everybody, before the next one begins. */
function summaryMarkup(state, { round, points, totals, said: sayings }) {
  return html`<section class="result" tabindex="0" aria-label="${say("The result")}"><h2 class="status">${say("After round {n}", { n: round + 1 })}</h2>
    <table><thead><tr><td></td><th scope="col">${say("this round")}</th><th scope="col">${say("Total")}</th></tr></thead>
    <tbody>${points.map((value, seat) => html`<tr><th scope="row" title="${state.seats[seat].name}">${columnName(state, seat)}</th>
      <td>${signed(value)}</td><td>${number(totals[seat])}</td></tr>${how(sayings[seat])}`)}</tbody></table></section>`;
}

function endButtons(state) {
  if (state.seat < 0 && state.seats.some(({ kind }) => kind === "person")) return "";
  const { unit, units } = state.ended;
  const next = unit + 1 < units ? say("Next deal") : units > 1 ? say("New series") : say("New deal");
  const wish = (act, text, kind = "") => html`<button class="${kind}" data-act="${act}" aria-pressed="${String(state.seats[state.seat]?.ready === act)}">${text}</button>`;
  return html`${wish("next", next, "primary")}
    ${state.review?.found ? "" : html`<button data-act="review">${say("Review")}</button>`}${wish("again", say("Same deal again"))}${wish("rotate", say("Same deal, other seats"))}
    <button data-act="record">${say("Save the record")}</button>`;
}

/** What is claimed, in words. */
export function claimText(claim) {
  return {
    all: say("The rest is mine"), ours: say("The rest is ours"), none: say("No more tricks for me"), win: say("The game is mine"),
    nothing: say("Nothing more counts"),
  }[claim];
}

/** The rest is claimed, or not: whoever declines is not asked again in this deal. */
function claimButtons(state) {
  return html`<button data-act="claim" class="claim" title="${say("It is certain, however the cards lie: the rest is played out for everybody.")}">✓ ${claimText(state.claim)}</button>
    <button data-act="decline" class="quiet">${say("No, I play on")}</button>`;
}

function chooseButtons(state) {
  return state.scene.moves.filter((each) => each.card === state.choosing).map(({ move }) =>
    html`<button data-move="${move}">${move === state.choosing ? say("Just the {card}", { card: { card: move } }) : moveName(move, state.scene.phase)}</button>`);
}

function moveButtons(state) {
  const { scene } = state;
  const buttons = scene.moves.filter(({ move, card: name }) => move !== name);
  return fromGame("buttons", state) ?? buttons.map(({ move }) => html`
    <button data-move="${move}" class="${move === "pass" ? "quiet" : ""}">${moveName(move, scene.phase)}</button>`);
}

// -- one's own side -----------------------------------------------------------------------------------

function ownMarkup(state, place, room) {
  const { scene } = state;
  const turn = scene.turn === place.seat && !state.held;
  const cards = (state.seat < 0 ? place.cards : scene.hand).filter((name) => !state.picked.includes(name));
  const rows = inRows(cards, room);
  return html`<section class="own" data-seat="${place.seat}" data-turn="${turn}">
    <div class="who">${whoMarkup(state, place.seat, turn)}${badges(state, place)}</div>
    <div class="hand" role="group" aria-label="${say("Your hand")}">
      ${rows.map((row) => html`<div class="fan" style="--n:${row.length}">${row.map((name, n) => handCard(state, name, n, row.length))}</div>`)}
    </div>
  </section>`;
}

/** Why a card of one's own hand cannot be played now. */
function whyNot({ scene, held }, name) {
  if (scene.reasons[name]) return said(scene.reasons[name]);
  if (held || !scene.moves.length) return say("it is not your turn");
  return scene.moves.some((move) => move.card) ? "" : say("choose one of the buttons first");
}

/** The same as a whole sentence. */
export function whyNotText(state, name) {
  const why = whyNot(state, name);
  return why ? say("not playable: {why}", { why }) : say("not playable");
}

function handLabel(state, name, playable) {
  if (state.seat < 0) return cardName(name);
  return `${cardName(name)}, ${playable ? say("playable") : whyNotText(state, name)}`;
}

function handCard(state, name, at, count) {
  const { scene } = state;
  const stands = fromGame("marked", scene)?.includes(name);
  const playable = !state.held && scene.moves.some((move) => move.card === name);
  const asked = !state.held && (scene.moves.some((move) => move.card) || Boolean(scene.reasons[name]));
  const label = handLabel(state, name, playable);
  const hinted = state.hint && scene.moves.some((move) => move.move === state.hint.move && move.card === name);
  const worth = (state.hint?.values ? worthOfCards(state.hint.values) : state.worth)?.[name];
  const middle = at - (count - 1) / 2;
  return html`<button class="held ${playable ? "playable" : asked ? "dimmed" : ""} ${hinted ? "hinted" : ""} ${stands ? "marked" : ""}" data-hand="${name}"
    data-card="${name}" aria-disabled="${String(!playable)}" aria-label="${worth ? say("{card}, worth {value}", { card: label, value: worthText(worth.value) }) : label}"
    title="${playable ? cardName(name) : label}" style="--i:${at};--m:${middle}">
    <img src="${faceUrl(name)}" alt="" decoding="sync" draggable="false">${worth ? worthBar(worth) : ""}</button>`;
}
