// Boerenbridge's page: guesses.

export default {
  ask: (scene, { say }) => (scene.phase === "guess" ? say("How many tricks will you take?") : undefined),
  moveName: (move, phase) => (phase === "guess" ? move : undefined),
  moveSign: (move, phase, { say }) => (phase === "guess" ? say("guesses {n}", { n: Number(move) }) : undefined),
};
