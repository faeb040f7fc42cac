// Truth, prediction and groups, with what is drawn over them.
import { prepare, picture, blow, el } from "./canvas.js";

const INK = [242, 239, 232];

/** @typedef {import("./player.js").Shown} Shown @typedef {import("./wire.js").Pictures} Pictures @typedef {import("./wire.js").Numbers} Numbers */

/** What is on show beside the pictures. */
export const shows = {
  attention: true,
  ghosts: true,
  colors: /** @type {number[][]} */ ([]), // of components
  selected: -1, // object
  follows: -1, // component
};

/** @param {number} k @param {number} [alpha] */
export const color = (k, alpha = 1) => {
  const [r, g, b] = shows.colors[k % shows.colors.length] ?? INK;
  return `rgba(${r},${g},${b},${alpha})`;
};

/** The three pictures, a pixel of the world each: also what films are made of. @param {Numbers} n @param {Pictures} p @returns {[ImageData, ImageData, ImageData]} */
export function pictures(n, p) {
  const tint = (/** @type {Uint8ClampedArray} */ rgb, /** @type {number[]} */ c, /** @type {number} */ share) => {
    for (let i = 0; i < 3; ++i) rgb[i] = c[i] * share;
  };
  return [
    picture(n.width, n.height, (i, rgb) => {
      if (p.truth[i]) tint(rgb, p.truth[i] === 255 ? [230, 159, 0] : INK, 1);
    }),
    picture(n.width, n.height, (i, rgb) => tint(rgb, INK, p.prediction[i] / 255)),
    picture(n.width, n.height, (i, rgb) => {
      if (!p.owner[i]) return;
      const share = p.certainty[i] / 255; // a pixel that is shared fades to grey
      const own = shows.colors[(p.owner[i] - 1) % shows.colors.length];
      for (let c = 0; c < 3; ++c) rgb[c] = own[c] * share + 70 * (1 - share);
    }),
  ];
}

/** @param {CanvasRenderingContext2D} g @param {number} x @param {number} y @param {number} r */
function ring(g, x, y, r) {
  g.beginPath();
  g.arc(x, y, r, 0, 2 * Math.PI);
  g.stroke();
}

/** Where something was: a line that fades. @param {CanvasRenderingContext2D} g @param {({x: number, y: number} | undefined)[]} path @param {string} stroke */
function trail(g, path, stroke) {
  g.strokeStyle = stroke;
  g.lineWidth = 2;
  for (let i = 1; i < path.length; ++i) {
    const a = path[i - 1], b = path[i];
    if (!a || !b || !(a.x === a.x && b.x === b.x)) continue;
    g.globalAlpha = i / path.length;
    g.beginPath();
    g.moveTo(a.x, a.y);
    g.lineTo(b.x, b.y);
    g.stroke();
  }
  g.globalAlpha = 1;
}

/** Who attends to whom: from i to k, in the colour of i. @param {CanvasRenderingContext2D} g @param {Numbers} n @param {Pictures} p @param {number} scale */
function arrows(g, n, p, scale) {
  for (let k = 0; k < n.k; ++k) {
    for (let i = 0; i < n.k; ++i) {
      const weight = p.alpha[k * n.k + i] / 255, a = n.tracks[i], b = n.tracks[k];
      if (i === k || weight < 0.1 || !(a.x === a.x && b.x === b.x)) continue;
      const dx = b.x - a.x, dy = b.y - a.y, length = Math.hypot(dx, dy) || 1;
      if (length < 4) continue;
      // both directions of a pair run side by side
      const ox = -dy / length * 0.9, oy = dx / length * 0.9, end = (length - 2.5) / length;
      const x0 = (a.x + ox) * scale, y0 = (a.y + oy) * scale;
      const x1 = (a.x + dx * end + ox) * scale, y1 = (a.y + dy * end + oy) * scale;
      g.globalAlpha = Math.min(1, 0.25 + weight);
      g.strokeStyle = g.fillStyle = color(i);
      g.lineWidth = 1 + 3 * weight;
      g.beginPath();
      g.moveTo(x0, y0);
      g.lineTo(x1, y1);
      g.stroke();
      const turn = Math.atan2(y1 - y0, x1 - x0), head = 5 + 4 * weight;
      g.beginPath();
      g.moveTo(x1 + head * Math.cos(turn), y1 + head * Math.sin(turn));
      g.lineTo(x1 + head * Math.cos(turn + 2.4), y1 + head * Math.sin(turn + 2.4));
      g.lineTo(x1 + head * Math.cos(turn - 2.4), y1 + head * Math.sin(turn - 2.4));
      g.fill();
    }
  }
  g.globalAlpha = 1;
}

/** @param {CanvasRenderingContext2D} g @param {Numbers} n @param {number} scale */
function curtain(g, n, scale) {
  if (n.curtain.length === 0) return;
  const [x0, y0, x1, y1] = n.curtain.map((x) => x * scale);
  g.setLineDash([4, 4]);
  g.strokeStyle = "rgba(242,239,232,.5)";
  g.lineWidth = 1;
  g.strokeRect(x0, y0, x1 - x0, y1 - y0);
  g.setLineDash([]);
}

/** @param {Shown} shown @param {Shown[]} before the last ones, oldest first */
export function drawScreens(shown, before) {
  const n = shown.numbers, p = shown.pictures(), images = pictures(n, p);
  const follows = shows.follows, object = n.componentOf.indexOf(follows);
  const on = (/** @type {string} */ id, /** @type {ImageData} */ image) => {
    const { g, width, height } = prepare(el(id));
    blow(g, image, width, height);
    return { g, scale: width / n.width };
  };
  const scaled = (/** @type {number} */ scale, /** @type {{x: number, y: number} | undefined} */ at) =>
    at && { x: at.x * scale, y: at.y * scale };

  const truth = on("truth", images[0]);
  curtain(truth.g, n, truth.scale);
  const chosen = n.discs[shows.selected];
  if (chosen) {
    truth.g.strokeStyle = "#f0e442";
    truth.g.lineWidth = 2;
    ring(truth.g, chosen.x * truth.scale, chosen.y * truth.scale, (chosen.radius + 1.2) * truth.scale);
  }
  if (follows >= 0 && object >= 0) {
    trail(truth.g, before.map((r) => scaled(truth.scale, r.numbers.discs[object])), color(follows));
  }

  const prediction = on("prediction", images[1]);
  if (shows.ghosts && n.alone) {
    prediction.g.lineWidth = 1.5;
    n.discs.forEach((disc, o) => {
      const k = n.componentOf[o] ?? -1;
      prediction.g.strokeStyle = k >= 0 ? color(k) : "rgba(242,239,232,.6)";
      ring(prediction.g, disc.x * prediction.scale, disc.y * prediction.scale, disc.radius * prediction.scale);
    });
  }
  if (follows >= 0) {
    trail(prediction.g, before.map((r) => scaled(prediction.scale, r.numbers.tracks[follows])), color(follows));
  }

  const groups = on("groups", images[2]);
  if (shows.attention && p.alpha.length > 0) arrows(groups.g, n, p, groups.scale);
  return p;
}
