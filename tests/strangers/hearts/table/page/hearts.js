// Hearts' page: the cards that are passed, what is asked meanwhile, and what open cards are worth.

const CARDS = 3; // that are passed
const asked = (say, who) => [
  say("Pass three cards to {who}: choose the first", { who }),
  say("Two more cards for {who}", { who }),
  say("One more card for {who}", { who }),
];

export default {
  middle({ scene, held }, { html, card, say, playerName }) {
    if (held || scene.phase !== "pass" || !scene.middle.chosen) return undefined;
    const spots = [...Array(CARDS).keys()].map((n) => html`<div class="slot">${scene.middle.chosen[n] ? card(scene.middle.chosen[n]) : ""}</div>`);
    return html`<figure class="passing"><div>${spots}</div>
      <figcaption>${say("for {who}", { who: playerName(scene.middle.receiver) })}</figcaption></figure>`;
  },

  ask(scene, { say, playerName }) {
    if (scene.phase !== "pass") return undefined;
    return asked(say, playerName(scene.middle.receiver))[scene.middle.chosen.length];
  },

  moveSign: (move, phase, { say }) => (phase === "pass" && move ? say("passes {card}", { card: { cards: move } }) : undefined),
  scale: (unit, { say }) => (unit === "differences" ? say("What the other three pay in all in this deal, at least:") : undefined),
};
