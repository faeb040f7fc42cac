// The page: what is chosen, what is shown, and who hears of it.
import { el } from "./canvas.js";
import { leave } from "./api.js";
import { state, remember } from "./state.js";
import { Player } from "./player.js";
import { Hand } from "./hand.js";
import { drawScreens, shows } from "./screens.js";
import { drawInside, buildRows } from "./inside.js";
import { showNumbers, drawRunning } from "./numbers.js";
import { fillChoices, reloadCatalog } from "./choices.js";
import { listen } from "./keys.js";
import { acceptFiles } from "./drop.js";
import { startRuns } from "./runs.js";
import { savePng, makeGif, download } from "./save.js";
import { setUpTheme } from "./theme.js";

/** @type {any} */
let facts = {};
let toastTimer = 0;

/** @param {string} text */
function toast(text) {
  el("toast").textContent = text;
  el("toast").hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { el("toast").hidden = true; }, 8000);
}

/** @param {string} text */
function says(text, lost = false) {
  el("status").textContent = text;
  el("status").classList.toggle("lost", lost);
}

function redraw() {
  const now = player.now;
  if (!now) return;
  const before = player.records.slice(Math.max(0, player.cursor - 60), player.cursor + 1);
  const pictures = drawScreens(now, before);
  if (state.inside && pictures.psi.length > 0) {
    buildRows(now.numbers.k, (k) => { shows.follows = shows.follows === k ? -1 : k; redraw(); });
    drawInside(now.numbers, pictures);
  }
  showNumbers(now.numbers, facts);
  drawRunning(player.records.slice(0, player.cursor + 1), el("watch").hidden);
}

const player = new Player({
  show: (record) => {
    if (state.letgo > 0 && !player.alone && record.numbers.step === state.letgo) setAlone(true);
    redraw();
  },
  says,
  opened: (opened) => {
    facts = opened;
    el("k").value = el("k-value").value = facts.k;
    for (const tool of ["move", "add", "remove"]) {
      /** @type {any} */ (document.querySelector(`input[value="${tool}"]`)).disabled = !facts.discs;
    }
    hand.choose(facts.discs ? "move" : "draw");
    shows.selected = shows.follows = -1;
    setAlone(false);
    document.body.dataset.ready = "1";
  },
  refused: toast,
});
const hand = new Hand(player, redraw);
Object.assign(window, { rnemStudio: { player } }); // for tests, and for the curious at the console

function openViewer() {
  const { model, world, seed, sequence, k, noise, rule } = state;
  remember();
  player.inside = state.inside;
  player.speed = state.speed;
  return player.open({ model, world, seed, sequence, k, noise, rule });
}

/** @param {boolean} alone */
function setAlone(alone) {
  if (player.alone !== alone) player.letGo(alone);
  el("letgo").setAttribute("aria-pressed", String(alone));
  el("letgo").textContent = alone ? "Look again" : "Let go";
  el("ship").hidden = !isPlayed();
}

/** Whether the visitor steers: in a game always, after a recording only inside the model. */
const isPlayed = () => facts.game || (facts.recorded_game && facts.actions > 0 && player.alone);

/** @param {boolean} playing */
function setPlaying(playing) {
  player.playing = playing;
  el("play").classList.toggle("paused", !playing);
  el("play").setAttribute("aria-label", playing ? "Pause" : "Play");
}

/** @param {string} id @param {keyof typeof state} key */
function bindScene(id, key) {
  el(id).addEventListener("change", () => {
    const value = el(id).value;
    /** @type {any} */ (state)[key] = typeof state[key] === "number" ? Math.max(0, Math.trunc(Number(value)) || 0) : value;
    state.letgo = 0;
    if (key === "model") Object.assign(state, { k: 0, rule: "" });
    fillChoices();
    openViewer();
  });
}

