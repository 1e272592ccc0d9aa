// Questions about the table of this page, with the key of this page.

import { fetched, post } from "../server.js";
import { fromAddress } from "../tables.js";

const { table, token } = fromAddress();
const headers = { Authorization: `Bearer ${token}` };
const base = `/api/tables/${encodeURIComponent(table)}`;

/** `ask("matrix", { seat: 0, ply: 3 })`; values that are null are left out. */
export async function ask(what, values = {}) {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const response = await fetched(`${base}/${what}?${new URLSearchParams(given)}`, { headers });
  return response.headers.get("content-type").includes("json") ? response.json() : response.text();
}

/** An answer, or `{ error }` with the saying of a refusal. */
export function answered(question) {
  return question.catch(({ said, message }) => ({ error: said ?? message }));
}

/** Do two contexts look at the same moment with the same eyes? What was asked in one is answered in the other. */
export function isSame(one, other) {
  return ["course", "ply", "seat", "all"].every((name) => one?.[name] === other?.[name]);
}

/** `request("formula", { formula: "..." })`: a question that is too long for an address, or that makes something new. */
export function request(what, body) {
  return post(`${base}/${what}`, body, headers);
}
