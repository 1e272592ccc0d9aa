// Questions to the server over HTTP; what it refuses is thrown as an error with its own saying.

import { say } from "./language.js";

export async function fetched(path, options) {
  const response = await fetch(path, options).catch(() => { throw new Error(unreachable()); });
  if (response.ok) return response;
  const { error, said } = await response.json().catch(() => ({}));
  throw Object.assign(new Error(error || response.statusText), { said });
}

export async function post(path, body, headers = {}) {
  const options = {
    method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(body),
  };
  return (await fetched(path, options)).json();
}

/** The point where nothing goes on without the server. */
export function unreachable() {
  return say("The server cannot be reached. What needs it works again as soon as it answers.");
}

let asked = null;

/** What can be played here, and against whom; asked for once. Without a server it is what there was last time. */
export function games() {
  asked ??= fetched("/api/games").then((response) => {
    if (response.headers.has("X-Kept")) document.dispatchEvent(new CustomEvent("kiebitz:unreachable"));
    return response.json();
  });
  return asked;
}
