// @ts-check
/** A log of shift events, written and read through a session of `eventlog-tool`; index.d.ts says what there is. */
import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { PROTOCOL, VERSION } from "./version.js";

export { PROTOCOL, VERSION };

// MARK: - Errors

/** An answer that is none. `reply` is what the session said, whole. */
export class LogError extends Error {
  /** @param {string} code @param {string} message @param {any} [reply] */
  constructor(code, message, reply = {}) {
    super(message);
    this.name = this.constructor.name;
    this.code = code;
    this.reply = reply;
    this.details = reply.details ?? {};
  }
}

/** The log holds nothing of it: to send the same again gives the same answer. */
export class Refused extends LogError {}
export class Rejected extends Refused {}
export class Conflict extends Refused {}
export class Invalid extends Refused {}
/** The system failed, or the log is damaged; nothing was acknowledged. */
export class Failed extends LogError {}
/** The tool is not there, is too old, or says that it cannot be used so. */
export class ToolError extends LogError {}

/** @type {Record<string, typeof LogError>} */
const kinds = { rejected: Rejected, conflict: Conflict, invalid: Invalid, failed: Failed };

/** The reply, unless it is a refusal or a failure, which is thrown. */
function answer(/** @type {any} */ reply) {
  const Kind = kinds[reply.status];
  if (Kind) throw new Kind(reply.error, reply.message, reply);
  for (const one of reply.replies ?? []) {
    // A batch is refused whole: the reason is in the reply of one of them.
    const Reason = kinds[one.status];
    if (Reason && one.error !== "batchRejected") {
      throw new Reason(one.error, one.message, { ...one, replies: reply.replies });
    }
  }
  return reply;
}

// MARK: - The tool

const checked = new Map();

/** The path of the tool: the one given, $EVENTLOG_TOOL, the one in this package, one on the path. */
function find(/** @type {string | undefined} */ program) {
  const chosen = program ?? (process.env.EVENTLOG_TOOL || undefined);
  const own = fileURLToPath(new URL("./bin/eventlog-tool", import.meta.url));
  const name = chosen ?? "eventlog-tool";
  const places = chosen === undefined ? [own] : [];
  if (name.includes(sep)) places.push(name);
  else places.push(...(process.env.PATH ?? "").split(delimiter).filter(Boolean).map((folder) => join(folder, name)));
  const found = places.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return statSync(path).isFile();
    } catch {
      return false;
    }
  });
  if (!found) throw new ToolError("toolMissing", `there is no ${name}: install it, or name it in $EVENTLOG_TOOL`);
  const modified = statSync(found).mtimeMs;
  if (checked.get(found) !== modified) check(found);
  checked.set(found, modified);
  return found;
}

/** Refuses a tool that is older than this client, or that speaks another protocol. */
function check(/** @type {string} */ path) {
  const told = spawnSync(path, ["version", "--json"], { stdio: ["ignore", "pipe", "pipe"] });
  if (told.status !== 0 && told.status !== 64) {
    const said = told.error?.message ?? (String(told.stderr).trim() || `exit status ${told.status}`);
    throw new ToolError("toolFails", `${path} does not run here: ${said}`);
  }
  let version = { version: "of an unknown version", protocol: 0 };
  try {
    version = JSON.parse(String(told.stdout));
  } catch {
    // A tool before this option: too old.
  }
  const numbers = (/** @type {string} */ text) => text.split("-")[0].split(".").map(Number);
  const [mine, its] = [numbers(VERSION), numbers(version.version)];
  const differing = mine.findIndex((number, index) => number !== its[index]);
  const isOlder = differing >= 0 && !(its[differing] > mine[differing]);
  if (isOlder || version.protocol < PROTOCOL) {
    throw new ToolError("toolTooOld",
      `${path} (${version.version}) is too old: this client needs eventlog-tool ${VERSION} or later`);
  }
  if (version.protocol !== PROTOCOL) {
    throw new ToolError("otherProtocol", `${path} (${version.version}) speaks protocol ${version.protocol}, `
      + `this client ${PROTOCOL}: install a newer shift-events`);
  }
}

/** @type {Record<number, string>} */
const exitCodes = { 65: "damaged", 66: "cannotRead", 69: "programMissing", 73: "cannotCreate", 74: "ioFailed",
  75: "locked", 77: "notPermitted" };

/** Why a session could not begin. */
function ending(/** @type {number} */ status, /** @type {string} */ errors) {
  const line = errors.split("\n").find((text) => text.includes("error: "));
  const message = line?.split("error: ")[1] ?? (errors.trim() || `the session ended with ${status}`);
  if (exitCodes[status]) return new Failed(exitCodes[status], message);
  return new ToolError(status === 64 ? "usage" : "sessionEnded", message);
}

// MARK: - Sessions

