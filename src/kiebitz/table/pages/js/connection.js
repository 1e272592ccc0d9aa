// The connection to a table: says hello, and says it again after it was lost or the server was in trouble.

import { playerKey } from "./player.js";

const REFUSED = 4403; // this key opens nothing here: it is no use trying again
const TROUBLE = 4503; // it will pass, and a sentence has told of it
const FIRST_WAIT = 500; // milliseconds
const PATIENCE = 3000; // milliseconds for an answer, when the browser says that the network is gone

export class Connection extends EventTarget {
  /** `host` is the host's secret, if this browser has it. */
  constructor(table, token, host) {
    super();
    Object.assign(this, { table, token, host, wait: FIRST_WAIT, alarm: 0 });
    addEventListener("offline", () => this.check());
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws/${encodeURIComponent(this.table)}`);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.send({ type: "hello", token: this.token, page: true, player: playerKey(), ...(this.host ? { host: this.host } : {}) });
    });
    socket.addEventListener("message", (event) => this.heard(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => { if (this.socket === socket) this.closed(event); });
  }

  /** A network that is cut closes no socket, and what is sent would be lost silently; a server on this machine still answers. */
  check() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.send({ type: "ping" });
    clearTimeout(this.alarm);
    this.alarm = setTimeout(() => {
      const silent = this.socket;
      this.socket = null;
      silent.close();
      this.closed({ code: 0 });
    }, PATIENCE);
  }

  heard(message) {
    clearTimeout(this.alarm);
    if (message.type === "welcome") this.wait = FIRST_WAIT;
    this.tell(message);
  }

  closed({ code }) {
    if (code === REFUSED) {
      this.tell({ type: "refused" });
      return;
    }
    if (code !== TROUBLE) this.tell({ type: "lost" });
    setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(10000, this.wait * 2);
  }

  tell(message) {
    this.dispatchEvent(new CustomEvent("message", { detail: message }));
  }

  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    else this.tell({ type: "lost" });
  }
}
