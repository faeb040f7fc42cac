// Models and worlds to choose from.
import { el } from "./canvas.js";
import { get } from "./api.js";
import { state } from "./state.js";
import { shows } from "./screens.js";

/**
 * @typedef {{name: string, about: string, height: number, width: number, actions: number}} World
 * @typedef {{name: string, height: number, width: number, actions: number, rule: string}} Model
 */
/** @type {{worlds: World[], models: Model[], colors: number[][], rules: string[]}} */
let catalog = { worlds: [], models: [], colors: [], rules: [] };

/** Worlds that the model cannot look at are listed, but cannot be chosen. */
export function fillChoices() {
  const model = catalog.models.find((m) => m.name === state.model) ?? catalog.models[0];
  if (!model) return;
  state.model = model.name;
  const fits = (/** @type {World} */ w) => w.height === model.height && w.width === model.width &&
    (model.actions === 0 || model.actions === w.actions);
  el("model").replaceChildren(...catalog.models.map((m) => new Option(m.name, m.name)));
  el("model").value = state.model;
  el("world").replaceChildren(...catalog.worlds.map((w) => {
    const option = new Option(w.name.startsWith("upload:") ? w.about : w.name, w.name);
    option.disabled = !fits(w);
    option.title = w.about;
    return option;
  }));
  const world = catalog.worlds.find((w) => w.name === state.world && fits(w)) ?? catalog.worlds.find(fits);
  if (world) state.world = world.name;
  el("world").value = state.world;
  // only models that were told of it go on blindly
  const rules = catalog.rules.filter((r) => r !== "blind" || model.rule === "blind");
  el("rule").replaceChildren(new Option(`as trained (${model.rule})`, ""), ...rules.map((r) => new Option(r, r)));
  el("rule").value = state.rule;
}

export async function reloadCatalog() {
  catalog = await get("/api/catalog");
  shows.colors = catalog.colors;
  fillChoices();
}