const TRIES = 20;
const sleep = (/** @type {number} */ milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** One process: its lines go to `take`, `ended` is fulfilled when it is gone. */
class Process {
  /** @param {string[]} words @param {(line: string) => void} take */
  constructor(words, take) {
    this.child = spawn(words[0], words.slice(1), { stdio: ["pipe", "pipe", "pipe"] });
    this.errors = "";
    /** @type {Buffer[]} */
    const parts = [];
    this.child.stdout.on("data", (/** @type {Buffer} */ data) => {
      for (let end; (end = data.indexOf(10)) >= 0; data = data.subarray(end + 1)) {
        parts.push(data.subarray(0, end));
        take(Buffer.concat(parts.splice(0)).toString());
      }
      if (data.length) parts.push(data);
    });
    this.child.stderr.on("data", (/** @type {Buffer} */ data) => { this.errors = (this.errors + data).slice(-65536); });
    this.child.stdin.on("error", () => {}); // The end of its output tells.
    /** @type {Promise<number | null>} */
    this.ended = new Promise((done) => {
      this.child.on("error", () => done(127));
      this.child.on("close", (/** @type {number | null} */ status) => done(status));
    });
  }

  /** @param {string} line */
  send(line) {
    if (this.child.stdin.writable) this.child.stdin.write(line);
  }
}

/** Requests in, replies out, in order; a session that dies is started anew, and what it did not answer is sent again. */
class Session {
  /** @param {Log} log @param {(create: boolean) => string[]} words @param {boolean} create */
  constructor(log, words, create) {
    this.path = log.path;
    this.words = words;
    this.create = create;
    /** @type {{line: string, done: (reply: any) => void, fail: (error: unknown) => void}[]} */
    this.waiting = [];
    /** @type {Process | undefined} */
    this.process = undefined;
    /** @type {Promise<void> | undefined} */
    this.running = undefined;
    this.acknowledged = 0;
    this.isClosed = false;
  }

  /** @param {object} request @returns {Promise<any>} */
  ask(request) {
    if (this.isClosed) return Promise.reject(new Error("the log is closed"));
    return new Promise((done, fail) => {
      const line = JSON.stringify(request) + "\n";
      this.waiting.push({ line, done, fail });
      if (!this.running) this.running = this.run();
      else this.process?.send(line);
    });
  }

  async run() {
    try {
      for (let tries = 0; ;) {
        tries = (await this.serve()) ? 0 : tries + 1;
        if (!this.waiting.length) break;
        if (tries >= TRIES) {
          throw new Failed("sessionEnded", `${TRIES} sessions ended without an answer to the same request`);
        }
        if (tries) await sleep(Math.min(10 * tries * tries, 200));
      }
    } catch (error) {
      for (const one of this.waiting.splice(0)) one.fail(error);
    }
    this.running = undefined;
  }

  /** Starts a process and hands out its replies until it ends; true if there was one. */
  async serve() {
    let isReady = false;
    let hasAnswered = false;
    /** @type {unknown} */
    let fault;
    const process = new Process(this.words(this.create), (line) => {
      const reply = JSON.parse(line);
      if (!isReady) {
        isReady = true;
        if (reply.sequence < this.acknowledged) {
          fault = new Failed("damaged", `${this.path} ends at event ${reply.sequence}, but event ${this.acknowledged} `
            + "of it was acknowledged: it was replaced or shortened");
          process.child.kill();
          return;
        }
        this.create = false; // A log that is deleted later is not made anew.
        this.process = process;
        for (const one of this.waiting) process.send(one.line);
        if (this.isClosed) process.child.stdin.end();
        return;
      }
      if (fault) return;
      for (const one of reply.replies ?? [reply]) {
        const isRecorded = one.status === "appended" || one.status === "duplicate";
        if (isRecorded) this.acknowledged = Math.max(this.acknowledged, one.sequence ?? 0);
      }
      hasAnswered = true;
      this.waiting.shift()?.done(reply);
    });
    const status = await process.ended;
    this.process = undefined;
    if (fault) throw fault;
    if (!isReady && status !== null) throw ending(status, process.errors);
    return hasAnswered;
  }

  async close() {
    this.isClosed = true;
    while (this.running) {
      // The session answers what it has read before its input ended.
      this.process?.child.stdin.end();
      await this.running;
    }
  }
}

// MARK: - The log

/** The submission with an id: however often it is sent, it is recorded once. */
const once = (/** @type {any} */ submission) => ("id" in submission ? submission : { id: randomUUID(), ...submission });

export class Log {
  /** @param {string} path @param {import("./index.js").Options} [options] */
  constructor(path, options = {}) {
    this.path = path;
    const { create = false, program, ...others } = options;
    const named = Object.entries(others).map(
      ([name, value]) => `--${name.replace(/[A-Z]/g, (letter) => "-" + letter.toLowerCase())}=${value}`);
    this.words = (/** @type {boolean} */ isNew) =>
      [find(program), "append", "--session", "-f", path, ...(isNew ? ["--create"] : []), ...named];
    this.session = new Session(this, this.words, create);
    /** @type {Set<Follower>} */
    this.followers = new Set();
  }

  get pid() {
    return this.session.process?.child.pid;
  }

  /** @param {object} request @returns {Promise<any>} */
  async ask(request) {
    return answer(await this.session.ask(request));
  }

  append(/** @type {object} */ submission) {
    return this.ask(once(submission));
  }

  batch(/** @type {object[]} */ submissions) {
    return this.ask({ op: "batch", events: submissions.map(once) });
  }

  judge(/** @type {object} */ submission) {
    return this.ask({ ...submission, op: "judge" });
  }

  extend() {
    return this.ask({ op: "extend" });
  }

  ping() {
    return this.ask({ op: "ping" });
  }

  show(/** @type {string} */ projection, /** @type {object} */ selection = {}) {
    return this.ask({ op: "show", projection, ...selection });
  }

  audit(/** @type {object} */ story) {
    return this.ask({ op: "audit", ...story });
  }

  async *pages(/** @type {string} */ projection, /** @type {object} */ selection = {}) {
    let after = {};
    do {
      const page = await this.show(projection, { limit: 100, ...selection, ...after });
      yield page;
      after = page.next === undefined ? {} : { after: page.next };
    } while ("after" in after);
  }

  /** @param {{after?: number, types?: string[], user?: string}} [selection] */
  follow(selection = {}) {
    const follower = new Follower(this, selection);
    this.followers.add(follower);
    return follower;
  }

  async close() {
    await Promise.all([...this.followers].map((follower) => follower.return()));
    await this.session.close();
  }
}

/** Events as they are acknowledged, over a session of their own. */
export class Follower {
  /** @param {Log} log @param {{after?: number, types?: string[], user?: string}} selection */
  constructor(log, selection) {
    this.log = log;
    this.selection = selection;
    this.position = selection.after ?? 0;
    /** @type {Process | undefined} */
    this.process = undefined;
    this.isClosed = false;
    this.events = this.run();
  }

  get pid() {
    return this.process?.child.pid;
  }

  [Symbol.asyncIterator]() {
    return this;
  }

  next() {
    return this.events.next();
  }

  /** Ends the following, also while somebody waits for the next event. */
  async return() {
    this.isClosed = true;
    this.log.followers.delete(this);
    this.process?.child.kill();
    await this.process?.ended;
    return { done: /** @type {const} */ (true), value: undefined };
  }

  async *run() {
    /** @type {{sequence: number, hash: string} | undefined} */
    let last;
    for (let tries = 0; !this.isClosed;) {
      /** @type {any[]} */
      let lines = [];
      let isReady = false;
      let wake = () => {};
      const process = this.process = new Process(this.log.words(false), (line) => {
        lines.push(JSON.parse(line));
        // Whoever reads slowly is not sent everything at once.
        if (lines.length > 10_000) process.child.stdout.pause();
        wake();
      });
      /** @param {object} request */
      const follow = (request) => process.send(JSON.stringify({ op: "follow", ...request }) + "\n");
      const next = () => follow({ ...this.selection, after: this.position, ref: "next" });
      let hasEnded = false;
      process.ended.then(() => { hasEnded = true; wake(); });
      while (!this.isClosed && (lines.length || !hasEnded)) {
        if (!lines.length) await new Promise((done) => { wake = () => done(undefined); if (hasEnded) done(undefined); });
        const taken = lines;
        lines = [];
        process.child.stdout.resume();
        for (const reply of taken) {
          if (this.isClosed) return;
          if (reply.status === "failed" || reply.status === "invalid") {
            process.child.kill();
            throw new Failed(reply.error, reply.message, reply);
          }
          if (reply.status === "ready") {
            isReady = true;
            if (last) follow({ after: last.sequence - 1, ref: "last" });
            else next();
          } else if (reply.status === "position") {
            this.position = reply.position;
          } else if (reply.status === "following" && reply.ref === "next") {
            tries = 0;
          } else if (reply.status === "event") {
            const here = { sequence: Number(reply.event.sequence), hash: reply.event.hash };
            if (reply.ref === "next") {
              this.position = here.sequence;
              last = here;
              yield reply.event;
            } else if (here.sequence === last?.sequence) {
              if (here.hash !== last.hash) {
                process.child.kill();
                throw new Failed("damaged",
                  `event ${here.sequence} of ${this.log.path} is another one now: it was replaced`);
              }
              next();
            }
          }
        }
      }
      if (this.isClosed) return;
      const status = await process.ended;
      if (!isReady && status !== null) throw ending(status, process.errors);
      if (++tries >= TRIES) {
        throw new Failed("sessionEnded", `${TRIES} sessions ended before they could follow the log`);
      }
      await sleep(Math.min(10 * (tries - 1) ** 2, 200));
    }
  }
}
