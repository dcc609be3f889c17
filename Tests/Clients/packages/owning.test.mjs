// Processes and time of the JavaScript client: what is closed, given up or dropped leaves nothing, what is silent ends by
// its timeout. EVENTLOG_TOOL names the tool. Run by `swift test`: node --test owning.test.mjs
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import {
  Aborted, Closed, Damaged, Failed, Invalid, Locked, Log, LogError, Refused, TimedOut, ToolError,
} from "../../../Packaging/npm/index.js";

setFlagsFromString("--expose-gc");
const gc = runInNewContext("gc");
const MOMENTS = Number(process.env.MOMENTS ?? 100);
const registration = (user, more = {}) =>
  ({ type: "user.registered", subject: user, actor: user, data: { roles: ["employee"] }, ...more });
const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const children = () => readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8").trim().split(/\s+/)
  .filter((pid) => pid && !/^State:\s+Z/m.test(existsSync(`/proc/${pid}/status`)
    ? readFileSync(`/proc/${pid}/status`, "utf8") : "State:\tZ"));

async function expectChildren(count, told) {
  const end = Date.now() + 5000;
  while (children().length !== count && Date.now() < end) await sleep(5);
  assert.equal(children().length, count, told);
}

function opened(t, options = {}) {
  const folder = mkdtempSync(join(tmpdir(), "owning-"));
  const log = new Log(join(folder, "events.jsonl"), { create: true, ...options });
  t.after(async () => {
    await log.close({ timeout: 500 });
    rmSync(folder, { recursive: true });
  });
  return log;
}

