const given = {};
const takers = {};
const parts = [];
const ran = {};
globalThis.kiebitzModule = (path) => ran[path]?.promise;

function part(path, uses, body) {
  given[path] = {};
  takers[path] = [];
  ran[path] = {};
  ran[path].promise = new Promise((resolve) => { ran[path].resolve = resolve; });
  parts.push({ path, uses, body });
}

function begin({ path, body }) {
  const here = new URL(`..${path}`, import.meta.url).href;
  const give = (what) => {
    Object.assign(given[path], what);
    for (const take of takers[path]) take(given[path]);
  };
  const take = (from, taker) => {
    takers[from].push(taker);
    taker(given[from]);
  };
  const running = body(give, take, here);
  running.next();
  return running;
}

async function run() {
  const [begun, failed] = [parts.map(begin), new Set()];
  for (const [n, { path, uses }] of parts.entries()) {
    try {
      if (uses.some((each) => failed.has(each))) failed.add(path);
      else await begun[n].next();
    } catch (error) {
      failed.add(path);
      reportError(error);
    }
    ran[path].resolve(given[path]);
  }
}
