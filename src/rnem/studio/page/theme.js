// Dark or light: as the system has it, until the visitor chooses.
import { el } from "./canvas.js";

/** @param {() => void} changed */
export function setUpTheme(changed) {
  const dark = matchMedia("(prefers-color-scheme: dark)"), root = document.documentElement;
  const apply = () => {
    let chosen = null;
    try {
      chosen = localStorage.getItem("theme");
    } catch { /* not allowed: as the system has it */ }
    root.dataset.theme = chosen ?? (dark.matches ? "dark" : "light");
    changed();
  };
  dark.addEventListener("change", apply);
  el("theme").addEventListener("click", () => {
    const next = root.dataset.theme === "dark" ? "light" : "dark";
    try {
      localStorage.setItem("theme", next);
    } catch { /* then it holds until the page is left */ }
    root.dataset.theme = next;
    changed();
  });
  apply();
}
