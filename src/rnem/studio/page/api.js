// Requests to the server, and whether it is there.

/** The server answered that something is wrong. */
export class Refused extends Error {
  /** @param {number} status @param {string} why */
  constructor(status, why) {
    super(why);
    this.status = status;
  }
}

/** @param {Response} response */
async function checked(response) {
  if (response.ok) return response;
  let why = `the server answered ${response.status}`;
  try {
    why = (await response.json()).error ?? why;
  } catch { /* no reason was given */ }
  throw new Refused(response.status, why);
}

/** @param {string} path */
export async function get(path) {
  return (await checked(await fetch(path))).json();
}

/** @param {string} path @param {object} body */
export async function post(path, body) {
  return checked(await fetch(path, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }));
}

/** @param {string} path @param {FormData | Uint8Array<ArrayBuffer>} body */
export async function send(path, body) {
  return checked(await fetch(path, { method: "POST", body }));
}

/** @param {string} id */
export function leave(id) {
  fetch(`/api/viewers/${id}`, { method: "DELETE", keepalive: true }).catch(() => {});
}

/** @param {number} ms */
export const pause = (ms) => new Promise((done) => setTimeout(done, ms));
