// A world: where each card lies in one deal that somebody considers possible.

import { html } from "../html.js";
import { isCard, placeName, saidMarkup, signMarkup } from "../language.js";

/** "North AH QD | East KH QC", or as agents write it: "12.5 %; North: AH QD; East: KH QC". */
export function isWorld(text) {
  const [first, ...others] = heaps(text);
  return others.length > 0 && (/%$/.test(first) || isHeap(first)) && others.every(isHeap);
}

export function worldMarkup(text) {
  const [first, ...others] = heaps(text);
  const share = isHeap(first) ? "" : html`<p>${saidMarkup(first)}</p>`;
  return html`${share}<dl class="world">${(share ? others : [first, ...others]).map(heapMarkup)}</dl>`;
}

function heaps(text) {
  return text.split(/ \| |; /);
}

function isHeap(text) {
  return /^[a-z][\w ]*:? /i.test(text) && isCard(text.split(" ").pop());
}

function heapMarkup(heap) {
  const words = heap.split(" ");
  const place = words.filter((word) => !isCard(word)).join(" ").replace(/:$/, "");
  return html`<dt>${placeName(place)}</dt><dd>${words.filter(isCard).map((card) => html`
    ${signMarkup(card)} `)}</dd>`;
}
