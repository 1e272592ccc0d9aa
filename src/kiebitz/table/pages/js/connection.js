// The connection to a table: says hello, and says it again after it was lost or the server was in trouble.

import { playerKey } from "./player.js";

const REFUSED = 4403; // this key opens nothing here: it is no use trying again
const TROUBLE = 4503; // it will pass, and a sentence has told of it
const FIRST_WAIT = 500; // milliseconds

export class Connection extends EventTarget {
  /** `host` is the host's secret, if this browser has it. */
  constructor(table, token, host) {
    super();
    Object.assign(this, { table, token, host, wait: FIRST_WAIT });
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new WebSocket(`${scheme}//${location.host}/ws/${encodeURIComponent(this.table)}`);
    this.socket.addEventListener("open", () => {
      this.send({ type: "hello", token: this.token, page: true, player: playerKey(), ...(this.host ? { host: this.host } : {}) });
    });
    this.socket.addEventListener("message", (event) => this.heard(JSON.parse(event.data)));
    this.socket.addEventListener("close", (event) => this.closed(event));
  }

  heard(message) {
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
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    else this.tell({ type: "lost" });
  }
}
