// A file of records, kept in this window: each record that is looked at becomes a table of its own.

import { post } from "./server.js";
import { address, remember } from "./tables.js";

const KEY = "kiebitz-file";

function kept() {
  return JSON.parse(sessionStorage.getItem(KEY) || "null");
}

/** Open one record of a file and go there. */
export async function openRecord(text, number) {
  const tables = kept()?.text === text ? kept().tables : {};
  let count = kept()?.count;
  if (!tables[number]) {
    const { table, watch, records } = await post("/api/records", { text, number });
    remember({ table, token: watch });
    [tables[number], count] = [{ table, token: watch }, records];
  }
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ text, count, tables }));
  } catch { /* a file that is too long to keep has no next record */ }
  const { table, token } = tables[number];
  location.href = address(table, token, "?ply=0");
}

/** Which record of the file a table shows: `{ number, count }`, or null if it comes from no file of several. */
export function placeInFile(table) {
  const { tables = {}, count = 0 } = kept() || {};
  const number = Object.keys(tables).find((each) => tables[each].table === table);
  return number && count > 1 ? { number: Number(number), count } : null;
}

export function openOther(number) {
  return openRecord(kept().text, number);
}