function bindControls() {
  for (const [id, key] of /** @type {[string, keyof typeof state][]} */ ([["model", "model"], ["world", "world"], ["seed", "seed"], ["sequence", "sequence"], ["rule", "rule"]])) bindScene(id, key);
  el("restart").addEventListener("click", openViewer);
  el("next").addEventListener("click", () => { el("sequence").value = ++state.sequence; openViewer(); });
  el("play").addEventListener("click", () => setPlaying(!player.playing));
  el("step").addEventListener("click", () => { setPlaying(false); player.step(); });
  el("back").addEventListener("click", () => { setPlaying(false); player.back(); });
  el("letgo").addEventListener("click", () => {
    setAlone(!player.alone);
    state.letgo = player.alone ? (player.now?.numbers.step ?? 0) : 0;
    remember();
  });
  const slider = (/** @type {string} */ id, /** @type {(v: number) => string} */ text, /** @type {(v: number) => void} */ act, when = "input") => {
    const show = () => { el(`${id}-value`).value = text(Number(el(id).value)); };
    el(id).addEventListener("input", show);
    el(id).addEventListener(when, () => act(Number(el(id).value)));
    show();
  };
  slider("speed", (v) => `${v}/s`, (v) => { player.speed = state.speed = v; remember(); });
  slider("k", String, (v) => { state.k = v; player.change({ k: v }); remember(); }, "change");
  slider("noise", (v) => v.toFixed(2), (v) => { state.noise = v; player.change({ noise: v }); remember(); });
  slider("size", (v) => v.toFixed(1), () => {});
  slider("mass", (v) => v.toFixed(1), () => {});
  for (const id of ["size", "mass"]) el(id).addEventListener("change", () => hand.reshape());
  el("clear").addEventListener("click", () => player.edit({ do: "clear" }));
  document.querySelectorAll("input[name=tool]").forEach((radio) => {
    radio.addEventListener("change", () => hand.choose(/** @type {HTMLInputElement} */ (radio).value));
  });
  el("show-attention").addEventListener("change", () => { shows.attention = el("show-attention").checked; redraw(); });
  el("show-ghosts").addEventListener("change", () => { shows.ghosts = el("show-ghosts").checked; redraw(); });
  el("show-inside").addEventListener("change", () => {
    state.inside = player.inside = el("show-inside").checked;
    el("inside").hidden = !state.inside;
    remember();
    if (!player.playing) player.ask(0);
  });
  el("save-png").addEventListener("click", () => savePng(player.now?.numbers.step ?? 0));
  el("save-gif").addEventListener("click", () => {
    says("Making the film …");
    makeGif(player.records.slice(0, player.cursor + 1), state.speed)
      .then((blob) => download(blob, "rnem.gif")).catch((error) => toast(error.message)).finally(() => says(""));
  });
  el("copy-link").addEventListener("click", () => {
    remember();
    navigator.clipboard.writeText(location.href).then(() => toast("The link is copied."), () => toast(location.href));
  });
  el("help").addEventListener("click", () => el("help-dialog").showModal());
}

function bindViews() {
  const showRuns = startRuns(toast, () => { reloadCatalog().catch(() => {}); });
  const view = (/** @type {string} */ name) => {
    state.view = name;
    remember();
    el("watch").hidden = name !== "watch";
    el("runs").hidden = name !== "runs";
    for (const tab of ["watch", "runs"]) el(`tab-${tab}`).setAttribute("aria-pressed", String(tab === name));
    showRuns(name === "runs");
    if (name === "watch") reloadCatalog().catch(() => {}); // runs may have models by now
    setPlaying(name === "watch" && player.playing);
    redraw();
  };
  el("tab-watch").addEventListener("click", () => view("watch"));
  el("tab-runs").addEventListener("click", () => view("runs"));
  view(state.view === "runs" ? "runs" : "watch");
}

async function start() {
  setUpTheme(redraw);
  for (const key of /** @type {const} */ (["seed", "sequence", "speed", "noise"])) el(key).value = state[key];
  el("show-inside").checked = state.inside;
  el("inside").hidden = !state.inside;
  bindControls();
  listen({ player, hand, isPlayed });
  for (;;) {
    try {
      await reloadCatalog();
      break;
    } catch {
      says("Connection lost; trying again …", true);
      await new Promise((done) => setTimeout(done, 1000));
    }
  }
  acceptFiles({
    size: () => ({ height: facts.height ?? 64, width: facts.width ?? 64 }),
    says, refused: toast,
    opened: async (opened) => {
      Object.assign(state, { world: opened.world, sequence: 0, letgo: 0 });
      el("sequence").value = 0;
      await reloadCatalog();
      if (state.world !== opened.world) return toast(`The file has ${opened.height}x${opened.width} pixels, ${state.model} looks at ${facts.height}x${facts.width}.`);
      await openViewer();
    },
  });
  bindViews();
  addEventListener("resize", redraw);
  addEventListener("pagehide", () => { if (player.id) leave(player.id); });
  addEventListener("pageshow", (event) => { if (event.persisted) openViewer(); });
  await openViewer();
}

start();
