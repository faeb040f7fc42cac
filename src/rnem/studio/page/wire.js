// Records of steps, as docs/studio.md describes their bytes.

/**
 * @typedef {{x: number, y: number, vx: number, vy: number, radius: number, mass: number}} Disc
 * @typedef {{x: number, y: number}} Point
 * @typedef {object} Numbers  what a record says about its step, without pictures
 * @property {number} step
 * @property {boolean} alone the model saw nothing
 * @property {boolean} predicts
 * @property {number} k
 * @property {number} lives
 * @property {number} score
 * @property {number} height
 * @property {number} width
 * @property {number} error position error, pixels
 * @property {number} held
 * @property {number} energy
 * @property {number} ownEnergy
 * @property {number} milliseconds
 * @property {Disc[]} discs
 * @property {number[]} curtain
 * @property {number[]} componentOf by object, -1 for none
 * @property {Point[]} tracks by component
 * @typedef {object} Pictures
 * @property {Uint8Array} truth 0 dark, 1 lit, 1 + object, 255 drawn
 * @property {Uint8Array} prediction
 * @property {Uint8Array} owner 1 + component, 0 dark
 * @property {Uint8Array} certainty
 * @property {Uint8Array} alpha [K,K]
 * @property {Uint8Array[]} psi
 * @property {Uint8Array[]} gamma
 * @property {Int8Array | null} theta [K,M]
 * @property {number} thetaScale
 * @property {number} thetaWidth
 */

const ALONE = 1, PREDICTS = 2, INSIDE = 4, CURTAIN = 8, ATTENDS = 16;

/** Cuts an answer into its records. @param {ArrayBuffer} bytes @returns {Uint8Array[]} */
export function cutRecords(bytes) {
  const view = new DataView(bytes);
  const records = [];
  for (let at = 0; at + 4 <= bytes.byteLength;) {
    const size = view.getUint32(at, true);
    if (size < 44 || at + size > bytes.byteLength) throw new Error("a record is cut short");
    records.push(new Uint8Array(bytes, at, size));
    at += size;
  }
  return records;
}

/** Runs of zeros, then values. @param {Uint8Array} packed @param {number} size */
export function unpackZeros(packed, size) {
  const out = new Uint8Array(size);
  for (let from = 0, to = 0; from + 1 < packed.length;) {
    to += packed[from];
    const count = packed[from + 1];
    out.set(packed.subarray(from + 2, from + 2 + count), to);
    from += 2 + count;
    to += count;
  }
  return out;
}

/** Reads a record from its start on. */
class Reader {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = 0;
  }
  u8() { return this.view.getUint8(this.at++); }
  i8() { return this.view.getInt8(this.at++); }
  u16() { this.at += 2; return this.view.getUint16(this.at - 2, true); }
  u32() { this.at += 4; return this.view.getUint32(this.at - 4, true); }
  i32() { this.at += 4; return this.view.getInt32(this.at - 4, true); }
  f32() { this.at += 4; return this.view.getFloat32(this.at - 4, true); }
  /** @template T @param {number} n @param {() => T} one @returns {T[]} */
  many(n, one) { return Array.from({ length: n }, one); }
  /** @param {number} n */
  take(n) { this.at += n; return this.bytes.subarray(this.at - n, this.at); }
  /** @param {number} size */
  plane(size) { return unpackZeros(this.take(this.u32()), size); }
}

/** @param {Uint8Array} bytes @returns {{numbers: Numbers, pictures: () => Pictures}} */
export function readRecord(bytes) {
  const r = new Reader(bytes);
  r.u32();
  const step = r.u32(), flags = r.u8(), k = r.u8(), objects = r.u8(), lives = r.u8();
  const height = r.u16(), width = r.u16(), thetaWidth = r.u16(), discCount = r.u16(), score = r.i32();
  const [error, held, energy, ownEnergy, milliseconds] = r.many(5, () => r.f32());
  const discs = r.many(discCount, () => ({
    x: r.f32(), y: r.f32(), vx: r.f32(), vy: r.f32(), radius: r.f32(), mass: r.f32() }));
  const curtain = flags & CURTAIN ? r.many(4, () => r.f32()) : [];
  const componentOf = r.many(objects, () => r.i8());
  const predicts = (flags & PREDICTS) !== 0;
  const size = height * width, planes = r.at;
  const truthLength = r.u32();
  r.take(truthLength);
  const tracks = predicts ? r.many(k, () => ({ x: r.f32(), y: r.f32() })) : [];
  const afterTracks = r.at;
  const numbers = { step, alone: (flags & ALONE) !== 0, predicts, k, lives, score, height, width, error,
    held, energy, ownEnergy, milliseconds, discs, curtain, componentOf, tracks };
  const pictures = () => {
    r.at = planes;
    const truth = r.plane(size);
    /** @type {Pictures} */
    const p = { truth, prediction: new Uint8Array(size), owner: new Uint8Array(size),
      certainty: new Uint8Array(size), alpha: new Uint8Array(0), psi: [], gamma: [], theta: null,
      thetaScale: 0, thetaWidth };
    if (!predicts) return p;
    r.at = afterTracks;
    if (flags & ATTENDS) p.alpha = r.take(k * k);
    p.prediction = r.plane(size);
    p.owner = r.plane(size);
    p.certainty = r.plane(size);
    if (flags & INSIDE) {
      for (let i = 0; i < k; ++i) {
        p.psi.push(r.plane(size));
        p.gamma.push(r.plane(size));
      }
      p.thetaScale = r.f32();
      const theta = r.take(k * thetaWidth);
      p.theta = new Int8Array(theta.buffer, theta.byteOffset, theta.length);
    }
    return p;
  };
  return { numbers, pictures };
}
