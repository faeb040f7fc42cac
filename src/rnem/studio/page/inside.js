// Everything that components have: psi, gamma, theta, and alpha between them.
import { prepare, picture, blow, el } from "./canvas.js";
import { shows, color } from "./screens.js";

/** @type {{row: HTMLElement, psi: HTMLCanvasElement, gamma: HTMLCanvasElement, theta: HTMLCanvasElement, note: HTMLElement}[]} */
let rows = [];

/** @param {string} name @param {string} label */
function canvas(name, label) {
  const made = document.createElement("canvas");
  made.className = name;
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", label);
  return made;
}

/** @param {number} k @param {(component: number) => void} follow */
export function buildRows(k, follow) {
  if (rows.length === k) return;
  rows = Array.from({ length: k }, (_, i) => {
    const row = document.createElement("button");
    row.type = "button";
    row.className = "component";
    const title = document.createElement("span"), name = document.createElement("b"), swatch = document.createElement("i");
    swatch.className = "swatch";
    swatch.style.background = color(i);
    name.append(swatch, `k = ${i + 1}`);
    const note = document.createElement("span");
    title.append(name, note);
    const psi = canvas("plane", `psi of component ${i + 1}`), gamma = canvas("plane", `gamma of component ${i + 1}`);
    const theta = canvas("theta", `theta of component ${i + 1}`);
    row.append(title, psi, gamma, theta);
    row.addEventListener("click", () => follow(i));
    return { row, psi, gamma, theta, note };
  });
  const head = document.createElement("div");
  head.className = "component head";
  for (const text of ["", "ψ expects", "γ owns", "θ carries"]) {
    const cell = document.createElement("span");
    cell.textContent = text;
    head.append(cell);
  }
  el("components").replaceChildren(head, ...rows.map((r) => r.row));
}

/** @param {import("./wire.js").Numbers} n @param {import("./wire.js").Pictures} p */
export function drawInside(n, p) {
  rows.forEach(({ row, psi, gamma, theta, note }, i) => {
    if (!p.psi[i]) return;
    row.classList.toggle("followed", shows.follows === i);
    const own = shows.colors[i % shows.colors.length];
    const plane = (/** @type {HTMLCanvasElement} */ to, /** @type {Uint8Array} */ values, /** @type {number[]} */ tint) => {
      const { g, width, height } = prepare(to);
      blow(g, picture(n.width, n.height, (at, rgb) => {
        for (let c = 0; c < 3; ++c) rgb[c] = (tint[c] * values[at]) / 255;
      }), width, height);
    };
    plane(psi, p.psi[i], [242, 239, 232]);
    plane(gamma, p.gamma[i], own);
    const object = n.componentOf.indexOf(i), place = n.tracks[i];
    const owned = p.owner.reduce((sum, o) => sum + (o === i + 1 ? 1 : 0), 0);
    note.textContent = `${owned} px` + (object >= 0 && place.x === place.x ? `, object ${object + 1}` : "");
    if (!p.theta) return;
    const { g, width, height } = prepare(theta), m = p.thetaWidth;
    // sigmoid cells have no negative values: they get all of the height
    const tall = p.theta.some((v) => v < 0) ? height / 2 : height;
    g.fillStyle = color(i);
    for (let j = 0; j < m; ++j) {
      const value = p.theta[i * m + j] / 127;
      g.fillRect((j * width) / m, tall - Math.max(0, value) * tall, Math.max(1, width / m - 0.3), Math.abs(value) * tall);
    }
  });
  el("alpha-figure").hidden = p.alpha.length === 0;
  if (p.alpha.length === 0) return;
  const { g, width } = prepare(el("alpha")), k = n.k, edge = 22, cell = (width - edge) / k;
  for (let a = 0; a < k; ++a) {
    g.fillStyle = color(a);
    for (const [x, y] of [[edge / 2 - 3, edge + cell * (a + 0.5)], [edge + cell * (a + 0.5), edge / 2 - 3]]) {
      g.beginPath();
      g.arc(x, y, 5, 0, 2 * Math.PI);
      g.fill();
    }
    for (let b = 0; b < k; ++b) {
      g.globalAlpha = a === b ? 0.06 : 0.06 + (0.94 * p.alpha[a * k + b]) / 255;
      g.fillStyle = a === b ? "#888" : color(b);
      g.fillRect(edge + cell * b + 1, edge + cell * a + 1, cell - 2, cell - 2);
    }
    g.globalAlpha = 1;
  }
}
