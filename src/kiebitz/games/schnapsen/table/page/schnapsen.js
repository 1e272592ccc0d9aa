// Schnapsen's page: marriages, the exchange and closing in words.

export default {
  moveName(move, phase, { say }) {
    if (move.includes("+")) return say("Marriage with the {card}", { card: { card: move.slice(0, 2) } });
    if (move === "exchange") return say("Exchange the trump jack");
    return move === "close" ? say("Close the stock") : undefined;
  },

  moveSign(move, phase, { say }) {
    return move.includes("+") ? say("{card} (marriage)", { card: { cards: move.slice(0, 2) } }) : undefined;
  },

  scale(unit, { say }) {
    return unit === "game points" ? say("The game points of this deal for whoever is to move, with the best play of both:") : undefined;
  },
};
