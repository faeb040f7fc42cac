// Playback: asks for steps, keeps those that were shown, goes back and on again.
import { post, pause, leave, Refused } from "./api.js";
import { cutRecords, readRecord } from "./wire.js";

const KEPT = 380; // records; the server can go back a little further
const AHEAD = 2; // records that wait to be shown, so that a late answer is not seen

/**
 * @typedef {ReturnType<typeof readRecord>} Shown
 * @typedef {{show: (record: Shown) => void, says: (text: string, lost?: boolean) => void,
 *   opened: (facts: any) => void, refused: (why: string) => void}} Listener
 */
export class Player {
  /** @param {Listener} listener */
  constructor(listener) {
    this.listener = listener;
    /** @type {Shown[]} */
    this.records = [];
    this.cursor = -1; // the record on show
    this.playing = true;
    this.alone = false;
    this.inside = false;
    this.speed = 25;
    this.action = 0;
    this.id = "";
    /** @type {object} */
    this.wanted = {};
    /** @type {object[]} */
    this.edits = [];
    /** @type {{noise?: number, k?: number}} */
    this.changes = {};
    this.busy = false;
    this.openings = 0; // the last one counts
    this.lastShown = 0;
    this.delay = 20; // milliseconds that an answer takes
    this.letGoAt = 0;
    requestAnimationFrame((now) => this.tick(now));
  }

  get now() { return this.records[this.cursor]; }

  /** Another scene or model. @param {object} wanted as POST /api/viewers takes it */
  async open(wanted) {
    this.wanted = wanted;
    const opening = ++this.openings;
    this.listener.says("Loading the model …");
    for (;;) {
      try {
        const facts = await (await post("/api/viewers", wanted)).json();
        if (opening !== this.openings) return leave(facts.id);
        if (this.id) leave(this.id);
        this.id = facts.id;
        this.records = [];
        this.cursor = -1;
        this.alone = false;
        this.edits = [];
        this.changes = {};
        this.listener.says("");
        this.listener.opened(facts);
        return void this.ask(0);
      } catch (error) {
        if (opening !== this.openings) return;
        if (error instanceof Refused && error.status !== 503) {
          this.listener.says("");
          return this.listener.refused(error.message);
        }
        this.listener.says(error instanceof Refused ? "Busy; trying again …" : "Connection lost; trying again …", true);
        await pause(1000);
      }
    }
  }

  /** Something is changed here: what came after the record on show is forgotten. */
  diverge() {
    this.records.length = this.cursor + 1;
  }

  /** @param {object} edit */
  edit(edit) {
    this.diverge();
    this.edits.push(edit);
    if (!this.playing) this.ask(0);
  }

  /** @param {{noise?: number, k?: number}} change */
  change(change) {
    this.diverge();
    Object.assign(this.changes, change);
    if (!this.playing) this.ask(0);
  }

  /** @param {boolean} alone */
  letGo(alone) {
    this.diverge();
    this.alone = alone;
  }

  step() {
    this.playing = false;
    if (this.cursor + 1 < this.records.length) this.show(this.cursor + 1);
    else this.ask(1, true);
  }

  back() {
    this.playing = false;
    if (this.cursor > 0) this.show(this.cursor - 1);
  }

  /** @param {number} index */
  show(index) {
    this.cursor = index;
    this.listener.show(this.records[index]);
  }

  /**
   * One request at a time; the one that was refused while another ran is made after it. Answers are for the viewer that was
   * asked: while they come it may have given way to another. @param {number} steps
   */
  async ask(steps, showsIt = false) {
    const id = this.id;
    if (!id) return;
    if (this.busy) {
      this.again = { id, steps, showsIt };
      return;
    }
    this.busy = true;
    const from = this.records.at(-1)?.numbers.step;
    const body = { steps, alone: this.alone, inside: this.inside, action: this.action,
      edits: this.edits.splice(0, 60), ...this.changes, ...(from === undefined ? {} : { from }) };
    this.changes = {};
    const began = performance.now();
    try {
      const answer = await post(`/api/viewers/${id}/steps`, body);
      const records = cutRecords(await answer.arrayBuffer()).map(readRecord);
      if (id === this.id) this.take(records, steps === 0, showsIt, from);
      this.delay = 0.8 * this.delay + 0.2 * (performance.now() - began);
      this.lost = false;
    } catch (error) {
      await this.mend(error, id);
    } finally {
      this.busy = false;
    }
    const again = this.again;
    this.again = undefined;
    if (again?.id === this.id) this.ask(again.steps, again.showsIt);
  }

  /** @param {Shown[]} records @param {boolean} replaces @param {boolean} showsIt @param {number} [from] */
  take(records, replaces, showsIt, from) {
    if (this.lost) this.listener.says("");
    // something was changed meanwhile: these are of a way that is not gone
    if (this.records.at(-1)?.numbers.step !== from) return;
    if (replaces) {
      this.records.pop();
      this.records.push(...records);
      this.show(this.records.length - 1);
      return;
    }
    this.records.push(...records);
    if (this.records.length > KEPT) {
      const gone = this.records.length - KEPT;
      this.records.splice(0, gone);
      this.cursor = Math.max(0, this.cursor - gone);
    }
    if (showsIt) this.show(this.records.length - 1);
  }

  /** @param {unknown} error @param {string} id */
  async mend(error, id) {
    if (id !== this.id) return;
    if (error instanceof Refused && error.status === 404) return void this.open(this.wanted);
    if (error instanceof Refused && error.status === 400) return this.listener.refused(error.message);
    this.lost = true;
    this.listener.says("Connection lost; trying again …", true);
    await pause(1000);
  }

  /** @param {number} now */
  tick(now) {
    requestAnimationFrame((next) => this.tick(next));
    if (!this.playing || !this.id || this.cursor < 0) return;
    const interval = 1000 / this.speed;
    const ready = this.records.length - 1 - this.cursor;
    if (ready > 0 && now - this.lastShown >= interval - 2) {
      // in step with the clock, unless it is far behind
      this.lastShown = now - this.lastShown > 4 * interval ? now : this.lastShown + interval;
      this.show(this.cursor + 1);
    }
    if (ready <= AHEAD && !this.busy && !document.hidden) {
      this.ask(Math.min(8, Math.max(1, Math.round(this.delay / interval))));
    }
  }
}
