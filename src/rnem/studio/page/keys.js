// The keyboard.
import { el } from "./canvas.js";
import { shows } from "./screens.js";

const TOOLS = new Map([["m", "move"], ["a", "add"], ["x", "remove"], ["d", "draw"], ["e", "erase"]]);
/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Actions of the game by what is held down. */
const ship = { left: false, right: false, fire: false };

export function shipAction() {
  const way = Number(ship.right) - Number(ship.left);
  if (way > 0) return ship.fire ? 4 : 2;
  if (way < 0) return ship.fire ? 5 : 3;
  return ship.fire ? 1 : 0;
}

/** @param {string} key @param {boolean} down */
function steer(key, down) {
  if (key === "ArrowLeft") ship.left = down;
  else if (key === "ArrowRight") ship.right = down;
  else if (key === " ") ship.fire = down;
  else return false;
  return true;
}

/** @param {{player: import("./player.js").Player, hand: import("./hand.js").Hand, isPlayed: () => boolean}} parts */
export function listen({ player, hand, isPlayed }) {
  const acted = () => { player.action = isPlayed() ? shipAction() : 0; };
  for (const [id, name] of /** @type {[string, "left" | "right" | "fire"][]} */ ([["ship-left", "left"], ["ship-right", "right"], ["ship-fire", "fire"]])) {
    el(id).addEventListener("pointerdown", () => { ship[name] = true; acted(); });
    for (const end of ["pointerup", "pointerleave", "pointercancel"]) {
      el(id).addEventListener(end, () => { ship[name] = false; acted(); });
    }
  }
  addEventListener("keyup", (event) => { if (steer(event.key, false)) acted(); });
  addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || el("watch").hidden || el("help-dialog").open) return;
    const typing = target.matches("input:not([type=range]):not([type=radio]):not([type=checkbox]), select, textarea");
    const pressing = event.key === " " && target.matches("button, a, input[type=checkbox], input[type=radio]");
    const sliding = event.key.startsWith("Arrow") && target.matches("input");
    if (typing || pressing || sliding) return;
    if (isPlayed() && steer(event.key, true)) {
      acted();
    } else if (target.id === "truth" && shows.selected >= 0 && WAYS[event.key]) {
      hand.nudge(...WAYS[event.key]);
    } else if (target.id === "truth" && shows.selected >= 0 && (event.key === "Delete" || event.key === "Backspace")) {
      hand.remove(shows.selected);
    } else if (TOOLS.has(event.key)) {
      hand.choose(/** @type {string} */ (TOOLS.get(event.key)));
    } else if (event.key === "," || event.key === ".") {
      hand.chooseNext(event.key === "." ? 1 : -1);
    } else {
      const clicks = new Map([[" ", "play"], ["p", "play"], ["ArrowRight", "step"], ["ArrowLeft", "back"], ["l", "letgo"],
        ["r", "restart"], ["n", "next"], ["i", "show-inside"], ["s", "save-png"], ["?", "help"]]);
      const id = clicks.get(event.key);
      if (id) el(id).click();
      else if (event.key === "+" || event.key === "-") {
        const k = el("k");
        event.key === "+" ? k.stepUp() : k.stepDown();
        k.dispatchEvent(new Event("input"));
        k.dispatchEvent(new Event("change"));
      } else return;
    }
    event.preventDefault();
  });
}
