// Hearts' page: what is asked while cards are passed, and what open cards are worth.

const ASKED = [
  "Pass three cards to {who}: choose the first",
  "Two more cards for {who}",
  "One more card for {who}",
];

export default {
  ask(scene, { say, playerName }) {
    if (scene.phase !== "pass") return undefined;
    return say(ASKED[scene.middle.chosen], { who: playerName(scene.middle.receiver) });
  },

  moveSign: (move, phase, { say }) => (phase === "pass" && move ? say("passes {card}", { card: { cards: move } }) : undefined),
  scale: (unit, { say }) => (unit === "differences" ? say("What the other three pay in sum in this deal, at least:") : undefined),
};
