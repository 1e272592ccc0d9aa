// Cards move from where they were to where they are now.

function boxes(root) {
  const found = new Map();
  for (const element of root.querySelectorAll("[data-card]")) found.set(element.dataset.card, element.getBoundingClientRect());
  return found;
}

function origin(root, element) {
  const stock = root.querySelector('[data-face="stack"] .stack');
  if (element.dataset.hand && stock) return stock.getBoundingClientRect();
  return null;
}

/** Change the content of `root` by `change`, then let every card that moved glide there. */
export function glide(root, milliseconds, change, from) {
  if (!milliseconds) {
    change();
    return;
  }
  const before = boxes(root);
  const seats = new Map([...root.querySelectorAll("[data-seat]")].map((each) => [each.dataset.seat, each.getBoundingClientRect()]));
  change();
  for (const element of root.querySelectorAll("[data-card]")) {
    const old = before.get(element.dataset.card) || seats.get(String(from(element.dataset.card))) || origin(root, element);
    if (old) move(element, old, milliseconds);
  }
}

function move(element, old, milliseconds) {
  const now = element.getBoundingClientRect();
  const [x, y] = [old.left + old.width / 2 - now.left - now.width / 2, old.top + old.height / 2 - now.top - now.height / 2];
  if (Math.hypot(x, y) < 4) return;
  const rest = getComputedStyle(element).transform;
  const base = rest === "none" ? "" : rest;
  const scale = Math.max(0.4, Math.min(1.4, old.width / Math.max(1, now.width)));
  element.animate(
    [{ transform: `translate(${x}px, ${y}px) ${base} scale(${scale})`, zIndex: 50 }, { transform: base || "none", zIndex: 50 }],
    { duration: milliseconds, easing: "cubic-bezier(.2,.7,.3,1)" },
  );
}

/** Cards of a finished trick go to whoever won it. */
export async function collect(root, seat, milliseconds) {
  const target = root.querySelector(`[data-seat="${seat}"]`);
  const cards = [...root.querySelectorAll(".trick .card")];
  if (!milliseconds || !target || !cards.length) return;
  const to = target.getBoundingClientRect();
  await Promise.all(cards.map((element) => {
    const box = element.getBoundingClientRect();
    const [x, y] = [to.left + to.width / 2 - box.left - box.width / 2, to.top + to.height / 2 - box.top - box.height / 2];
    return element.animate(
      [{}, { transform: `translate(${x}px, ${y}px) scale(.35)`, opacity: 0.2 }],
      { duration: milliseconds, easing: "ease-in", fill: "forwards" },
    ).finished.catch(() => {});
  }));
}
