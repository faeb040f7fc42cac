// The numbers of a step in words, and their running curves.
import { el, pageColor } from "./canvas.js";
import { drawCurves, aloneSpans } from "./curves.js";

const shownAt = /** @type {number[]} */ ([]); // when the last frames were shown

/** @param {number} value @param {number} digits */
const known = (value, digits) => (Number.isFinite(value) ? value.toFixed(digits) : "–");

/** @param {import("./wire.js").Numbers} n @param {any} facts */
export function showNumbers(n, facts) {
  const now = performance.now();
  if (shownAt.at(-1) !== now) shownAt.push(now);
  while (shownAt.length > 30) shownAt.shift();
  const seconds = (now - shownAt[0]) / 1000;
  el("rate").textContent = seconds > 0 && now - shownAt[0] < 5000 ? `${Math.round((shownAt.length - 1) / seconds)} frames/s` : "";
  el("step-count").textContent = `step ${n.step}`;
  document.body.dataset.step = String(n.step);
  el("prediction-note").textContent = n.alone ? "alone, in the dark" : "what the model expects";
  el("groups-note").textContent = n.predicts ? `K = ${n.k}, whose pixel it is` : "whose pixel it is";
  el("truth-note").textContent = n.alone ? "what really happens" : "what is there";
  el("error-now").textContent = n.discs.length > 0 ? `${known(n.error, 2)} px` : "the truth is not known";
  el("held-now").textContent = n.predicts ? `${known(n.held, 0)}${n.discs.length > 0 ? ` of ${n.discs.length}` : ""}` : "";
  el("energy-now").textContent = n.discs.length > 0 ? `truth ${known(n.energy, 1)}, model ${known(n.ownEnergy, 1)}` : "";
  el("score").textContent = "";
  if (facts.game) el("score").textContent = `${n.score} points, ${n.lives} ships` + (n.alone ? " (the real game)" : "");
}

/** @param {import("./player.js").Shown[]} records @param {boolean} hidden */
export function drawRunning(records, hidden) {
  if (hidden) return;
  const all = records.map((r) => r.numbers), shaded = aloneSpans(all);
  const line = (/** @type {(n: import("./wire.js").Numbers) => number} */ of) =>
    all.map((n) => /** @type {[number, number]} */ ([n.step, n.predicts ? of(n) : NaN]));
  const model = pageColor("--warm"), truth = pageColor("--soft");
  drawCurves(el("curve-error"), [{ points: line((n) => n.error), color: model }], { low: 0, shaded });
  const most = Math.max(1, ...all.map((n) => Math.max(n.discs.length, n.held || 0)));
  drawCurves(el("curve-held"), [{ points: line((n) => (n.discs.length > 0 ? n.discs.length : NaN)), color: truth, dash: [4, 3], width: 1.25 },
    { points: line((n) => n.held), color: model }], { low: 0, high: most, shaded });
  drawCurves(el("curve-energy"), [{ points: line((n) => n.energy), color: truth, dash: [4, 3], width: 1.25 },
    { points: line((n) => n.ownEnergy), color: model }], { low: 0, shaded });
}
