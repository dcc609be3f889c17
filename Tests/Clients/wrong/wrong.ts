// Programs that tsc must refuse: each line that ends in `// wrong` is one, all others are right. Nobody runs them.
import { Failed, Invalid, Log, Rejected } from "../../../Packaging/npm/index.js";
import type { Blame, Event, Grid, ScheduleRow, Submission } from "../../../Packaging/npm/index.js";

export async function appends(log: Log): Promise<void> {
  await log.append({ type: "shift.supplied", subject: "L1", actor: "bas" });
  await log.append({ type: "shift.suplied", subject: "L1", actor: "bas" }); // wrong
  await log.append({ type: "shift.supplied", subjct: "L1", actor: "bas" }); // wrong
  await log.append({ type: "shift.supplied", subject: "L1", actor: "bas", expectedsequnce: 4 }); // wrong
  await log.append({ type: "shift.supplied", subject: "L1", actor: "bas", data: { ownr: "bas" } }); // wrong
  await log.append({ type: "shift.supplied", subject: "L1" }); // wrong
  await log.append({ type: "user.registered", subject: "a", actor: "a", data: { roles: ["employee"] } });
  await log.append({ type: "user.registered", subject: "a", actor: "a", data: { roles: ["employe"] } }); // wrong
  await log.append({ type: "shift.supplied", subject: "L1", actor: "bas", correlationid: "c", causationid: "e", traceparent: "t" });
  await log.append({ type: "shift.supplied", subject: "L1", actor: "bas", corelationid: "c" }); // wrong
  await log.append({ type: "event.imagined", subject: "L1", actor: "m" }); // wrong
  await log.batch([{ type: "shift.revokd", subject: "L1", actor: "bas" }]); // wrong
  await log.judge({ type: "shift.acepted", subject: "L1", actor: "eva" }); // wrong
  const once: Submission = { type: "shift.revoked", subject: "L1", actor: "bas" };
  await log.append(once, { timeout: 300 });
  await log.append(once, { timout: 300 }); // wrong
}

export async function reads(log: Log): Promise<void> {
  await log.show("schedule", { week: "2026-W03", user: "bas", limit: 50 }, { timeout: 300 });
  await log.show("shedule"); // wrong
  await log.show("schedule", { weak: "2026-W03" }); // wrong
  await log.show("schedule", { followedOnly: true }); // wrong
  await log.show("schedule", { limit: "fifty" }); // wrong
  await log.show("attention", { limit: 3 });
  await log.show("candidates", { shift: "L1" });
  await log.show("candidates", { shft: "L1" }); // wrong
  await log.show("availability", { on: "2026-01-12" });
  await log.show("availability", { email: true }); // wrong
  await log.show("hours", { by: "month", over: "40h", total: true });
  await log.show("hours", { by: "moon" }); // wrong
  await log.show("users", { last: 5 }); // wrong
  log.pages("changes", { limit: 5 });
  log.pages("chnges", { limit: 5 }); // wrong
  log.pages("periods", { perod: "P1" }); // wrong
  await log.audit({ shift: "L1", attributes: true });
  await log.audit({ shft: "L1" }); // wrong
}

export async function rows(log: Log): Promise<string> {
  const row: ScheduleRow = (await log.show("schedule")).rows[0];
  const other = row.ownr; // wrong
  return row.status === "awaitng" ? other : row.owner; // wrong
}

export function documents(blame: Blame, grid: Grid, event: Event): unknown[] {
  const told: unknown[] = [grid.rows[0]["2026-01-12"], grid.rows[0].person, event.correlationid];
  for (const row of blame.rows) {
    if (row.projection === "trades") {
      told.push(row.row.trade, row.cells.trade);
      told.push(row.row.shifts); // wrong
    }
    if (row.projection === "tradse") break; // wrong
  }
  return told;
}

export async function follows(log: Log): Promise<void> {
  log.follow({ types: ["shift.", "user.registered"] }, { signal: undefined });
  log.follow({ types: ["shift.suplied"] }); // wrong
  for await (const event of log.follow()) {
    if (event.type === "shift.accepted") event.data.to;
    if (event.type === "shift.acepted") return; // wrong
  }
}

export function errors(error: unknown): string {
  if (error instanceof Rejected && error.code === "dayTaken") return error.message;
  if (error instanceof Rejected && error.code === "dayTakn") return error.message; // wrong
  if (error instanceof Failed && error.code === "loked") return error.message; // wrong
  return error instanceof Invalid && error.code === "unknownType" ? error.mesage : ""; // wrong
}
