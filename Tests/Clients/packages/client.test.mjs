// The JavaScript client against the tool: EVENTLOG_TOOL names it. Run by `swift test`: node --test client.test.mjs
import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Conflict, Failed, Invalid, Log, Rejected, ToolError, VERSION } from "../../../Packaging/npm/index.js";

const registration = (user, more = {}) =>
  ({ type: "user.registered", subject: user, actor: user, data: { roles: ["employee"] }, ...more });
const kill = (pid) => process.kill(pid, "SIGKILL");

function folder(t) {
  const made = mkdtempSync(join(tmpdir(), "client-"));
  t.after(() => rmSync(made, { recursive: true }));
  return made;
}

function opened(t, options = {}) {
  const path = join(folder(t), "events.jsonl");
  const log = new Log(path, { create: true, ...options });
  t.after(() => log.close());
  return log;
}

test("what a session answers is returned, and a refusal is thrown", async (t) => {
  const log = opened(t);
  const reply = await log.append(registration("bas", { id: "b-1" }));
  assert.deepEqual([reply.status, reply.sequence, reply.id], ["appended", 1, "b-1"]);
  assert.equal((await log.append(registration("bas", { id: "b-1" }))).status, "duplicate");
  await assert.rejects(log.append(registration("bas")), (no) =>
    no instanceof Rejected && no.code === "userExists" && no.details.user === "bas" && /bas/.test(no.message));
  await assert.rejects(log.append(registration("bas", { type: "user.regstered" })), Invalid);
  await assert.rejects(log.batch([registration("tom"), registration("bas")]), (no) =>
    no.code === "userExists" && no.reply.replies.length === 2);
  await assert.rejects(
    log.append({ type: "role.granted", subject: "bas", actor: "bas", data: { role: "student" }, expectedsequence: 0 }),
    (no) => no instanceof Conflict || no instanceof Rejected);
  assert.equal((await log.judge(registration("kim"))).status, "accepted");
  assert.equal((await log.ping()).sequence, 1);
  assert.equal((await log.show("users")).rows[0].user, "bas");
  assert.equal((await log.audit({ user: "bas" })).rows.length, 1);
});

test("an id and a limit that are not set are those of the client", async (t) => {
  const log = opened(t);
  for (const id of [undefined, null]) {
    const [, reply] = (await log.batch([registration(`u${id}`, { id }), registration(`v${id}`, { id })])).replies;
    assert.match(reply.id, /^[0-9a-f-]{36}$/);
  }
  kill(log.pid);
  assert.match((await log.append(registration("bas", { id: undefined }))).id, /^[0-9a-f-]{36}$/);
  await log.batch(Array.from({ length: 100 }, (_, number) => registration(`w${number}`)));
  for (const limit of [undefined, null]) {
    assert.equal((await log.pages("users", { limit }).next()).value.rows.length, 100);
  }
});

test("what is no JSON and a following by ask are refused and never leave", async (t) => {
  const log = opened(t);
  await log.ping();
  for (const number of [NaN, Infinity, -Infinity]) {
    const submission = { ...registration("bas"), data: { roles: ["employee"], points: [number] } };
    for (const call of [() => log.append(submission), () => log.batch([submission]), () => log.judge(submission),
      () => log.show("users", { limit: number }), () => log.follow({ after: number }).next()]) {
      await assert.rejects(call, (no) => no instanceof Invalid && no.code === "invalidJson");
    }
  }
  await assert.rejects(log.append(registration("b\ud800")), (no) => no instanceof Invalid && no.code === "invalidJson");
  await assert.rejects(log.ask({ op: "follow", after: 0 }), (no) => no instanceof Invalid && /follow\(\)/.test(no.message));
  assert.equal((await log.append(registration("bas"))).sequence, 1);
});

test("a log of a relative path stays the same log in another folder", async (t) => {
  const [here, there, before] = [folder(t), folder(t), process.cwd()];
  t.after(() => process.chdir(before));
  process.chdir(here);
  const log = new Log("events.jsonl", { create: true });
  t.after(() => log.close());
  await log.append(registration("bas"));
  process.chdir(there);
  kill(log.pid);
  assert.equal((await log.append(registration("eva"))).sequence, 2);
  const follower = log.follow();
  assert.equal((await follower.next()).value.subject, "bas");
  await follower.return();
  await assert.rejects(new Log("postgresql://nowhere").ping(), (no) => !no.message.includes(there));
});

test("a killed session begins anew, pages go on, and requests keep their order", async (t) => {
  const log = opened(t);
  await log.ping();
  const names = Array.from({ length: 200 }, (_, number) => `u${number}`);
  const replies = names.map((name) => log.append(registration(name, { id: `i-${name}` })));
  for (let kills = 0; kills < 10; kills++) {
    await replies[kills * 20];
    if (log.pid) kill(log.pid);
  }
  assert.deepEqual((await Promise.all(replies)).map((reply) => reply.id), names.map((name) => `i-${name}`));
  const recorded = readFileSync(log.path, "utf8").trim().split("\n").map((line) => JSON.parse(line).id);
  assert.equal(new Set(recorded).size, 200);
  assert.equal(recorded.length, 200);
  const pages = [];
  for await (const page of log.pages("users", { limit: 90 })) pages.push(page.rows.length);
  assert.deepEqual(pages, [90, 90, 20]);
});

test("a follower tells every event once, over many deaths, and ends when it is told to", async (t) => {
  const log = opened(t);
  await log.batch(Array.from({ length: 30 }, (_, number) => registration(`u${number}`)));
  const told = [];
  const follower = log.follow({ after: 5, types: ["user."] });
  for await (const event of follower) {
    told.push(Number(event.sequence));
    if (told.length % 5 === 0 && follower.pid) kill(follower.pid);
    if (told.length === 25) break;
  }
  assert.deepEqual(told, Array.from({ length: 25 }, (_, number) => number + 6));
  const waiting = log.follow({ after: 30 });
  setTimeout(() => waiting.return(), 100);
  assert.equal((await waiting.next()).done, true);
});

test("a log that is gone, replaced or damaged is reported", async (t) => {
  const log = opened(t);
  await log.batch([registration("a"), registration("b")]);
  kill(log.pid);
  rmSync(log.path);
  rmSync(log.path + ".d", { recursive: true });
  await assert.rejects(log.ping(), (no) => no instanceof Failed && no.code === "cannotRead");
  const other = new Log(log.path, { create: true });
  await other.append(registration("c"));
  await other.close();
  await assert.rejects(log.ping(), (no) => no instanceof Failed && no.code === "damaged");
});

test("a tool that is too old is refused with the version that is needed", async (t) => {
  const program = join(folder(t), "tool");
  for (const old of [`echo '{"version":"0.0.9","protocol":1}'`, "exit 64"]) {
    writeFileSync(program, `#!/bin/sh\n${old}\n`);
    chmodSync(program, 0o755);
    await assert.rejects(opened(t, { program }).ping(), (no) =>
      no instanceof ToolError && no.code === "toolTooOld" && no.message.includes(`needs eventlog-tool ${VERSION}`));
    await new Promise((done) => setTimeout(done, 20));
  }
  await assert.rejects(opened(t, { program: "/nowhere/tool" }).ping(), (no) => no.code === "toolMissing");
});
