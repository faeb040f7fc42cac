// What is on screen as PNG, what was shown as GIF.
import { el } from "./canvas.js";
import { send } from "./api.js";
import { pictures } from "./screens.js";

/** @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** The three screens side by side, as they are. @param {number} step */
export function savePng(step) {
  const screens = ["truth", "prediction", "groups"].map(el), gap = 16;
  const out = document.createElement("canvas");
  out.width = screens.reduce((w, c) => w + c.width + gap, -gap);
  out.height = Math.max(...screens.map((c) => c.height));
  const g = /** @type {CanvasRenderingContext2D} */ (out.getContext("2d"));
  g.imageSmoothingEnabled = false;
  let x = 0;
  for (const canvas of screens) {
    g.fillStyle = "#0d0f12";
    g.fillRect(x, 0, canvas.width, canvas.height);
    g.drawImage(canvas, x, 0);
    x += canvas.width + gap;
  }
  out.toBlob((blob) => blob && download(blob, `rnem-step-${step}.png`));
}

/** @param {import("./player.js").Shown[]} records @param {number} speed */
export async function makeGif(records, speed) {
  const shown = records.filter((r) => r.numbers.predicts).slice(-150);
  if (shown.length === 0) throw new Error("there is nothing to film yet");
  const { height, width } = shown[0].numbers, gap = 4, wide = 3 * width + 2 * gap;
  const bytes = new Uint8Array(shown.length * height * wide * 3).fill(24);
  shown.forEach((record, t) => {
    pictures(record.numbers, record.pictures()).forEach((image, i) => {
      for (let y = 0; y < height; ++y) {
        for (let x = 0; x < width; ++x) {
          const to = ((t * height + y) * wide + i * (width + gap) + x) * 3, from = (y * width + x) * 4;
          bytes.set(image.data.subarray(from, from + 3), to);
        }
      }
    });
  });
  const delay = Math.max(2, Math.round(100 / speed));
  const answer = await send(`/api/film?frames=${shown.length}&height=${height}&width=${wide}&scale=3&delay=${delay}`, bytes);
  return answer.blob();
}
