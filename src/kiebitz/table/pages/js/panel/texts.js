// What the panel says, in English and German.

import { settings } from "../settings.js";

const en = {
  panel: "Kiebitz panel", matrix: "Cards", kripke: "Who knows", mind: "Mind", timeline: "Time line",
  whose: "Whose knowledge", everybody: "what everybody knows", you: "you",
  worlds: (n) => `${n} possible ${n === "1" ? "deal" : "deals"}`,
  sure: "sure", never: "–", impossible: "impossible", actual: "it really is here",
  actualMark: "● where the card really is", seen: (n) => `Cards that are seen (${n})`, card: "card",
  toBegin: (n) => `${n} deals to begin with.`,
  ruledOut: (n, of) => (n === "0" ? "nothing is ruled out." : `${n} of ${of} deals are ruled out.`), grown: (of, n) => `${of} deals become ${n}; cards have moved unseen.`,
  publicWorlds: "The worlds are all deals that the public events allow. A player also sees their own cards and considers fewer possible: those that Cards counts.",
  sampled: (n, of) => `Estimated from ${n} deals drawn at random; ${of} are possible, too many to look at each.`,
  none: "Every card is seen.", change: "Last event", loading: "Working it out …",
  suit: "Suit", rank: "Rank", before: "before the last event", after: "now", eyes: "Seen with",
  open: "open cards", own: "this player's eyes",
  considers: (who, places) => `${who} considers possible: ${places}`, knows: (who, place) => `${who} knows: ${place}`,
  nested: "What one thinks of another", thinks: "thinks that", possible: "considers possible",
  nestedLine: (share, deals, places) => `${share}${deals}: ${places}`, ask: "Ask",
  formula: "Is it true?", 
  formulaHelp: [
    ["has(East, QH)", "East has the queen of hearts"], ["count(East, hearts) >= 2", "at least two hearts"],
    ["K[North] …", "North knows"], ["Kw[North] …", "North knows whether"], ["M[North] …", "North considers possible"],
    ["E …  C …  D …", "everybody knows, common knowledge, pooled knowledge"], ["[! …] …", "after an announcement"],
    ["~  &  |  ->", "not, and, or, if"],
  ],
  true: "✓ true", false: "✗ false", example: "Try",
  forExample: "For example:", heConsiders: (who) => `${who} considers possible:`, theyConsider: (who) => `${who} together consider possible:`,
  there: "There",
  noMind: "There is no explanation of this move.", nobody: "Nothing was played yet.", played: (who, move) => `${who}: ${move}`,
  askAgent: "Ask an agent about this moment", wouldPlay: (who, move) => `${who} would play ${move}`, values: "Candidates", details: "How it was found",
  openCards: "With open cards, what is each card worth?",
  "open win": "1: who is to move wins with the best play of both, 0: a draw, -1: he loses.",
  "open score": "The score of this round that who is to move can secure, even if all others play against him:",
  ruled: (who, n, of) => `${who}: ${n} of ${of} ruled out`, moved: (who, n, of) => `${who}: ${of} become ${n}`, begin: (who, n) => `${who}: ${n} to begin with`,
  start: "The deal", round: (n) => `Round ${n}`, go: (n) => `go to ply ${n}`,
  replay: "Replay", first: "to the start", last: "to the end", back: "one back", on: "one on", trickBack: "previous trick", trickOn: "next trick",
  ply: (n, all) => `${n} of ${all}`, whatIf: "What if? Play on from here", link: "Link to this moment", copied: "The link is copied: it opens this moment for whoever watches.", copyThis: "Copy this link:",
  recordOf: (n, all) => `Record ${n} of ${all}`, recordBack: "previous", recordOn: "next",
  svg: "Picture", record: "Record",
  step: "Step (space)", pause: "Pause", goOn: "Go on", speed: "Seconds for a move", sitAs: "You play as", start_: "Start", watchOnly: "nobody: only watch",
  problem: "That did not work", close: "Close the panel",
};

