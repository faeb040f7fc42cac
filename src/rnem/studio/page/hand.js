// The hand on the world: drag, throw, add, remove, draw, and choose what to follow.
import { el } from "./canvas.js";
import { shows } from "./screens.js";

const STILL = 80; // milliseconds after which a hand that rests throws nothing

export class Hand {
  /** @param {import("./player.js").Player} player @param {() => void} redraw */
  constructor(player, redraw) {
    this.player = player;
    this.redraw = redraw;
    this.tool = "move";
    this.held = -1;
    /** @type {{x: number, y: number, at: number}[]} */
    this.way = []; // of the hand, the last moments
    this.discs = false;
    const canvas = el("truth");
    canvas.addEventListener("pointerdown", (/** @type {PointerEvent} */ e) => this.down(e));
    canvas.addEventListener("pointermove", (/** @type {PointerEvent} */ e) => this.move(e));
    for (const end of ["pointerup", "pointercancel"]) {
      canvas.addEventListener(end, (/** @type {PointerEvent} */ e) => this.up(e));
    }
    for (const id of ["groups", "prediction"]) {
      el(id).addEventListener("click", (/** @type {MouseEvent} */ e) => this.followAt(this.place(e, el(id))));
    }
  }

  get numbers() { return this.player.now?.numbers; }
  get size() { return Number(el("size").value); }
  get mass() { return Number(el("mass").value); }

  /** In pixels of the world. @param {MouseEvent} event @param {HTMLElement} canvas */
  place(event, canvas) {
    const box = canvas.getBoundingClientRect(), n = this.numbers;
    return { x: ((event.clientX - box.left) / box.width) * (n?.width ?? 64),
      y: ((event.clientY - box.top) / box.height) * (n?.height ?? 64) };
  }

  /** @param {{x: number, y: number}} at */
  discAt(at) {
    const discs = this.numbers?.discs ?? [];
    const reach = discs.map((d) => Math.hypot(d.x - at.x, d.y - at.y) - d.radius);
    const best = reach.reduce((b, r, i) => (r < (reach[b] ?? Infinity) ? i : b), -1);
    return best >= 0 && reach[best] < 2 ? best : -1; // a finger is wide
  }

  /** @param {string} tool */
  choose(tool) {
    this.tool = tool;
    el("truth").className = `tool-${tool}`;
    const radio = /** @type {HTMLInputElement | null} */ (document.querySelector(`input[name="tool"][value="${tool}"]`));
    if (radio && !radio.disabled) radio.checked = true;
  }

  /** @param {number} object */
  select(object) {
    shows.selected = object;
    const disc = this.numbers?.discs[object];
    if (disc) {
      el("size").value = disc.radius;
      el("mass").value = disc.mass;
      el("size").dispatchEvent(new Event("input"));
      el("mass").dispatchEvent(new Event("input"));
      const component = this.numbers?.componentOf[object] ?? -1;
      shows.follows = component;
    } else {
      shows.follows = -1;
    }
    this.redraw();
  }

  /** @param {{x: number, y: number}} at */
  followAt(at) {
    const n = this.numbers;
    if (!n) return;
    const near = n.tracks.map((t) => Math.hypot(t.x - at.x, t.y - at.y));
    const k = near.reduce((b, d, i) => (d < (near[b] ?? Infinity) ? i : b), -1);
    if (k < 0 || !(near[k] < 9)) return this.select(-1);
    this.select(n.componentOf.indexOf(k));
    shows.follows = k;
    this.redraw();
  }

  /** @param {PointerEvent} event */
  down(event) {
    const canvas = el("truth"), at = this.place(event, canvas);
    canvas.setPointerCapture(event.pointerId);
    if (this.tool === "draw" || this.tool === "erase") {
      this.stroke = true;
      return this.draw([at.x, at.y]);
    }
    if (this.tool === "add") {
      return this.player.edit({ do: "add", x: at.x, y: at.y, radius: this.size, mass: this.mass });
    }
    const disc = this.discAt(at);
    if (this.tool === "remove") {
      if (disc >= 0) this.remove(disc);
      return;
    }
    this.select(disc);
    if (disc < 0) return;
    this.held = disc;
    this.way = [];
    canvas.classList.add("holding");
    this.drag(at);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const at = this.place(event, el("truth"));
    if (this.stroke) this.draw([at.x, at.y]);
    else if (this.held >= 0) this.drag(at);
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.stroke = false;
    if (this.held < 0) return;
    el("truth").classList.remove("holding");
    const at = this.place(event, el("truth")), now = performance.now();
    const from = this.way.find((w) => now - w.at < STILL) ?? { ...at, at: now };
    // so many frames went by while the hand moved so far
    const frames = Math.max(1, ((now - from.at) / 1000) * this.player.speed);
    this.player.edit({ do: "throw", object: this.held, x: (at.x - from.x) / frames, y: (at.y - from.y) / frames });
    this.held = -1;
  }

  /** @param {{x: number, y: number}} at */
  drag(at) {
    this.way.push({ ...at, at: performance.now() });
    if (this.way.length > 20) this.way.shift();
    // only the last place counts, so what waits is replaced
    const edits = this.player.edits, last = /** @type {any} */ (edits.at(-1));
    if (last?.do === "hold") edits.pop();
    this.player.edit({ do: "hold", object: this.held, x: at.x, y: at.y });
  }

  /** @param {number[]} points */
  draw(points) {
    this.player.edit({ do: this.tool, points, radius: this.size / 3 });
  }

  /** @param {number} disc */
  remove(disc) {
    this.select(-1);
    this.player.edit({ do: "remove", object: disc });
  }

  /** Another size or mass for the chosen ball. */
  reshape() {
    if (shows.selected >= 0) this.player.edit({ do: "change", object: shows.selected, radius: this.size, mass: this.mass });
  }

  /** The keyboard's way: choose the next, move it. @param {number} by */
  chooseNext(by) {
    const count = this.numbers?.discs.length ?? 0;
    if (count > 0) this.select((Math.max(shows.selected, by > 0 ? -1 : 0) + by + count) % count);
  }

  /** @param {number} dx @param {number} dy */
  nudge(dx, dy) {
    const disc = this.numbers?.discs[shows.selected];
    if (!disc) return;
    this.player.edit({ do: "hold", object: shows.selected, x: disc.x + dx, y: disc.y + dy });
    this.player.edit({ do: "throw", object: shows.selected, x: disc.vx, y: disc.vy });
  }
}
