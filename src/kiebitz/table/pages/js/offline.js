// The app without a network: a worker of the browser keeps the pages. Browsers allow one on this machine and over HTTPS only.

navigator.serviceWorker?.register("/worker.js").catch(() => { /* a browser that keeps nothing still plays */ });