const de = {
  panel: "Kiebitz-Fenster", matrix: "Karten", kripke: "Wer weiß was", mind: "Gedanken", timeline: "Verlauf",
  whose: "Wessen Wissen", everybody: "was alle wissen", you: "du",
  worlds: (n) => `${n} mögliche ${n === "1" ? "Verteilung" : "Verteilungen"}`,
  sure: "sicher", never: "–", impossible: "unmöglich", actual: "hier ist sie wirklich",
  actualMark: "● wo die Karte wirklich ist", seen: (n) => `Gesehene Karten (${n})`, card: "Karte",
  toBegin: (n) => `${n} Verteilungen am Anfang.`,
  ruledOut: (n, of) => (n === "0" ? "nichts wird ausgeschlossen." : `${n} von ${of} Verteilungen sind ausgeschlossen.`), grown: (of, n) => `aus ${of} Verteilungen werden ${n}; Karten sind verdeckt gewandert.`,
  publicWorlds: "Die Welten sind alle Verteilungen, die zu dem passen, was alle gesehen haben. Wer auch die eigenen Karten sieht, hält weniger für möglich: die, die Karten zählt.",
  sampled: (n, of) => `Geschätzt aus ${n} ausgelosten Verteilungen; möglich sind ${of}, zu viele, um jede anzusehen.`,
  none: "Alle Karten sind gesehen.", change: "Letztes Ereignis", loading: "Wird berechnet …",
  suit: "Farbe", rank: "Wert", before: "vor dem letzten Ereignis", after: "jetzt", eyes: "Gesehen mit",
  open: "offenen Karten", own: "den Augen dieses Spielers",
  considers: (who, places) => `${who} hält für möglich: ${places}`, knows: (who, place) => `${who} weiß: ${place}`,
  nested: "Was einer vom anderen denkt", thinks: "denkt, dass", possible: "für möglich hält",
  nestedLine: (share, deals, places) => `${share}${deals}: ${places}`, ask: "Fragen",
  formula: "Stimmt das?", 
  formulaHelp: [
    ["has(East, QH)", "Ost hat die Herz-Dame"], ["count(East, hearts) >= 2", "mindestens zwei Herz"],
    ["K[North] …", "Nord weiß"], ["Kw[North] …", "Nord weiß, ob"], ["M[North] …", "Nord hält für möglich"],
    ["E …  C …  D …", "alle wissen, Gemeinwissen, zusammengelegtes Wissen"], ["[! …] …", "nach einer Ansage"],
    ["~  &  |  ->", "nicht, und, oder, wenn"],
  ],
  true: "✓ wahr", false: "✗ falsch", example: "Beispiel",
  forExample: "Zum Beispiel:", heConsiders: (who) => `${who} hält für möglich:`, theyConsider: (who) => `${who} halten zusammen für möglich:`,
  there: "Dort gilt",
  noMind: "Zu diesem Zug gibt es keine Erklärung.", nobody: "Noch ist nichts gespielt.", played: (who, move) => `${who}: ${move}`,
  askAgent: "Einen Agenten zu diesem Moment fragen", wouldPlay: (who, move) => `${who} würde ${move} spielen`, values: "Kandidaten", details: "Wie es gefunden wurde",
  openCards: "Was ist bei offenen Karten jede Karte wert?",
  "open win": "1: wer dran ist, gewinnt bei bestem Spiel beider, 0: unentschieden, -1: er verliert.",
  "open score": "Die Wertung dieser Runde, die dem sicher ist, der dran ist, selbst wenn alle anderen gegen ihn spielen:",
  ruled: (who, n, of) => `${who}: ${n} von ${of} ausgeschlossen`, moved: (who, n, of) => `${who}: aus ${of} werden ${n}`, begin: (who, n) => `${who}: ${n} am Anfang`,
  start: "Das Geben", round: (n) => `Runde ${n}`, go: (n) => `zu Zug ${n}`,
  replay: "Wiedergabe", first: "zum Anfang", last: "zum Ende", back: "eins zurück", on: "eins weiter", trickBack: "voriger Stich", trickOn: "nächster Stich",
  ply: (n, all) => `${n} von ${all}`, whatIf: "Was wäre, wenn? Von hier weiterspielen", link: "Link zu diesem Moment", copied: "Der Link ist kopiert: er zeigt diesen Moment allen, die zusehen.", copyThis: "Diesen Link kopieren:",
  recordOf: (n, all) => `Aufzeichnung ${n} von ${all}`, recordBack: "vorige", recordOn: "nächste",
  svg: "Bild", record: "Aufzeichnung",
  step: "Schritt (Leertaste)", pause: "Pause", goOn: "Weiter", speed: "Sekunden je Zug", sitAs: "Du spielst als", start_: "Los", watchOnly: "niemand: nur zusehen",
  problem: "Das ging nicht", close: "Fenster schließen",
};

export function tell(key, ...values) {
  const found = (settings.language === "de" ? de : en)[key] ?? en[key] ?? key;
  return typeof found === "function" ? found(...values) : found;
}

export function number(value) {
  return value.toLocaleString(settings.language);
}

export function percent(chance) {
  const text = (100 * chance).toFixed(chance < 0.1 || chance > 0.9 ? 1 : 0);
  return `${text} %`;
}
