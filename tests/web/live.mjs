// How many connections a page has open: node live.mjs; prints [after opening, away, back, closed, back again] as JSON.

import { Live } from "../../clients/web/arbitro_web/live.js";

const open = new Set();

globalThis.EventSource = class extends EventTarget {
  constructor() {
    super();
    open.add(this);
  }

  close() {
    open.delete(this);
  }
};
const page = new EventTarget();
globalThis.addEventListener = page.addEventListener.bind(page);

const counts = [];
const live = new Live({ topics: ["cup"] }, {});
const hear = (name) => {
  page.dispatchEvent(Object.assign(new Event(name), { persisted: true }));
  counts.push(open.size);
};
counts.push(open.size);
hear("pagehide");
hear("pageshow");
live.close();
counts.push(open.size);
hear("pageshow");
process.stdout.write(JSON.stringify(counts));
