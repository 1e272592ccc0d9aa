// Skat's page: the auction, the skat before cards are played, contracts, and the list after Seeger and Fabian.

const FEW = 6; // bids that have a button of their own
const HAND = 10; // cards
const AUCTION = ["speak", "answer"];
const BIDS = bids();

/** All values that can be bid: those of suit games, Grand and Null. */
function bids() {
  const suits = [9, 10, 11, 12].flatMap((base) => Array.from({ length: 17 }, (_, n) => base * (n + 2)));
  const grands = Array.from({ length: 10 }, (_, n) => 24 * (n + 2));
  return [...new Set([...suits, ...grands, 23, 35, 46, 59])].sort((a, b) => a - b);
}

const MOVES = {
  pass: ({ say }) => say("Pass"),
  yes: ({ say }) => say("Yes, I hold it"),
  skat: ({ say }) => say("Take up the skat"),
  hand: ({ say }) => say("Play hand"),
  plain: ({ say }) => say("Announce nothing"),
  schneider: ({ say }) => say("Announce Schneider"),
  schwarz: ({ say }) => say("Announce Schwarz"),
  ouvert: ({ say }) => say("Announce Ouvert"),
};

export default {
  middle({ scene, picked, seat }, kit) {
    const { html, card, back, say } = kit;
    const { skat } = scene.middle;
    if (scene.phase === "discard" && scene.turn === seat) return discards(scene, picked, kit);
    if (!skat?.length) return skat && html`<div class="lying"></div>`;
    return html`<div class="lying"><figure class="pile" data-face="row" data-kind="skat">
      <div class="stack">${skat.map((name) => (name === "back" ? back("small") : card(name, "small")))}</div>
      <figcaption>${say("skat")}</figcaption></figure></div>`;
  },

  ask(scene, { say }) {
    const bid = (kind) => bidNow(scene, kind);
    const asked = {
      speak: () => say("Your bid?"),
      answer: () => say("{bid} is bid. Do you hold it?", { bid: bid("auction") }),
      skat: () => say("Take up the skat or play hand?"),
      discard: () => (scene.hand.length > 11 ? say("Lay two cards away") : say("Lay one more card away")),
      contract: () => (bid("bid") ? say("What do you play? It must reach {bid}.", { bid: bid("bid") }) : say("What do you play?")),
      announce: () => say("Anything to announce?"),
    }[scene.phase];
    return asked?.();
  },

  buttons(state, kit) {
    const { scene, order } = state;
    if (order && AUCTION.includes(scene.phase)) return kit.html`<p class="order">${kit.say("You bid up to {bid}.", { bid: order })}</p><button data-order="">${kit.say("Stop that")}</button>`;
    if (!scene.moves.length) return undefined;
    if (scene.phase === "contract") return kit.html`${scene.moves.map(({ move }) => button(move, withValue(scene, move, trumpless(move, kit) ?? kit.suitWords(move), kit), kit))}${derivations(scene, kit)}`;
    if (scene.phase === "announce") return kit.html`${scene.moves.map(({ move }) => button(move, withValue(scene, move, MOVES[move](kit), kit), kit))}${derivations(scene, kit)}`;
    if (scene.phase === "skat") return kit.html`${scene.moves.map(({ move }) => button(move, MOVES[move](kit), kit))}${derivations(scene, kit)}`;
    if (scene.phase === "speak") return kit.html`${auction(state, kit)}${derivations(scene, kit)}`;
    if (scene.phase === "answer") return kit.html`${scene.moves.map(({ move }) => button(move, MOVES[move](kit), kit))}${maximum(state, kit)}${derivations(scene, kit)}`;
    return undefined;
  },

  picks: (scene) => (scene.phase === "discard" && scene.moves.length ? scene.hand.length - HAND : 0),
  pickText: ({ scene }, { say }) => say("Lay {n:this card|these cards} away", { n: scene.hand.length - HAND }),
  marked: (scene) => (scene.phase === "discard" || scene.phase === "contract" ? scene.middle.taken : []),
  mayGiveUp: ({ scene, seat }) => scene.phase === "play" && scene.turn === seat && scene.hand.length > 1
    && scene.seats[seat]?.badges.some(({ kind }) => kind === "role"),

  moveName(move, phase, kit) {
    if (phase === "contract") return trumpless(move, kit) ?? kit.suitName(move);
    if (phase === "speak" && move !== "pass") return kit.say("bids {bid}", { bid: move });
    return MOVES[move]?.(kit);
  },

  /** The only announcement that is possible is none; and whoever bids up to a value is not asked before it. */
  forced(scene, order) {
    if (scene.phase === "announce" && scene.moves.length === 1) return scene.moves[0].move;
    if (!order || !scene.moves.length) return undefined;
    if (scene.phase === "answer") return bidNow(scene) <= Number(order) ? "yes" : "pass";
    if (scene.phase !== "speak") return undefined;
    const [least] = scene.moves.filter(({ move }) => move !== "pass");
    return least && Number(least.move) <= Number(order) ? least.move : "pass";
  },

  scale(unit, { say }) {
    if (unit === "declarer points") return say("The declarer's points from here on, the skat counted:");
    return unit === "null" ? say("1: the declarer wins, 0: he loses.") : undefined;
  },

  sheet: seegerList,
};

