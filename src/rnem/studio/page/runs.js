// Training runs: their curves while they grow, and starting, stopping, resuming them.
import { el } from "./canvas.js";
import { get, post } from "./api.js";
import { drawCurves } from "./curves.js";
import { buildForm, filledIn } from "./form.js";

/**
 * @typedef {{name: string, state: string, update: number, samples: string[], why?: string}} Run
 * @typedef {{next: number, train: number[][], valid: number[][], chosen: boolean}} Course
 */
/** @type {Map<string, Course>} */
const courses = new Map();
/** @type {Run[]} */
let runs = [];
/** Okabe and Ito's, dark enough for paper and bright enough for the dark theme. */
const COLORS = ["#0a78c2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];
let open = false;

/** @param {(text: string) => void} refused @param {() => void} changed models may have come */
export function startRuns(refused, changed) {
  const act = async (/** @type {() => Promise<any>} */ work) => {
    try {
      await work();
    } catch (error) {
      refused(error instanceof Error ? error.message : String(error));
    }
    await refresh(act, changed);
  };
  el("new-run").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    act(() => post("/api/runs", { name: el("run-name").value, settings: filledIn() }));
  });
  addEventListener("resize", draw);
  const look = async () => {
    if (open && !document.hidden) await refresh(act, changed).catch(() => {});
    setTimeout(look, 2000);
  };
  look();
  return async (/** @type {boolean} */ shown) => {
    open = shown;
    if (!shown) return;
    await buildForm();
    await act(async () => {});
  };
}

/** @param {(work: () => Promise<any>) => Promise<void>} act @param {() => void} changed */
async function refresh(act, changed) {
  const before = runs.map((r) => r.name).join();
  runs = (await get("/api/runs")).runs;
  if (runs.map((r) => r.name).join() !== before) changed();
  runs.forEach((run, i) => {
    if (!courses.has(run.name)) courses.set(run.name, { next: 0, train: [], valid: [], chosen: i < 4 });
  });
  for (const run of runs) {
    const course = /** @type {Course} */ (courses.get(run.name));
    if (!course.chosen || run.update < 0) continue;
    for (;;) {
      const more = await get(`/api/runs/${run.name}/log?from=${course.next}`);
      if (more.size < course.next) { // it went back to a checkpoint
        Object.assign(course, { next: 0, train: [], valid: [] });
        continue;
      }
      course.train.push(...more.train);
      course.valid.push(...more.valid);
      const grew = more.next > course.next;
      course.next = more.next;
      if (!grew || more.next >= more.size) break;
    }
  }
  list(act);
  draw();
}

/** @param {(work: () => Promise<any>) => Promise<void>} act */
function list(act) {
  el("no-runs").hidden = runs.length > 0;
  const focused = document.activeElement?.id;
  document.querySelector("#run-list ul")?.replaceChildren(...runs.map((run, i) => {
    const course = /** @type {Course} */ (courses.get(run.name));
    const row = document.createElement("li"), name = document.createElement("label"), check = document.createElement("input");
    name.className = "name";
    check.type = "checkbox";
    check.checked = course.chosen;
    check.id = `run-${run.name}`;
    check.addEventListener("change", () => { course.chosen = check.checked; act(async () => {}); });
    const swatch = document.createElement("i");
    swatch.className = "swatch";
    swatch.style.background = COLORS[i % COLORS.length];
    name.append(check, swatch, run.name);
    const state = document.createElement("span");
    state.className = `state ${run.state}`;
    const words = run.state === "failed" ? `failed: ${run.why}` : run.state;
    state.textContent = run.update >= 0 ? `update ${run.update}, ${words}` : words;
    const button = document.createElement("button"), running = run.state === "running";
    button.type = "button";
    button.id = `act-${run.name}`;
    button.textContent = running ? "Stop" : "Resume";
    button.addEventListener("click", () => act(() => post(`/api/runs/${run.name}/${running ? "stop" : "resume"}`, {})));
    row.append(name, state, button);
    return row;
  }));
  if (focused) document.getElementById(focused)?.focus();
}

function draw() {
  if (!open) return;
  const loss = /** @type {import("./curves.js").Line[]} */ ([]), ari = /** @type {typeof loss} */ ([]);
  runs.forEach((run, i) => {
    const course = courses.get(run.name), color = COLORS[i % COLORS.length];
    if (!course?.chosen) return;
    const column = (/** @type {number[][]} */ rows, /** @type {number} */ at) =>
      rows.map((r) => /** @type {[number, number]} */ ([r[0], r[at] ?? NaN]));
    loss.push({ points: column(course.train, 1), color, width: 0.8 }, { points: column(course.valid, 1), color, width: 2.2 });
    ari.push({ points: column(course.train, 2), color, width: 0.8 }, { points: column(course.valid, 2), color, width: 2.2 });
  });
  drawCurves(el("run-loss"), loss, { log: true });
  drawCurves(el("run-ari"), ari, { high: 1 });
  const with_picture = runs.find((r) => courses.get(r.name)?.chosen && r.samples.length > 0);
  el("sample-figure").hidden = !with_picture;
  if (with_picture) {
    const last = with_picture.samples[with_picture.samples.length - 1], path = `/api/runs/${with_picture.name}/samples/${last}`;
    if (!el("sample").src.endsWith(path)) el("sample").src = path;
    el("sample-note").textContent = `${with_picture.name}, ${last}`;
  }
}
