// The connection to a table: says hello, and says it again after it was lost.

export class Connection extends EventTarget {
  /** `host` is the secret of who made the table, if this browser has it. */
  constructor(table, token, host) {
    super();
    Object.assign(this, { table, token, host, wait: 500 });
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new WebSocket(`${scheme}//${location.host}/ws/${encodeURIComponent(this.table)}`);
    this.socket.addEventListener("open", () => {
      this.wait = 500;
      this.send({ type: "hello", token: this.token, ...(this.host ? { host: this.host } : {}) });
    });
    this.socket.addEventListener("message", (event) => this.tell(JSON.parse(event.data)));
    this.socket.addEventListener("close", (event) => this.closed(event));
  }

  closed(event) {
    if (event.code === 4403) {
      this.tell({ type: "refused" });
      return;
    }
    this.tell({ type: "lost" });
    setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(10000, this.wait * 2);
  }

  tell(message) {
    this.dispatchEvent(new CustomEvent("message", { detail: message }));
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
