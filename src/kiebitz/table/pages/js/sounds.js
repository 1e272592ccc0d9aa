// Sounds of the table, made by the browser itself; nobody hears any who has not asked for them in the settings.

import { settings } from "./settings.js";

const LOUD = 0.16;
// Tones in hertz, one after the other, each with its length in seconds; a card that is laid down is a short noise.
const TUNES = {
  turn: [[660, 0.09], [880, 0.14]],
  trick: [[440, 0.08], [550, 0.1]],
  won: [[523, 0.12], [659, 0.12], [784, 0.3]],
  lost: [[392, 0.16], [330, 0.3]],
  over: [[440, 0.14], [440, 0.2]],
};
const CARD = 0.05; // seconds

let context = null;

/** Play a sound by its name: "card", or one of the tunes. */
export function sound(name) {
  if (settings.sounds !== "on") return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume(); // a browser lets nobody begin before the first click
  if (name === "card") rustle();
  else TUNES[name]?.reduce((from, [pitch, length]) => tone(pitch, length, from), context.currentTime);
}

function tone(pitch, length, from) {
  const [source, volume] = [context.createOscillator(), context.createGain()];
  source.type = "triangle";
  source.frequency.value = pitch;
  fade(volume, from, length);
  source.connect(volume).connect(context.destination);
  source.start(from);
  source.stop(from + length);
  return from + length;
}

/** Paper on felt: noise without its highest part. */
function rustle() {
  const noise = context.createBuffer(1, Math.ceil(CARD * context.sampleRate), context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let n = 0; n < samples.length; n += 1) samples[n] = (Math.random() * 2 - 1) * (1 - n / samples.length);
  const [source, filter, volume] = [context.createBufferSource(), context.createBiquadFilter(), context.createGain()];
  source.buffer = noise;
  filter.type = "lowpass";
  filter.frequency.value = 2400;
  fade(volume, context.currentTime, CARD);
  source.connect(filter).connect(volume).connect(context.destination);
  source.start();
}

function fade(volume, from, length) {
  volume.gain.setValueAtTime(LOUD, from);
  volume.gain.exponentialRampToValueAtTime(0.001, from + length);
}
