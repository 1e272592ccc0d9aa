// The tables that this browser has keys for, and the secrets of those made here: they open seats, so they stay here.

const KEY = "kiebitz-tables";
const SEAT = "kiebitz-seat ";
const KEPT = 12;

export function knownTables() {
  try {
    return JSON.parse(localStorage.getItem(KEY) || "[]");
  } catch {
    return [];
  }
}

export function knownTable(table) {
  return knownTables().find((each) => each.table === table) || { table };
}

/** Keep what is new about a table; it becomes the first of the list. */
export function remember(news) {
  const entry = { ...knownTable(news.table), ...news, at: Date.now() };
  const others = knownTables().filter((each) => each.table !== entry.table);
  try {
    localStorage.setItem(KEY, JSON.stringify([entry, ...others].slice(0, KEPT)));
  } catch { /* then there is no list of tables */ }
}

/** Throw away a key that opens nothing; another one of the same table stays. */
export function forget(table, token) {
  const isLost = (each) => each.table === table && each.token === token;
  localStorage.setItem(KEY, JSON.stringify(knownTables().filter((each) => !isLost(each))));
}

/** The address of a seat, with a question for the page; what follows # is never sent to a server in a request. */
export function address(table, token, question = "", origin = location.origin) {
  return `${origin}/table.html${question}#${table}.${token}`;
}

/** The table and the key in the address; a key that was taken out of it is kept for this tab. */
export function fromAddress() {
  const [table, token] = location.hash.slice(1).split(".");
  return { table, token: token || (table ? kept(table) : undefined) };
}

function kept(table) {
  try {
    return sessionStorage.getItem(SEAT + table) ?? knownTable(table).token;
  } catch {
    return knownTable(table).token;
  }
}

/** A key that opens a seat is not left where others see it over one's shoulder, or in a picture of the screen. */
export function hideToken(table, token) {
  try {
    sessionStorage.setItem(SEAT + table, token);
    history.replaceState(null, "", `${location.pathname}${location.search}#${table}`);
  } catch { /* then it must stay, so that the page can be loaded again */ }
}
