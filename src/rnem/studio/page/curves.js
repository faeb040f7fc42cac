// Curves over steps or updates.
import { prepare, pageColor } from "./canvas.js";

/**
 * @typedef {{points: [number, number][], color: string, width?: number, dash?: number[]}} Line
 * @typedef {{from?: number, log?: boolean, low?: number, high?: number, unit?: string,
 *   shaded?: [number, number][], format?: (x: number) => string}} Look
 */

/** Round numbers between low and high. @param {number} low @param {number} high @param {number} count */
function ticks(low, high, count) {
  const rough = (high - low) / count, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough) ?? rough;
  const found = [];
  for (let t = Math.ceil(low / step) * step; t <= high + 1e-9 * step; t += step) found.push(t);
  return found;
}

/** @param {HTMLCanvasElement} canvas @param {Line[]} lines @param {Look} look */
export function drawCurves(canvas, lines, look = {}) {
  const { g, width, height } = prepare(canvas);
  const known = lines.flatMap((l) => l.points).filter(([, y]) => Number.isFinite(y) && (!look.log || y > 0));
  const left = 40, bottom = 18, top = 6, w = width - left - 4, h = height - bottom - top;
  g.font = "11px ui-sans-serif, system-ui, sans-serif";
  g.fillStyle = pageColor("--soft");
  g.strokeStyle = pageColor("--line");
  g.lineWidth = 1;
  g.strokeRect(left + 0.5, top + 0.5, w, h);
  if (known.length < 2) {
    g.textAlign = "center";
    g.fillText("nothing to show yet", left + w / 2, top + h / 2);
    return;
  }
  const value = (/** @type {number} */ y) => (look.log ? Math.log10(y) : y);
  const xs = known.map(([x]) => x), ys = known.map(([, y]) => value(y));
  const least = (/** @type {number[]} */ a) => a.reduce((m, x) => Math.min(m, x), Infinity);
  const most = (/** @type {number[]} */ a) => a.reduce((m, x) => Math.max(m, x), -Infinity);
  const x0 = least(xs), x1 = Math.max(most(xs), x0 + 1);
  const y0 = look.low ?? least(ys), y1 = Math.max(look.high ?? most(ys), y0 + (look.log ? 0.1 : 1e-3));
  const px = (/** @type {number} */ x) => left + (w * (x - x0)) / (x1 - x0);
  const py = (/** @type {number} */ y) => top + h - (h * (Math.min(y1, Math.max(y0, value(y))) - y0)) / (y1 - y0);

  g.fillStyle = pageColor("--shade");
  for (const [from, to] of look.shaded ?? []) {
    const a = Math.max(left, px(from)), b = Math.min(left + w, px(to));
    if (b > a) g.fillRect(a, top, b - a, h);
  }
  g.fillStyle = pageColor("--soft");
  g.textAlign = "right";
  g.textBaseline = "middle";
  const name = look.format ?? ((y) => String(Number(y.toPrecision(3))));
  const marks = look.log ? ticks(y0, y1, 3).map((t) => 10 ** t) : ticks(y0, y1, 3);
  for (const mark of marks) {
    const y = py(mark);
    g.beginPath();
    g.moveTo(left, y);
    g.lineTo(left + w, y);
    g.stroke();
    g.fillText(name(mark), left - 6, y);
  }
  g.textAlign = "center";
  g.textBaseline = "top";
  for (const mark of ticks(x0, x1, 4)) {
    if (px(mark) > left + 8 && px(mark) < left + w - 8) g.fillText(String(mark), px(mark), top + h + 4);
  }
  for (const line of lines) {
    g.strokeStyle = line.color;
    g.lineWidth = line.width ?? 1.75;
    g.setLineDash(line.dash ?? []);
    g.beginPath();
    let drawing = false;
    for (const [x, y] of line.points) {
      const there = Number.isFinite(y) && (!look.log || y > 0);
      if (there) drawing ? g.lineTo(px(x), py(y)) : g.moveTo(px(x), py(y));
      drawing = there;
    }
    g.stroke();
  }
  g.setLineDash([]);
}

/** Steps during which the model was alone. @param {{step: number, alone: boolean}[]} steps @returns {[number, number][]} */
export function aloneSpans(steps) {
  /** @type {[number, number][]} */
  const spans = [];
  for (const { step, alone } of steps) {
    if (!alone) continue;
    const last = spans.at(-1);
    if (last && last[1] >= step - 1) last[1] = step;
    else spans.push([step - 1, step]);
  }
  return spans;
}
