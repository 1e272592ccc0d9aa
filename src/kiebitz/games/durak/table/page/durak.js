// Durak's page: the bout in the middle, and what attacker and defender are asked.

export default {
  middle({ scene }, { html, card }) {
    const pairs = scene.middle.bout.map(([attack, defence]) => html`<div class="pair" data-beaten="${String(Boolean(defence))}">
      ${card(attack)}${defence ? card(defence, "over") : ""}</div>`);
    return html`<div class="bout">${pairs}</div>`;
  },

  ask(scene, { say }) {
    const open = scene.middle.bout.find(([, defence]) => !defence);
    if (scene.phase === "defend") return open && say("Beat the {card}, or take the cards", { card: { card: open[0] } });
    if (!scene.middle.bout.length) return say("Attack with a card");
    return scene.moves.some(({ card }) => card) ? say("Add a card, or pass") : say("No card of yours fits");
  },

  buttons({ scene }, kit) {
    const quiet = scene.moves.filter(({ card }) => !card);
    return quiet.map(({ move }) => kit.html`<button data-move="${move}" class="quiet">${nameOf(move, kit)}</button>`);
  },

  moveName: (move, phase, kit) => (["take", "pass"].includes(move) ? nameOf(move, kit) : undefined),
};

function nameOf(move, { say }) {
  return move === "take" ? say("Take the cards") : say("Pass");
}
