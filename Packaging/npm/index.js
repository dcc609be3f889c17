// @ts-check
/** A log of shift events, written and read through a session of `eventlog-tool`; index.d.ts says what there is. */
import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { accessSync, closeSync, constants, existsSync, openSync, readSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { PROTOCOL, VERSION } from "./version.js";

export { PROTOCOL, VERSION };

// MARK: - Errors

/** The base of all errors of a log. `reply` is the whole reply of the session. */
export class LogError extends Error {
  /** @param {string} code @param {string} message @param {any} [reply] */
  constructor(code, message, reply = {}) {
    super(message);
    this.name = this.constructor.name;
    this.code = code;
    this.reply = reply;
    this.details = reply.details ?? {};
    /** @type {string[]} */
    this.ids = [];
  }
}

/** The log holds nothing of it: to send the same again gives the same answer. */
export class Refused extends LogError {}
export class Rejected extends Refused {}
export class Conflict extends Refused {}
export class Invalid extends Refused {}
/** The system failed, or the log is damaged; nothing was acknowledged. */
export class Failed extends LogError {}
export class Locked extends Failed {}
export class Damaged extends Failed {}
/** No answer came in time; what was asked may still happen. */
export class TimedOut extends LogError {}
/** The signal was given up; what was asked may still happen. */
export class Aborted extends LogError {
  /** @param {unknown} reason */
  constructor(reason) {
    super("aborted", "the caller waits no longer");
    this.name = "AbortError";
    this.cause = reason;
  }
}
export class Closed extends LogError {}
/** The tool is not there, is too old, or says that it cannot be used so. */
export class ToolError extends LogError {}

/** @type {Record<string, typeof LogError>} */
const failures = { locked: Locked, damaged: Damaged, poisoned: Damaged, replaced: Damaged, forked: Damaged };
/** @type {Record<string, typeof LogError>} */
const kinds = { rejected: Rejected, conflict: Conflict, invalid: Invalid, failed: Failed };

/** A failure of the system by its code. */
function failure(/** @type {string} */ code, /** @type {string} */ message, /** @type {any} */ reply = {}) {
  return new (failures[code] ?? Failed)(code, message, reply);
}

/** The error that a reply is, if it is one. */
function refusal(/** @type {any} */ reply) {
  const Kind = kinds[reply.status];
  if (!Kind) return undefined;
  return Kind === Failed ? failure(reply.error, reply.message, reply) : new Kind(reply.error, reply.message, reply);
}

/** The reply, unless it is a refusal or a failure, which is thrown. */
function answer(/** @type {any} */ reply) {
  const error = refusal(reply);
  if (error) throw error;
  for (const one of reply.replies ?? []) {
    // A batch is refused whole: the reason is in the reply of one of them.
    const reason = one.error === "batchRejected" ? undefined : refusal(one);
    if (reason) {
      reason.reply = { ...one, replies: reply.replies };
      throw reason;
    }
  }
  return reply;
}

/** A request as a session reads it. JSON has no number that is not finite; null in its place would take a value away. */
function written(/** @type {object} */ request) {
  return JSON.stringify(request, (_, value) => {
    if (typeof value !== "number" || Number.isFinite(value)) return value;
    throw new Invalid("invalidJson", `${value} is no number of JSON`);
  }) + "\n";
}

/** The line that tells a log from others; nothing of an empty one, of one that lives elsewhere, or that cannot be read. */
function firstLine(/** @type {string} */ path) {
  if (path.includes("://")) return "";
  try {
    const file = openSync(path, "r");
    try {
      const bytes = Buffer.alloc(1 << 16);
      const text = bytes.toString("latin1", 0, readSync(file, bytes));
      return text.slice(0, text.indexOf("\n") + 1);
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}

/** A line of a session. @returns {any} */
function parsed(/** @type {string} */ line) {
  /** @type {any} */
  let reply;
  try {
    reply = JSON.parse(line);
  } catch {
    // It is none.
  }
  if (typeof reply === "object" && reply !== null && !Array.isArray(reply)) return reply;
  throw new ToolError("unreadableReply", `the session said what is no reply: ${line.slice(0, 100)}`);
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
  const told = spawnSync(path, ["version", "--json"], { stdio: ["ignore", "pipe", "pipe"], timeout: TIMEOUT, killSignal: "SIGKILL" });
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
function ending(/** @type {string} */ path, /** @type {number} */ status, /** @type {string} */ errors) {
  const line = errors.split("\n").find((text) => text.includes("error: "));
  let message = line?.replace(/^.*?error: /, "") ?? (errors.trim() || `the session ended with ${status}`);
  if (status === 66 && !existsSync(path) && !existsSync(`${path}.d`)) {
    message = `there is no log at ${path}; the option create makes one`;
  }
  if (exitCodes[status]) return failure(exitCodes[status], message);
  return new ToolError(status === 64 ? "usage" : "sessionEnded", message);
}

// MARK: - Processes

const TRIES = 20;
/** Milliseconds for an answer, where nothing else is said, beside those for other writers. */
const TIMEOUT = 60_000;
/** Milliseconds at most for which `close` waits for answers, where nothing else is said. */
const CLOSING = 10_000;
/** A session that has said nothing for so long, although somebody waited in vain, is replaced. */
const SILENCE = 30_000;
/** So much waits to be written at most. */
const ROOM = 65_536;
const sleep = (/** @type {number} */ milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** A timer that ends with an answer; none where there is no end. */
function after(/** @type {number} */ milliseconds, /** @type {() => void} */ late) {
  return milliseconds < 2 ** 31 ? setTimeout(late, milliseconds) : undefined;
}

/** A program that runs. It is read only when somebody wants a line: a slow reader slows it down. */
class Process {
  /** @param {string[]} words */
  constructor(words) {
    this.child = spawn(words[0], words.slice(1), { stdio: ["pipe", "pipe", "pipe"] });
    this.errors = "";
    /** @type {string[]} */
    this.lines = [];
    /** @type {Buffer[]} */
    this.parts = [];
    this.hasEnded = false;
    this.wake = () => {};
    /** @type {Promise<number | null>} */
    this.ended = new Promise((done) => {
      const end = (/** @type {number | null} */ status) => {
        this.hasEnded = true;
        this.wake();
        done(status);
      };
      this.child.on("error", (/** @type {Error} */ error) => {
        this.errors ||= error.message;
        end(127);
      });
      this.child.on("close", end);
    });
    // Where no descriptor is free it has no pipes.
    if (!this.child.stdout) throw new ToolError("toolFails", `${words[0]} cannot be started: too many files are open`);
    this.child.stdout.on("readable", () => this.wake());
    this.child.stderr.on("data", (/** @type {Buffer} */ data) => { this.errors = (this.errors + data).slice(-65536); });
    this.child.stdin.on("error", () => {}); // The end of its output tells.
  }

  /** Lets the program of the caller end, or not, while this one runs. */
  hold(/** @type {boolean} */ isHeld) {
    const { stdin, stdout, stderr } = this.child;
    // One that was closed holds nobody, and would connect again.
    for (const one of [this.child, ...[stdin, stdout, stderr].filter((pipe) => !pipe.destroyed)]) {
      if (isHeld) one.ref?.();
      else one.unref?.();
    }
  }

  get hasRoom() {
    return this.child.stdin.writableLength < ROOM;
  }

  send(/** @type {string} */ line, /** @type {() => void} */ done = () => {}) {
    if (this.child.stdin.writable) this.child.stdin.write(line, done);
  }

  /** The next whole line; undefined at the end of the output. @returns {Promise<string | undefined>} */
  async line() {
    for (;;) {
      const line = this.lines.shift();
      if (line !== undefined) return line;
      /** @type {Buffer | null} */
      let data = this.child.stdout.read();
      if (data) {
        for (let end; (end = data.indexOf(10)) >= 0; data = data.subarray(end + 1)) {
          this.parts.push(data.subarray(0, end));
          this.lines.push(Buffer.concat(this.parts.splice(0)).toString());
        }
        if (data.length) this.parts.push(data);
      } else if (this.hasEnded) {
        return undefined;
      } else {
        await new Promise((done) => { this.wake = () => done(undefined); });
      }
    }
  }

  kill() {
    this.child.kill("SIGKILL");
  }

  /** Ends its input, and it, if it has not ended by itself in time. */
  async end(/** @type {number} */ milliseconds) {
    if (this.hasEnded) return this.ended;
    this.hold(true);
    this.child.stdin.end();
    // One that waits for somebody to read does not see the end of its input.
    const drain = () => { while (this.child.stdout.read() !== null); };
    this.child.stdout.on("readable", drain);
    drain();
    const timers = [after(milliseconds, () => this.child.kill()), after(milliseconds + 200, () => this.kill())];
    const status = await this.ended;
    timers.forEach(clearTimeout);
    return status;
  }
}

// MARK: - Sessions

/**
 * @typedef {{line: string, isOver: boolean, end: (error: unknown, reply?: any) => void}} Asked
 * @typedef {{path: string, create: boolean, timeout: number, words: (create: boolean) => string[]}} Opened
 * @typedef {{timeout?: number, signal?: import("./index.js").Signal}} Call
 */

/** Calls in order. Taking the first is one step, however many wait: an array would move all of them. */
class Queue {
  constructor() {
    /** @type {Asked[]} */
    this.calls = [];
    this.first = 0;
  }

  get length() { return this.calls.length - this.first; }

  push(/** @type {Asked} */ asked) { this.calls.push(asked); }

  /** @returns {Asked | undefined} */
  shift() {
    if (!this.length) return undefined;
    const asked = this.calls[this.first++];
    if (this.first > this.length) [this.calls, this.first] = [this.calls.slice(this.first), 0];
    return asked;
  }

  /** Takes out all. */
  all() {
    const calls = this.calls.slice(this.first);
    [this.calls, this.first] = [[], 0];
    return calls;
  }
}

/** Requests in, replies out, in order; a session that dies is started anew, and what it did not answer is sent again. */
class Session {
  /** @param {Opened} log */
  constructor(log) {
    this.log = log;
    this.queued = new Queue();
    this.sent = new Queue();
    /** The calls that have not ended. */
    this.waiting = 0;
    /** @type {Process | undefined} */
    this.process = undefined;
    this.isReady = false;
    /** @type {Promise<void> | undefined} */
    this.running = undefined;
    this.acknowledged = 0;
    this.first = "";
    this.heard = 0;
    this.isClosed = false;
  }

  /** @param {object} request @param {string[]} [ids] @param {Call} [call] @returns {Promise<any>} */
  ask(request, ids = [], call = {}) {
    const { timeout = this.log.timeout, signal } = call;
    if (this.isClosed) return Promise.reject(new Closed("closed", "the log is closed"));
    if (signal?.aborted) return Promise.reject(new Aborted(signal.reason));
    return new Promise((done, fail) => {
      const end = (/** @type {any} */ error, /** @type {any} */ reply) => {
        if (asked.isOver) return;
        asked.isOver = true;
        this.waiting -= 1;
        clearTimeout(timer);
        signal?.removeEventListener("abort", aborted);
        if (!error) return done(reply);
        if (error instanceof TimedOut || error instanceof Aborted) {
          // What was sent keeps its place in the order; what was not never leaves.
          if (performance.now() - this.heard > SILENCE) this.process?.kill();
          this.rest();
        }
        if (error instanceof TimedOut || error instanceof Aborted || error instanceof Closed) error.ids = ids;
        fail(error);
      };
      /** @type {Asked} */
      const asked = { line: written(request), isOver: false, end };
      const aborted = () => end(new Aborted(signal?.reason));
      const timer = after(timeout, () => end(
        new TimedOut("timedOut", `${this.log.path} gave no answer within ${timeout / 1000} s`)));
      signal?.addEventListener("abort", aborted);
      this.queued.push(asked);
      this.waiting += 1;
      this.process?.hold(true);
      if (!this.running) this.running = this.run();
      else this.pump();
    });
  }

  /** Sends what waits, as far as the process takes it. */
  pump() {
    while (this.isReady && this.process?.hasRoom && this.queued.length) {
      const asked = /** @type {Asked} */ (this.queued.shift());
      if (asked.isOver) continue;
      if (!this.sent.length) this.heard = performance.now();
      this.sent.push(asked);
      this.process.send(asked.line, () => this.pump());
    }
  }

  /** Lets the program end where nobody waits. */
  rest() {
    if (!this.waiting && !this.isClosed) this.process?.hold(false);
  }

  /** @param {unknown} error */
  fail(error) {
    for (const asked of [...this.sent.all(), ...this.queued.all()]) asked.end(error);
  }

  async run() {
    try {
      for (let tries = 0; ;) {
        tries = (await this.serve()) ? 0 : tries + 1;
        if (!this.waiting) break;
        if (tries >= TRIES) {
          throw new Failed("sessionEnded", `${TRIES} sessions ended without an answer to the same request`);
        }
        if (tries) await sleep(Math.min(10 * tries * tries, 200));
      }
    } catch (error) {
      this.fail(error);
    }
    this.running = undefined;
  }

  /** Starts a process and hands out its replies until it ends; true if there was one. */
  async serve() {
    let hasAnswered = false;
    const process = this.process = new Process(this.log.words(this.log.create));
    this.heard = performance.now();
    try {
      const ready = await process.line();
      if (ready === undefined) {
        const status = await process.ended;
        if (status === null) return false;
        throw ending(this.log.path, status, process.errors);
      }
      const first = firstLine(this.log.path);
      if (this.first && first && first !== this.first) {
        throw new Damaged("damaged", `${this.log.path} is another log than it was: its first event is another`);
      }
      this.first = first || this.first;
      const { sequence = 0 } = parsed(ready);
      if (sequence < this.acknowledged) {
        throw new Damaged("damaged", `${this.log.path} ends at event ${sequence}, but event ${this.acknowledged} `
          + "of it was acknowledged: it was replaced or shortened");
      }
      this.log.create = false; // A log that is deleted later is not made anew.
      this.isReady = true;
      this.pump();
      for (let line; (line = await process.line()) !== undefined;) {
        this.heard = performance.now();
        const reply = parsed(line);
        for (const one of reply.replies ?? [reply]) {
          const isRecorded = one.status === "appended" || one.status === "duplicate";
          if (!isRecorded) continue;
          this.acknowledged = Math.max(this.acknowledged, one.sequence ?? 0);
          this.first ||= firstLine(this.log.path);
        }
        hasAnswered = true;
        this.sent.shift()?.end(undefined, reply);
        this.rest();
      }
      return hasAnswered;
    } finally {
      this.isReady = false;
      const calls = [...this.sent.all(), ...this.queued.all()];
      for (const asked of calls) if (!asked.isOver) this.queued.push(asked);
      await process.end(1000);
      this.process = undefined;
    }
  }

  /** Waits for what was asked, and ends the session, whether it likes it or not. */
  async close(/** @type {number} */ milliseconds) {
    this.isClosed = true;
    const end = performance.now() + milliseconds;
    while (this.running && this.waiting && performance.now() < end) await sleep(1);
    if (this.process) await this.process.end(Math.max(0, end - performance.now()));
    this.fail(new Closed("closed", "the log was closed before this was answered"));
    this.process?.kill();
    await this.running;
  }

  /** Ends the process at once. */
  abandon() {
    this.isClosed = true;
    this.process?.kill();
  }
}

// MARK: - Following

/** Asks a session for events, and the next session for what comes behind them. */
class Following {
  /** @param {Opened} log @param {Set<Following>} all @param {any} selection @param {Call} call */
  constructor(log, all, selection, { timeout = log.timeout, signal }) {
    this.log = log;
    this.all = all;
    this.selection = selection;
    this.timeout = timeout;
    this.position = selection.after ?? 0;
    /** @type {{sequence: number, hash: string} | undefined} */
    this.last = undefined;
    /** @type {Process | undefined} */
    this.process = undefined;
    /** @type {unknown} */
    this.fault = undefined;
    this.isStarted = false;
    this.isClosed = false;
    this.tries = 0;
    /** @type {Promise<unknown>} */
    this.turn = Promise.resolve();
    this.signal = signal;
    this.aborted = () => {
      this.fault = new Aborted(signal?.reason);
      this.process?.kill();
    };
    all.add(this);
    if (signal?.aborted) this.aborted();
    else signal?.addEventListener("abort", this.aborted);
  }

  /** The next event; undefined where none will come. One caller after the other. @returns {Promise<any>} */
  next() {
    const found = this.turn.then(() => this.find());
    this.turn = found.catch(() => {});
    return found;
  }

  async find() {
    try {
      while (!this.isClosed) {
        if (this.fault) throw this.fault;
        const line = await this.line();
        if (this.fault && !this.isClosed) throw this.fault;
        const event = line === undefined ? undefined : this.take(parsed(line));
        if (event) return event;
      }
      return undefined;
    } catch (error) {
      await this.close(error instanceof TimedOut || error instanceof Aborted ? 0 : 1000);
      throw error;
    }
  }

  async line() {
    if (!this.process) this.start();
    const process = /** @type {Process} */ (this.process);
    process.hold(true);
    const line = await process.line();
    if (line !== undefined) {
      process.hold(false);
      return line;
    }
    const status = await process.ended;
    if (this.process === process) this.process = undefined;
    clearTimeout(this.timer);
    if (this.isClosed || this.fault) return undefined;
    if (!this.isStarted && status !== null) throw ending(this.log.path, status, process.errors);
    if (++this.tries >= TRIES) {
      throw new Failed("sessionEnded", `${TRIES} sessions ended before they could follow the log`);
    }
    await sleep(Math.min(10 * (this.tries - 1) ** 2, 200));
    return undefined;
  }

  start() {
    const process = this.process = new Process(this.log.words(this.log.create));
    this.isStarted = false;
    this.timer = after(this.timeout, () => {
      this.fault = new TimedOut(
        "timedOut", `no session began to follow ${this.log.path} within ${this.timeout / 1000} s`);
      process.kill();
    });
  }

  /** @param {object} request */
  ask(request) {
    this.process?.send(written({ op: "follow", ...request }));
  }

  /** The event that a reply is for whoever follows. */
  take(/** @type {any} */ reply) {
    const error = refusal(reply);
    if (error) throw error;
    const isNext = reply.ref === "next";
    const next = () => this.ask({ ...this.selection, after: this.position, ref: "next" });
    if (reply.status === "ready") {
      this.log.create = false; // A log that is deleted later is not made anew.
      // First, that the last event which was told is still in the log.
      if (this.last) this.ask({ after: this.last.sequence - 1, ref: "last" });
      else next();
    } else if (reply.status === "position" && isNext) {
      this.position = reply.position;
    } else if (reply.status === "following" && isNext) {
      clearTimeout(this.timer);
      this.isStarted = true;
      this.tries = 0;
    } else if (reply.status === "event") {
      const here = { sequence: Number(reply.event.sequence), hash: reply.event.hash };
      if (isNext) {
        this.position = here.sequence;
        this.last = here;
        return reply.event;
      }
      if (here.sequence === this.last?.sequence) {
        if (here.hash !== this.last?.hash) {
          throw new Damaged("damaged", `event ${here.sequence} of ${this.log.path} is another one now: it was replaced`);
        }
        next();
      }
    }
    return undefined;
  }

  /** @param {number} milliseconds */
  async close(milliseconds) {
    this.leave();
    await this.process?.end(milliseconds);
  }

  abandon() {
    this.leave();
    this.process?.kill();
  }

  leave() {
    this.isClosed = true;
    this.all.delete(this);
    clearTimeout(this.timer);
    this.signal?.removeEventListener("abort", this.aborted);
  }
}

// MARK: - The log

const asyncDispose = /** @type {typeof Symbol.asyncDispose} */ (Symbol.asyncDispose ?? Symbol.for("nodejs.asyncDispose"));

/** Ends what nobody has any more. @type {FinalizationRegistry<{abandon: () => void, name: string}>} */
const dropped = new FinalizationRegistry(({ abandon, name }) => {
  process.emitWarning(`${name} was not closed`, "ResourceWarning");
  abandon();
});

/** The submission with an id: however often it is sent, it is recorded once. */
const once = (/** @type {any} */ submission) => ({ ...submission, id: submission.id ?? randomUUID() });

/**
 * The request with an id for each submission in it, and these ids.
 * @type {(request: any) => [any, string[]]}
 */
const identified = (request) => {
  if (request.op === "batch" && Array.isArray(request.events)) {
    const events = request.events.map((/** @type {any} */ one) => (one && typeof one === "object" ? once(one) : one));
    return [{ ...request, events }, events.flatMap((/** @type {any} */ one) => one?.id ?? [])];
  }
  if (request.op !== undefined) return [request, []];
  const sent = once(request);
  return [sent, [sent.id]];
};

/** The path from the root, so that it names the same log from every folder; an address stays as it is. */
function whole(/** @type {string} */ path) {
  const isWhole = ["", "-"].includes(path) || isAbsolute(path) || /^[a-z]+:\/\//.test(path);
  return isWhole ? path : process.cwd() + sep + path;
}

/** What a log is made of; it knows nothing of the log, which can be dropped. */
function open(/** @type {string} */ given, /** @type {import("./index.js").Options} */ options) {
  const path = whole(given);
  const { create = false, timeout, ...others } = options;
  // A name without a folder is sought on the path.
  const named = options.program ?? (process.env.EVENTLOG_TOOL || undefined);
  const program = named?.includes(sep) ? whole(named) : named;
  delete others.program;
  const words = Object.entries(others).filter(([, value]) => value !== undefined).map(
    ([name, value]) => `--${name.replace(/[A-Z]/g, (letter) => "-" + letter.toLowerCase())}=${value}`);
  /** @type {Opened} */
  const opened = {
    path, create, timeout: timeout ?? TIMEOUT + 1000 * (options.lockTimeout ?? 0),
    words: (isNew) =>
      [find(program), "append", "--session", "--no-color", `--file=${path}`, ...(isNew ? ["--create"] : []), ...words],
  };
  /** @type {Set<Following>} */
  const followers = new Set();
  const session = new Session(opened);
  const abandon = () => {
    for (const following of followers) following.abandon();
    session.abandon();
  };
  return { opened, session, followers, abandon, name: `a log of ${path}` };
}

export class Log {
  /** @param {string} path @param {import("./index.js").Options} [options] */
  constructor(path, options = {}) {
    this.path = path;
    this.core = open(path, options);
    this.followers = this.core.followers;
    dropped.register(this, this.core, this.core);
  }

  get pid() {
    return this.core.session.process?.child.pid;
  }

  /** @param {object} request @param {Call} [call] @returns {Promise<any>} */
  async ask(/** @type {any} */ request, call) {
    if (request.op === "follow") throw new Invalid("invalidField", "ask gets one answer: to follow the log, call follow()");
    return answer(await this.core.session.ask(...identified(request), call));
  }

  append(/** @type {object} */ submission, /** @type {Call} */ call = {}) {
    return this.ask({ ...submission }, call);
  }

  batch(/** @type {object[]} */ submissions, /** @type {Call} */ call = {}) {
    return this.ask({ op: "batch", events: submissions }, call);
  }

  judge(/** @type {object} */ submission, /** @type {Call} */ call = {}) {
    return this.ask({ ...submission, op: "judge" }, call);
  }

  extend(/** @type {Call} */ call = {}) {
    return this.ask({ op: "extend" }, call);
  }

  ping(/** @type {Call} */ call = {}) {
    return this.ask({ op: "ping" }, call);
  }

  show(/** @type {string} */ projection, /** @type {object} */ selection = {}, /** @type {Call} */ call = {}) {
    return this.ask({ ...selection, op: "show", projection }, call);
  }

  audit(/** @type {object} */ story, /** @type {Call} */ call = {}) {
    return this.ask({ ...story, op: "audit" }, call);
  }

  async *pages(/** @type {string} */ projection, /** @type {any} */ selection = {}, /** @type {Call} */ call = {}) {
    let after = {};
    do {
      const page = await this.show(projection, { ...selection, limit: selection.limit ?? 100, ...after }, call);
      yield page;
      after = page.next === undefined ? {} : { after: page.next };
    } while ("after" in after);
  }

  /** @param {{after?: number, types?: string[], user?: string}} [selection] @param {Call} [call] */
  follow(selection = {}, call = {}) {
    return new Follower(this, selection, call);
  }

  async close(/** @type {Call} */ call = {}) {
    const { timeout = Math.min(CLOSING, this.core.opened.timeout) } = call;
    dropped.unregister(this.core);
    this.core.session.isClosed = true;
    await Promise.all([...this.followers].map((following) => following.close(Math.min(1000, timeout))));
    await this.core.session.close(timeout);
  }
}

/** Events as they are acknowledged, over a session of their own. */
export class Follower {
  /** @param {Log} log @param {any} selection @param {Call} call */
  constructor(log, selection, call) {
    if (log.core.session.isClosed) throw new Closed("closed", "the log is closed");
    this.log = log; // It is not dropped before its followers.
    const following = this.following = new Following(log.core.opened, log.followers, selection, call);
    const abandon = () => following.abandon();
    dropped.register(this, { abandon, name: `a follower of ${log.path}` }, following);
  }

  get pid() {
    return this.following.process?.child.pid;
  }

  get position() {
    return this.following.position;
  }

  [Symbol.asyncIterator]() {
    return this;
  }

  async next() {
    try {
      const value = await this.following.next();
      return value === undefined ? { done: /** @type {const} */ (true), value } : { done: false, value };
    } finally {
      if (this.following.isClosed) dropped.unregister(this.following);
    }
  }

  /** Ends the following, also while somebody waits for the next event. */
  async return() {
    dropped.unregister(this.following);
    await this.following.close(1000);
    return { done: /** @type {const} */ (true), value: undefined };
  }
}

for (const [Class, name] of /** @type {const} */ ([[Log, "close"], [Follower, "return"]])) {
  Object.defineProperty(Class.prototype, asyncDispose, {
    async value() { await this[name](); }, configurable: true, writable: true });
}
