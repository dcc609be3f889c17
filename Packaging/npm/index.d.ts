import type {
  AcceptedReply, AppendedReply, Audit, BatchReply, Details, Documents, DuplicateReply, Event, ExtendedReply, PongReply,
  Selection, Story, Submission,
} from "./types.js";

export * from "./types.js";
export const VERSION: string;
export const PROTOCOL: number;

export interface Options {
  /** Makes the log if it is not there. */
  create?: boolean;
  /** The clock of all that is recorded and asked: for tests and imports. */
  now?: string;
  sync?: "always" | "batch" | "none";
  /** Seconds to wait for other writers. */
  lockTimeout?: number;
  /** The tool, where it is neither $EVENTLOG_TOOL, nor in this package, nor on the path. */
  program?: string;
}

/** A submission, or one that is put together at run time. */
export type AnySubmission = Submission | { type: string; subject: string; actor: string; [member: string]: unknown };

/** A log. Its session starts with the first request; call `close` at the end. */
export class Log {
  constructor(path: string, options?: Options);
  readonly path: string;
  /** The process of the session, while there is one. */
  readonly pid: number | undefined;
  /** Records one event, or throws why not. Without an `id` it gets one, so that it can be sent again. */
  append(submission: AnySubmission): Promise<AppendedReply | DuplicateReply>;
  /** Records all or none. The error of a refused batch is that of its culprit; its `reply` has all `replies`. */
  batch(submissions: AnySubmission[]): Promise<BatchReply>;
  /** Says what `append` would, with the facts that the event would have, and records nothing. */
  judge(submission: AnySubmission): Promise<AcceptedReply>;
  /** Schedules fixed shifts up to the horizon. */
  extend(): Promise<ExtendedReply>;
  /** The end of the log; throws if it is gone or damaged. */
  ping(): Promise<PongReply>;
  /** The rows of a projection, with the document around them. */
  show<Name extends keyof Documents>(name: Name, selection?: Selection): Promise<Documents[Name]>;
  /** The same page by page, of `limit` rows each; 100 if none is given. */
  pages<Name extends keyof Documents>(name: Name, selection?: Selection): AsyncGenerator<Documents[Name], void, void>;
  /** Everything that happened to one thing or person; the chain of hashes is checked up to there. */
  audit(story: Story): Promise<Audit>;
  /** Every event behind `after` as it is acknowledged: of these types, if any, and that touch this person. */
  follow(selection?: { after?: number; types?: string[]; user?: string }): Follower;
  /** Waits for what was asked, then ends the session and the followers. */
  close(): Promise<void>;
}

/** Events as they are acknowledged; `return`, as `break` does, ends it. */
export interface Follower extends AsyncIterableIterator<Event> {
  /** The last event that was told or passed over. */
  readonly position: number;
  /** The process of its session, while there is one. */
  readonly pid: number | undefined;
  return(): Promise<IteratorReturnResult<undefined>>;
}

/** An answer that is none. `reply` is what the session said, whole. */
export class LogError extends Error {
  readonly code: string;
  readonly details: Record<string, unknown>;
  readonly reply: Record<string, unknown>;
}

/** The log holds nothing of it: to send the same again gives the same answer. */
export class Refused extends LogError {}
/** A rule said no; `Details` has the type of `details` by code. */
export class Rejected extends Refused {
  readonly code: keyof Details;
}
/** Something that it touches has changed since `expectedsequence`: read again, then decide. */
export class Conflict extends Refused {}
/** The request is wrong, whatever the log holds. */
export class Invalid extends Refused {}
/** The system failed, or the log is damaged; nothing was acknowledged. */
export class Failed extends LogError {}
/** `eventlog-tool` is not there, is too old, or says that it cannot be used so. */
export class ToolError extends LogError {}
