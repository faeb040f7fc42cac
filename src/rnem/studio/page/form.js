// The form of a training, made from the program's table of settings.
import { el } from "./canvas.js";
import { get } from "./api.js";

/** @typedef {{key: string, kind: string, value: string, help: string, min?: number, max?: number, choices?: string[]}} Setting */
/** @type {{setting: Setting, field: HTMLInputElement | HTMLSelectElement, label: HTMLElement}[]} */
let fields = [];

/** What most trainings differ in comes first. */
const FIRST = ["data.train", "training.max_minutes", "training.max_updates", "em.k", "training.batch", "training.rate", "seed"];

/** @param {Setting} setting */
function field(setting) {
  const choices = setting.kind === "yes or no" ? ["true", "false"] : setting.kind === "text" ? setting.choices : undefined;
  const made = document.createElement(choices ? "select" : "input");
  for (const choice of choices ?? []) made.append(new Option(choice, choice));
  made.value = setting.value;
  made.id = `set-${setting.key}`;
  const label = document.createElement("label"), name = document.createElement("b"), help = document.createElement("small");
  name.textContent = setting.key;
  const { min, max } = setting, huge = 1e9; // as good as no limit
  const range = min === undefined ? "" : max === undefined || max >= huge ? ` (from ${min} on)` : ` (${min} to ${max})`;
  help.textContent = setting.help + range;
  label.append(name, made, help);
  made.addEventListener("input", () => label.classList.toggle("changed", made.value !== setting.value));
  return { setting, field: made, label };
}

export async function buildForm() {
  if (fields.length > 0) return;
  const place = (/** @type {Setting} */ s) => (FIRST.includes(s.key) ? FIRST.indexOf(s.key) : FIRST.length);
  /** @type {Setting[]} */
  const settings = (await get("/api/settings")).settings;
  fields = settings.toSorted((a, b) => place(a) - place(b)).map(field);
  el("settings").replaceChildren(...fields.map((f) => f.label));
  el("find-setting").addEventListener("input", () => {
    const wanted = el("find-setting").value.toLowerCase();
    for (const { setting, label } of fields) {
      label.hidden = !`${setting.key} ${setting.help}`.toLowerCase().includes(wanted);
    }
  });
}

/** Only what differs from the recipe. */
export function filledIn() {
  return Object.fromEntries(fields.filter((f) => f.field.value !== f.setting.value)
    .map((f) => [f.setting.key, f.field.value]));
}