function program(t, text) {
  const folder = mkdtempSync(join(tmpdir(), "owning-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "program");
  const tool = process.env.EVENTLOG_TOOL;
  writeFileSync(path, `#!/bin/sh\n[ "$1" = version ] && exec ${tool} "$@"\n${text.replaceAll("TOOL", tool)}\n`);
  chmodSync(path, 0o755);
  return path;
}

async function late(promise, kind = TimedOut) {
  const began = Date.now();
  const error = await promise.then(() => assert.fail("it was answered"), (error) => error);
  assert.ok(error instanceof kind, String(error));
  assert.ok(Date.now() - began < 1500);
  return error;
}

test("a follower that comes before the first request makes the log", async (t) => {
  const log = opened(t);
  const first = log.follow().next();
  await log.append(registration("bas"));
  assert.equal((await first).value.subject, "bas");
  const other = opened(t);
  const follower = other.follow();
  const waiting = follower.next();
  for (const end = Date.now() + 5000; !existsSync(other.path) && Date.now() < end;) await sleep(5);
  assert.ok(existsSync(other.path));
  await follower.return();
  await waiting;
});

test("followers that are closed, given up or dropped at any moment leave nothing", async (t) => {
  const log = opened(t);
  await log.batch(Array.from({ length: 40 }, (_, number) => registration(`u${number}`)));
  for (let moment = 0; moment < MOMENTS; moment++) {
    for (const how of ["closed", "given up"]) {
      const giving = new AbortController();
      const follower = log.follow({}, { signal: giving.signal });
      const told = (async () => { for await (const _ of follower); })();
      await sleep(40 * moment / MOMENTS);
      if (how === "closed") {
        await follower.return();
        await told;
      } else {
        giving.abort();
        await assert.rejects(told, Aborted);
      }
      await expectChildren(1, `${how} at ${moment}`);
    }
  }
  assert.equal(log.followers.size, 0);
  const warned = [];
  process.on("warning", (warning) => warned.push(warning.name));
  for (let moment = 0; moment < MOMENTS; moment++) {
    let follower = log.follow();
    for (let number = 0; number < moment % 41; number++) await follower.next();
    follower = undefined;
  }
  for (let round = 0; round < 100 && children().length > 1; round++) {
    gc();
    await sleep(10);
  }
  await expectChildren(1);
  assert.ok(warned.includes("ResourceWarning"));
});

test("a log that is dropped warns and ends its process", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "owning-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const warned = new Promise((done) => process.once("warning", done));
  const before = children().length;
  await (async () => {
    const log = new Log(join(folder, "events.jsonl"), { create: true });
    await log.ping();
  })();
  for (let round = 0; round < 100 && children().length > before; round++) {
    gc();
    await sleep(10);
  }
  assert.equal((await warned).name, "ResourceWarning");
  await expectChildren(before);
});

test("a program that forgets to close a log ends", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "owning-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const text = `import { Log } from ${JSON.stringify(new URL("../../../Packaging/npm/index.js", import.meta.url).href)};
    const log = new Log(${JSON.stringify(join(folder, "events.jsonl"))}, { create: true });
    console.log((await log.ping()).status);`;
  const done = spawnSync(process.execPath, ["--input-type=module", "-e", text], { timeout: 10_000, encoding: "utf8" });
  assert.deepEqual([done.status, done.stdout], [0, "pong\n"], done.stderr);
});

test("without a free descriptor a call says that the tool cannot be started, and works once there is one", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "owning-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const text = `import { closeSync, openSync } from "node:fs";
    import { Log } from ${JSON.stringify(new URL("../../../Packaging/npm/index.js", import.meta.url).href)};
    const log = new Log(${JSON.stringify(join(folder, "events.jsonl"))}, { create: true });
    await log.ping();
    process.kill(log.pid, "SIGKILL");
    while (log.pid) await new Promise((done) => setTimeout(done, 5));
    const files = [];
    try { for (;;) files.push(openSync("/dev/null")); } catch {}
    const told = (call) => call.then((one) => one.status, (no) => no.constructor.name + no.code);
    console.log(await told(log.ping()), await told(log.follow().next()));
    files.forEach((file) => closeSync(file));
    console.log(await told(log.ping()), log.followers.size);
    await log.close();`;
  const done = spawnSync("sh", ["-c", 'ulimit -n 60; exec "$0" "$@"', process.execPath, "--input-type=module", "-e", text],
    { timeout: 10_000, encoding: "utf8" });
  assert.deepEqual([done.status, done.stdout], [0, "ToolErrortoolFails ToolErrortoolFails\npong 0\n"], done.stderr);
});

test("options that are undefined are none", async (t) => {
  const log = opened(t, { now: undefined, lockTimeout: undefined, sync: undefined });
  assert.equal((await log.ping()).status, "pong");
  await log.close();
});

test("each call to a stopped session ends by its timeout or signal, and close ends it", async (t) => {
  const log = opened(t);
  await log.append(registration("bas"));
  const pid = log.pid;
  process.kill(pid, "SIGSTOP");
  const soon = { timeout: 100 };
  const calls = [
    () => log.ping(soon), () => log.judge(registration("x"), soon), () => log.show("users", {}, soon),
    () => log.pages("users", {}, soon).next(), () => log.audit({ user: "bas" }, soon), () => log.extend(soon),
  ];
  for (const call of calls) await late(call());
  assert.deepEqual((await late(log.append(registration("kim", { id: "k-1" }), soon))).ids, ["k-1"]);
  assert.equal((await late(log.batch([registration("a"), registration("b")], soon))).ids.length, 2);
  // What ask sends has ids, too.
  assert.equal((await late(log.ask(registration("c"), soon))).ids.length, 1);
  const both = { op: "batch", events: [registration("d"), registration("e", { id: "e-1" })] };
  assert.equal((await late(log.ask(both, soon))).ids[1], "e-1");
  const gone = await late(log.append(registration("tom", { id: "t-1" }), { signal: AbortSignal.timeout(50) }), Aborted);
  assert.deepEqual([gone.ids, gone.name, gone.cause.name], [["t-1"], "AbortError", "TimeoutError"]);
  const waiting = late(log.ping(), Closed);
  // Somebody sets the clock back meanwhile.
  const [began, { now }] = [performance.now(), Date];
  const timer = setTimeout(() => { Date.now = () => now() - 3_600_000; }, 50);
  t.after(() => { clearTimeout(timer); Date.now = now; });
  await log.close({ timeout: 200 });
  await waiting;
  clearTimeout(timer);
  Date.now = now;
  assert.ok(performance.now() - began < 1500);
  assert.equal(existsSync(`/proc/${pid}`), false);
  await assert.rejects(log.ping(), Closed);
  assert.throws(() => log.follow(), Closed);
});

test("the start of a follower ends by its timeout, and a failed one is kept nowhere", async (t) => {
  const log = opened(t, { program: program(t, "exec sleep 60") });
  const follower = log.follow({}, { timeout: 100 });
  await late(follower.next());
  assert.deepEqual([(await follower.next()).done, log.followers.size], [true, 0]);
  await expectChildren(0);
});

test("every sound event is handed out before a fault", async (t) => {
  const events = Array.from({ length: 100 }, (_, number) =>
    `{"status":"event","event":{"sequence":"${number + 4}","hash":"h"},"ref":"next"}`);
  for (const [fault, Kind] of [
    ['{"status":"failed","error":"damaged","message":"no"}', Damaged],
    ['{"status":"invalid","error":"invalidField","message":"no"}', Invalid], ["no JSON", ToolError], ["[1]", ToolError]]) {
    const lines = ['{"status":"ready","protocol":1,"sequence":9}', '{"status":"following","sequence":3,"ref":"next"}',
      ...events, fault].join("\n");
    const log = opened(t, { program: program(t, `cat <<'E'\n${lines}\nE\nexec sleep 60`) });
    const follower = log.follow({ after: 3 });
    const told = [];
    await assert.rejects(async () => {
      for await (const event of follower) {
        told.push(Number(event.sequence));
        assert.equal(follower.position, told.at(-1));
      }
    }, Kind);
    assert.deepEqual(told, Array.from({ length: 100 }, (_, number) => number + 4));
    assert.deepEqual([follower.position, (await follower.next()).done, log.followers.size], [103, true, 0]);
  }
  const log = opened(t);
  await log.ping();
  await assert.rejects(log.follow({ types: ["shift.suplied"] }).next(), (no) =>
    no instanceof Invalid && no.code === "unknownType");
});

test("a slow reader slows its session down", async (t) => {
  const log = opened(t);
  for (let part = 0; part < 4; part++) {
    await log.batch(Array.from({ length: 1000 }, (_, number) => registration(`p${part}x${number}`, { note: "x".repeat(900) })));
  }
  const follower = log.follow();
  await follower.next();
  await sleep(300);
  const { lines, parts, child } = follower.following.process;
  const kept = [...lines, ...parts].reduce((sum, one) => sum + one.length, 0) + child.stdout.readableLength;
  assert.ok(kept < 1 << 18, `${kept}`);
  for (let number = 1; number < 4000; number++) assert.equal((await follower.next()).done, false);
  await follower[Symbol.asyncDispose]();
});

test("a message is whole and has no colours, and a tool by a path is the same from every folder", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "owning-"));
  const here = process.cwd();
  t.after(() => {
    process.chdir(here);
    rmSync(folder, { recursive: true });
  });
  const place = join(folder, "d error: e");
  mkdirSync(place);
  process.env.CLICOLOR_FORCE = "1";
  const log = new Log(place);
  await assert.rejects(log.ping(), (no) => no.message.startsWith(`${place} is a folder`));
  delete process.env.CLICOLOR_FORCE;
  await log.close();
  process.chdir(folder);
  symlinkSync(process.env.EVENTLOG_TOOL, "tool");
  const moved = opened(t, { program: "./tool" });
  await moved.ping();
  process.chdir(here);
  process.kill(moved.pid, "SIGKILL");
  assert.equal((await moved.ping()).status, "pong");
});

test("many calls to a session that has just died warn of nothing", async (t) => {
  const log = opened(t);
  await log.ping();
  const warned = [];
  const note = (warning) => warned.push(warning.name);
  process.on("warning", note);
  process.kill(log.pid, "SIGKILL");
  for (const end = Date.now() + 20; Date.now() < end;);
  const first = log.ping();
  await new Promise((done) => process.nextTick(done));
  await null;
  await Promise.all([first, ...Array.from({ length: 30 }, () => log.ping())]);
  await sleep(5);
  process.off("warning", note);
  assert.deepEqual(warned, []);
});

test("very many calls wait together, and the loop goes on", async (t) => {
  // A suite, in which other tests take the processors, sends a part of what `.ci/run` sends.
  const count = process.env.MOMENTS ? 20_000 : 100_000;
  const log = opened(t);
  await log.ping();
  let [last, longest] = [Date.now(), 0];
  const watch = setInterval(() => { [last, longest] = [Date.now(), Math.max(longest, Date.now() - last)]; }, 5);
  t.after(() => clearInterval(watch));
  const begin = Date.now();
  const replies = await Promise.all(Array.from({ length: count }, () => log.ping()));
  clearInterval(watch);
  assert.equal(replies.length, count);
  assert.ok(longest < 5_000 && Date.now() - begin < 60_000, `${longest} ms of ${Date.now() - begin}`);
  // What waits behind a process that stands still ends by its own timeout.
  process.kill(log.pid, "SIGSTOP");
  const calls = Array.from({ length: 50_000 }, () => log.ping({ timeout: 1_000 }).catch((error) => error));
  const stopped = Date.now();
  const faults = await Promise.all(calls);
  assert.ok(faults.every((fault) => fault instanceof TimedOut));
  assert.ok(Date.now() - stopped < 30_000, `${Date.now() - stopped} ms`);
});

test("errors form a tree, and their messages speak of no options of a command line", async () => {
  for (const Kind of [Refused, Failed, TimedOut, Closed, ToolError]) assert.ok(Kind.prototype instanceof LogError);
  for (const Kind of [Locked, Damaged]) assert.ok(Kind.prototype instanceof Failed);
  const log = new Log("/tmp/there-is-no-such-log");
  await assert.rejects(log.ping(), (no) => no.code === "cannotRead" && !/(^| )-/.test(no.message));
  await log[Symbol.asyncDispose ?? Symbol.for("nodejs.asyncDispose")]();
});
