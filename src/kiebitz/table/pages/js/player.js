// Who I am here: a random key that never leaves this browser but for the server, in a message or a header.

const KEY = "kiebitz-player";
const BYTES = 24;

/** The key under which this browser's results are kept; empty where nothing can be kept. */
export function playerKey() {
  try {
    const known = localStorage.getItem(KEY);
    if (known) return known;
    const made = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(BYTES))));
    localStorage.setItem(KEY, made);
    return made;
  } catch {
    return "";
  }
}

/** The same for questions over HTTP. */
export function playerHeaders() {
  return { Authorization: `Bearer ${playerKey()}` };
}