function button(move, name, { html }) {
  return html`<button data-move="${move}" class="${move === "pass" ? "quiet" : ""}">${name}</button>`;
}

/** Grand and Null in words; other games are called after their suit. */
function trumpless(game, { say }) {
  return { G: say("Grand"), N: say("Null") }[game];
}

/** What is bid, in the auction or afterwards. */
function bidNow(scene, kind = "auction") {
  return scene.facts.find((fact) => fact.kind === kind)?.said[1]?.n;
}

/** The two cards that go away, as far as they are chosen; a click takes one back. */
function discards(scene, picked, { html, card, cardName, say }) {
  const count = scene.hand.length - HAND;
  const laid = picked.slice(0, count);
  return html`<div class="lying"><figure class="pile laid" data-face="row" data-kind="skat"><div class="stack">
      ${laid.map((name) => html`<button data-hand="${name}" aria-label="${say("Take back the {card}", { card: cardName(name) })}">${card(name, "small", true)}</button>`)}
      ${Array.from({ length: count - laid.length }, () => html`<span class="slot" aria-hidden="true"></span>`)}</div>
    <figcaption>${laid.length ? say("these go away; a click takes one back") : say("skat")}</figcaption></figure></div>`;
}

function withValue(scene, move, name, { html }) {
  const found = scene.middle.values?.[move];
  return found ? html`${name} <small class="worth-of">${found.value}</small>` : name;
}

/** How each value comes about, for those who want to look. */
function derivations(scene, { html, say, said, suitWords }) {
  const { values = {}, sure } = scene.middle;
  const entries = Object.entries(values).filter(([name]) => scene.phase !== "announce" || scene.moves.some(({ move }) => move === name));
  if (!entries.length) return "";
  const name = (letter) => trumpless(letter, { say }) ?? (letter.length === 1 ? suitWords(letter) : MOVES[letter]({ say }));
  return html`<details class="derivations"><summary>${sure ? say("What the games are worth") : say("What the games are worth with your ten cards")}</summary>
    <dl>${entries.map(([letter, { said: saying }]) => html`<dt>${name(letter)}</dt><dd>${said(saying)}</dd>`)}</dl></details>`;
}

/** The next bids, a list of the higher ones, and a maximum up to which the page goes by itself. */
function auction(state, kit) {
  const { scene, listed } = state;
  const bids = scene.moves.map(({ move }) => move).filter((move) => move !== "pass");
  const shown = scene.moves.filter(({ move }) => !bids.slice(FEW).includes(move));
  return kit.html`${shown.map(({ move }) => button(move, move === "pass" ? kit.say("Pass") : move, kit))}
    ${bids.length > FEW ? chooser(bids.slice(1), listed, kit.say("higher …"), kit) : ""}
    ${listed ? kit.html`<button class="primary" data-move="${listed}">${kit.say("Bid {bid}", { bid: listed })}</button>` : ""}
    ${listed ? upTo(listed, kit) : ""}`;
}

/** The same for whoever is asked: a maximum to hold. */
function maximum({ scene, listed }, kit) {
  const bid = bidNow(scene);
  return kit.html`${chooser(BIDS.filter((value) => value > bid).map(String), listed, kit.say("hold up to …"), kit)}${listed ? upTo(listed, kit) : ""}`;
}

function upTo(bid, { html, say }) {
  return html`<button data-order="${bid}">${say("Up to {bid}", { bid })}</button>`;
}

/** A list of bids; what is chosen there is done by a button of its own, so that one can look through it. */
function chooser(bids, chosen, title, { html }) {
  const option = (bid) => html`<option ${bid === chosen ? "selected" : ""}>${bid}</option>`;
  return html`<select data-list="bids" aria-label="${title}">
      <option value="">${title}</option>${bids.map(option)}</select>`;
}

/** The list, line by line, as the server has summed it. */
function seegerList(list, { html, say, number, columnName, columns }) {
  const sums = columns().map((seat) => ({ seat, ...list[seat] }));
  const row = (label, cells) => html`<tr><th scope="row">${label}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;
  return html`<table class="seeger"><caption>${say("The list after Seeger and Fabian")}</caption>
    <thead><tr><td></td>${sums.map(({ seat }) => html`<th scope="col">${columnName(seat)}</th>`)}</tr></thead><tbody>
    ${row(say("Values of own games"), sums.map(({ value }) => number(value)))}
    ${row(say("50 a game (won : lost)"), sums.map(({ bonus, won, lost }) => `${number(bonus)} (${won} : ${lost})`))}
    ${row(say("40 for a loss of another"), sums.map(({ beaten, others }) => `${number(beaten)} (${others})`))}</tbody>
    <tfoot>${row(say("Total"), sums.map(({ total }) => number(total)))}</tfoot></table>`;
}
