// Questions to the server about the table of this page, with the key of this page.

import { fromAddress } from "../tables.js";

const { table, token } = fromAddress();
const headers = { Authorization: `Bearer ${token}` };
export const base = `/api/tables/${encodeURIComponent(table)}`;

async function answer(response) {
  if (response.ok) return response;
  const { error } = await response.json().catch(() => ({}));
  throw new Error(error || response.statusText);
}

/** `ask("matrix", { seat: 0, ply: 3 })`; values that are null are left out. */
export async function ask(what, values = {}) {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const response = await answer(await fetch(`${base}/${what}?${new URLSearchParams(given)}`, { headers }));
  return response.headers.get("content-type").includes("json") ? response.json() : response.text();
}

export async function post(path, body) {
  const response = await fetch(path, { method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(body) });
  return (await answer(response)).json();
}

export function download(text, name, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
