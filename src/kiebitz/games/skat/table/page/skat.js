// Skat's page: the auction, the skat before cards are played, contracts, and the list after Seeger and Fabian.

const FEW = 6; // bids that have a button of their own

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
  middle({ scene }, { html, card, back, say }) {
    const { skat } = scene.middle;
    if (!skat?.length) return skat && html`<div class="lying"></div>`;
    return html`<div class="lying"><figure class="pile" data-face="row" data-kind="skat">
      <div class="stack">${skat.map((name) => (name === "back" ? back("small") : card(name, "small")))}</div>
      <figcaption>${say("skat")}</figcaption></figure></div>`;
  },

  ask(scene, { say }) {
    const bid = (kind) => scene.facts.find((fact) => fact.kind === kind)?.said[1]?.n;
    const asked = {
      speak: () => say("Your bid?"),
      answer: () => say("{bid} is bid. Do you hold it?", { bid: bid("auction") }),
      skat: () => say("Take up the skat or play hand?"),
      discard: () => (scene.hand.length > 11 ? say("Lay two cards away: choose the first") : say("Lay one more card away")),
      contract: () => (bid("bid") ? say("What do you play? It must reach {bid}.", { bid: bid("bid") }) : say("What do you play?")),
      announce: () => say("Anything to announce?"),
    }[scene.phase];
    return asked?.();
  },

  buttons({ scene, listed }, kit) {
    if (scene.phase === "contract") return scene.moves.map(({ move }) => button(move, trumpless(move, kit) ?? kit.suitWords(move), kit));
    if (scene.phase !== "speak") return undefined;
    const bids = scene.moves.map(({ move }) => move).filter((move) => move !== "pass");
    const shown = scene.moves.filter(({ move }) => !bids.slice(FEW).includes(move));
    return kit.html`${shown.map(({ move }) => button(move, move === "pass" ? kit.say("Pass") : move, kit))}
      ${bids.length > FEW ? highBids(bids.slice(FEW), listed, kit) : ""}`;
  },

  moveName(move, phase, kit) {
    if (phase === "contract") return trumpless(move, kit) ?? kit.suitName(move);
    if (phase === "speak" && move !== "pass") return kit.say("bids {bid}", { bid: move });
    return MOVES[move]?.(kit);
  },

  /** The only announcement that is possible is none. */
  forced: (scene) => (scene.phase === "announce" && scene.moves.length === 1 ? scene.moves[0].move : undefined),

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

/** A list of bids; what is chosen there is bid by a button of its own, so that one can look through it. */
function highBids(bids, chosen, { html, say }) {
  const option = (bid) => html`<option ${bid === chosen ? "selected" : ""}>${bid}</option>`;
  return html`<select data-list="bids" aria-label="${say("higher …")}">
      <option value="">${say("higher …")}</option>${bids.map(option)}</select>
    ${chosen ? html`<button class="primary" data-move="${chosen}">${say("Bid {bid}", { bid: chosen })}</button>` : ""}`;
}

/** The list, line by line, as the server has summed it. */
function seegerList(list, { html, say, number, columnName, columns }) {
  const sums = columns().map((seat) => ({ seat, ...list[seat] }));
  const row = (label, cells) => html`<tr><th scope="row">${label}</th>${cells.map((cell) => html`<td>${cell}</td>`)}<td></td></tr>`;
  return html`<table class="seeger"><caption>${say("The list after Seeger and Fabian")}</caption>
    <thead><tr><td></td>${sums.map(({ seat }) => html`<th scope="col">${columnName(seat)}</th>`)}<td></td></tr></thead><tbody>
    ${row(say("Values of own games"), sums.map(({ value }) => number(value)))}
    ${row(say("50 a game (won : lost)"), sums.map(({ bonus, won, lost }) => `${number(bonus)} (${won} : ${lost})`))}
    ${row(say("40 for a loss of another"), sums.map(({ beaten, others }) => `${number(beaten)} (${others})`))}</tbody>
    <tfoot>${row(say("Total"), sums.map(({ total }) => number(total)))}</tfoot></table>`;
}
