// Schnapsen's page: marriages, the exchange and closing in words.

const NAMES = { exchange: "Exchange the trump jack", close: "Close the stock" };

export default {
  moveName(move, phase, { say }) {
    if (move.includes("+")) return say("Marriage with the {card}", { card: { card: move.slice(0, 2) } });
    return NAMES[move] && say(NAMES[move]);
  },

  moveSign(move, phase, { say }) {
    return move.includes("+") ? say("{card} (marriage)", { card: { cards: move.slice(0, 2) } }) : undefined;
  },

  scale(unit, { say }) {
    return unit === "game points" ? say("The game points of this deal for who is to move, with the best play of both:") : undefined;
  },
};
