// A program that uses the client; tsc --strict reads it, nobody runs it.
import { Follower, Log, Rejected } from "../../../Packaging/npm/index.js";
import type { Details, Event, ScheduleRow, ShiftSuppliedSubmission } from "../../../Packaging/npm/index.js";

export async function week(log: Log): Promise<string[]> {
  const rows: ScheduleRow[] = (await log.show("schedule", { week: "2026-W03", limit: 50 })).rows;
  return rows.filter((row) => row.status === "awaiting").map((row) => row.taker ?? row.owner);
}

export async function offer(log: Log, shift: string, actor: string): Promise<number | string> {
  const submission: ShiftSuppliedSubmission = { type: "shift.supplied", subject: shift, actor };
  try {
    const reply = await log.append(submission);
    return reply.sequence;
  } catch (no) {
    if (!(no instanceof Rejected)) throw no;
    if (no.code === "dayTaken") return (no.details as unknown as Details["dayTaken"]).date;
    return no.message;
  }
}

export async function told(follower: Follower): Promise<string | undefined> {
  for await (const event of follower) {
    const one: Event = event;
    if (one.type === "shift.accepted") return one.data.to;
  }
  return undefined;
}

export async function everybody(log: Log): Promise<number> {
  let count = 0;
  for await (const page of log.pages("users")) count += page.rows.length;
  return count;
}
