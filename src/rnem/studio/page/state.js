// What is being looked at. It stands in the address, so that a link leads to the same.

/** @typedef {typeof initial} State */
export const initial = {
  view: "watch",
  model: "balls4",
  world: "balls4mass64",
  seed: 1,
  sequence: 0,
  k: 0, // 0: as trained
  noise: 0,
  rule: "",
  speed: 25,
  inside: false,
  letgo: 0, // the step at which a link lets the model go; 0: it watches
};

/** @param {string} hash @returns {State} */
export function fromAddress(hash) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  /** @type {any} */
  const state = { ...initial };
  for (const [key, value] of Object.entries(initial)) {
    const text = given.get(key);
    if (text === null) continue;
    if (typeof value === "number") {
      if (Number.isFinite(Number(text))) state[key] = Number(text);
    } else {
      state[key] = typeof value === "boolean" ? text === "1" : text;
    }
  }
  return state;
}

/** Only what is not as usual. @param {State} state */
export function toAddress(state) {
  const out = new URLSearchParams();
  for (const [key, value] of Object.entries(state)) {
    if (value === /** @type {any} */ (initial)[key]) continue;
    out.set(key, typeof value === "boolean" ? (value ? "1" : "0") : String(value));
  }
  return `#${out}`;
}

/** @type {State} */
export const state = fromAddress(location.hash);

export function remember() {
  history.replaceState(null, "", toAddress(state));
}
