import type {
  AcceptedReply, AppendedReply, Audit, BatchReply, ConflictCode, Details, Documents, DuplicateReply, Event,
  EventSelector, ExtendedReply, FailedCode, InvalidCode, PongReply, RejectedCode, Selections, Story, Submission,
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
  /** Milliseconds for the answer to a call that names none: 60,000 beside those for other writers; or Infinity. */
  timeout?: number;
}

declare global {
  interface SymbolConstructor { readonly asyncDispose: unique symbol }
}

/** As much of an AbortSignal as is needed. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason?: any;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** How long one call may take. */
export interface Call {
  /** Milliseconds for the answer, then `TimedOut`; Infinity: as long as it takes. */
  timeout?: number;
  /** Ends the wait with `Aborted`, which has the ids of submissions that may have been recorded. */
  signal?: Signal;
}

/** A log. Its session starts with the first request; call `close` at the end. */
export class Log {
  constructor(path: string, options?: Options);
  readonly path: string;
  /** The process of the session, while there is one. */
  readonly pid: number | undefined;
  /** Records one event, or throws why not. Without an `id` it gets one, so that it can be sent again. */
  append(submission: Submission, call?: Call): Promise<AppendedReply | DuplicateReply>;
  /** Records all or none. The error of a refused batch is that of its culprit; its `reply` has all `replies`. */
  batch(submissions: Submission[], call?: Call): Promise<BatchReply>;
  /** Says what `append` would, with the facts that the event would have, and records nothing. */
  judge(submission: Submission, call?: Call): Promise<AcceptedReply>;
  /** Schedules fixed shifts up to the horizon. */
  extend(call?: Call): Promise<ExtendedReply>;
  /** The end of the log; throws if it is gone or damaged. */
  ping(call?: Call): Promise<PongReply>;
  /** The rows of a projection, with the document around them. */
  show<Name extends keyof Documents>(name: Name, selection?: Selections[Name], call?: Call): Promise<Documents[Name]>;
  /** The same page by page, of `limit` rows each; 100 if none is given. The timeout is that of one page. */
  pages<Name extends keyof Documents>(
    name: Name, selection?: Selections[Name], call?: Call
  ): AsyncGenerator<Documents[Name], void, void>;
  /** Everything that happened to one thing or person; the chain of hashes is checked up to there. */
  audit(story: Story, call?: Call): Promise<Audit>;
  /** Any request of a session, by its members. */
  ask(request: object, call?: Call): Promise<any>;
  /**
   * Every event behind `after` as it is acknowledged: of these types, if any, and that touch this person. The timeout
   * is for the start; events are waited for as long as it takes.
   */
  follow(selection?: { after?: number; types?: EventSelector[]; user?: string }, call?: Call): Follower;
  /** Waits for what was asked, 10 seconds at most, and ends the session and the followers, whether they answer or not. */
  close(call?: { timeout?: number }): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Events as they are acknowledged; `return`, as `break` does, ends it. */
export interface Follower extends AsyncIterableIterator<Event> {
  /** The last event that was told or passed over. */
  readonly position: number;
  /** The process of its session, while there is one. */
  readonly pid: number | undefined;
  return(): Promise<IteratorReturnResult<undefined>>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The base of all errors of a log. `reply` is the whole reply of the session. */
export class LogError extends Error {
  readonly code: Code;
  readonly details: Record<string, unknown>;
  readonly reply: Record<string, unknown>;
  /** Submissions that were sent and may have been recorded: sent again with its id, one is recorded once. */
  readonly ids: string[];
}

/** Why there is no session, where the tool has no word of its own for it. */
export type StartCode = "cannotRead" | "cannotCreate" | "sessionEnded";
export type ToolCode =
  "toolMissing" | "toolFails" | "toolTooOld" | "otherProtocol" | "usage" | "sessionEnded" | "unreadableReply";
export type Code =
  RejectedCode | ConflictCode | InvalidCode | FailedCode | StartCode | ToolCode | "timedOut" | "aborted" | "closed";

/** The log holds nothing of it: to send the same again gives the same answer. */
export class Refused extends LogError {
  readonly code: RejectedCode | ConflictCode | InvalidCode;
}
/** A rule said no; `Details` has the type of `details` by code. */
export class Rejected extends Refused {
  readonly code: RejectedCode;
}
/** Something that it touches has changed since `expectedsequence`: read again, then decide. */
export class Conflict extends Refused {
  readonly code: ConflictCode;
}
/** The request is wrong, whatever the log holds. */
export class Invalid extends Refused {
  readonly code: InvalidCode;
}
/** The system failed, or the log is damaged; nothing was acknowledged. */
export class Failed extends LogError {
  readonly code: FailedCode | StartCode;
}
/** Others wrote for longer than `lockTimeout`: try again. */
export class Locked extends Failed {}
/** The log is not what it was: nothing more is written before somebody has looked at it. */
export class Damaged extends Failed {}
/** No answer came in time. What was asked may still happen; of a submission, `ids` has its id. */
export class TimedOut extends LogError {
  readonly code: "timedOut";
}
/** The signal ended the wait; its reason is the cause. What was asked may still happen. */
export class Aborted extends LogError {
  readonly code: "aborted";
}
/** The log was closed before this was asked, or before it was answered. */
export class Closed extends LogError {
  readonly code: "closed";
}
/** `eventlog-tool` is not there, is too old, or says that it cannot be used so. */
export class ToolError extends LogError {
  readonly code: ToolCode;
}
