// Canvases that are as sharp as the screen, and small pictures on them.

/** Fits the canvas to its place. @param {HTMLCanvasElement} canvas @returns {{g: CanvasRenderingContext2D, width: number, height: number}} in CSS pixels */
export function prepare(canvas) {
  const ratio = window.devicePixelRatio || 1;
  const width = canvas.clientWidth, height = canvas.clientHeight;
  const w = Math.max(1, Math.round(width * ratio)), h = Math.max(1, Math.round(height * ratio));
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  const g = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  g.clearRect(0, 0, width, height);
  return { g, width, height };
}

/** A picture of width x height pixels. @param {number} width @param {number} height @param {(i: number, rgb: Uint8ClampedArray) => void} paint */
export function picture(width, height, paint) {
  const image = new ImageData(width, height);
  const rgb = new Uint8ClampedArray(3);
  for (let i = 0; i < width * height; ++i) {
    rgb.fill(0);
    paint(i, rgb);
    image.data.set(rgb, 4 * i);
    image.data[4 * i + 3] = 255;
  }
  return image;
}

const scratch = document.createElement("canvas");

/** Every pixel a sharp square. @param {CanvasRenderingContext2D} g @param {ImageData} image @param {number} width @param {number} height */
export function blow(g, image, width, height) {
  scratch.width = image.width;
  scratch.height = image.height;
  /** @type {CanvasRenderingContext2D} */ (scratch.getContext("2d")).putImageData(image, 0, 0);
  g.imageSmoothingEnabled = false;
  g.drawImage(scratch, 0, 0, width, height);
}

/** A colour of the page. @param {string} name */
export const pageColor = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** @param {string} id @returns {any} */
export const el = (id) => document.getElementById(id);
