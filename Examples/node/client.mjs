#!/usr/bin/env node
// Records over a session, and survives its death.  Usage: client.mjs LOG  (the tool: $EVENTLOG_TOOL)
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";

if (process.argv.length !== 3) {
  console.error("usage: client.mjs LOG");
  process.exit(64);
}
const tool = process.env.EVENTLOG_TOOL ?? "eventlog-tool";
let session;

async function open() {
  const child = spawn(tool, ["append", "--session", "-f", process.argv[2]], { stdio: ["pipe", "pipe", "inherit"] });
  child.on("error", () => {}); // seen as a missing ready line
  child.stdin.on("error", () => {}); // seen as a missing reply
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  if ((await lines.next()).done) throw new Error("no session: the tool ended"); // the ready line
  return { child, lines };
}

// Sends one request. A session that died is started again, and the request sent again.
async function ask(request) {
  for (;;) {
    session ??= await open();
    session.child.stdin.write(JSON.stringify(request) + "\n");
    const { value, done } = await session.lines.next();
    if (!done) return JSON.parse(value);
    session = undefined;
  }
}

// Records once, however often it is sent: the id is made before the first try.
async function append(type, subject, actor, data = {}) {
  const reply = await ask({ id: randomUUID(), type, subject, actor, data });
  if (!["appended", "duplicate"].includes(reply.status)) // a duplicate is a success, too
    console.log(`${actor} ${type}: ${reply.status}, ${reply.error}: ${reply.message}`);
  return reply;
}

await append("user.registered", "mia", "mia", { roles: ["manager", "employee"], name: "Mia" });
await append("user.registered", "bas", "bas", { roles: ["employee"] });
await append("shift.scheduled", "L1", "mia", { owner: "bas", date: "2030-01-07", start: "15:00", end: "20:00" });
session.child.kill("SIGKILL"); // what a crash would do
await append("shift.supplied", "L1", "bas");
await append("shift.supplied", "L1", "mia"); // not hers
for (const row of (await ask({ op: "show", projection: "marketplace" })).rows)
  console.log(`${row.shift} ${row.date} ${row.start}–${row.end} (${row.owner})`);
session.child.stdin.end();
