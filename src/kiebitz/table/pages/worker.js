// Answers for the pages when there is no network. It keeps what is the same for everybody: pages without anything in
// them, their modules, styles, words and faces, and the list of games. It does not touch anything else: no request
// about a table passes through here, so nothing that a seat may see is ever kept.
//
// The server puts KEPT above this: { edition, pages, parts }.

const CACHE = `kiebitz-${KEPT.edition}`;
const GAMES = "/api/games";
const HOME = `/v/${KEPT.edition}/`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([...KEPT.pages, ...KEPT.parts, GAMES])).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((name) => name.startsWith("kiebitz-") && name !== CACHE).map((name) => caches.delete(name))))
    .then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  const page = [pathname, `${pathname}.html`].find((name) => KEPT.pages.includes(name)); // /puzzles is puzzles.html
  if (request.mode === "navigate" && page) event.respondWith(fresh(request, page));
  else if (pathname === GAMES) event.respondWith(fresh(request, GAMES));
  else if (pathname.startsWith(HOME)) event.respondWith(kept(request));
});

/** From the server as long as it answers; else what it said last, and the reader is told. */
async function fresh(request, name) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(name, answer.clone());
    return answer;
  } catch (error) {
    const found = await cache.match(name);
    if (!found) throw error;
    return name === GAMES ? new Response(found.body, { headers: { "Content-Type": "application/json", "X-Kept": "true" } }) : found;
  }
}

/** What has an edition in its address never changes. */
async function kept(request) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}
