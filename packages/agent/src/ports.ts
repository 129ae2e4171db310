import type { CallName, EventBody, JsonValue, ModelReply, ModelRequest, RepoPath, StopSignal } from "@llmch/contract";
import type { Outline } from "@llmch/languages";

/** Asks a model. Never rejects because of a model or a server: that trouble is a reply of kind "failed". */
export interface Model {
  ask(request: ModelRequest): Promise<ModelReply>;
}

/** What is at a path. Never follows links. */
export type FileState =
  | { readonly kind: "missing" }
  | {
      readonly kind: "file";
      readonly sha256: string;
      readonly bytes: number;
      /** Null if the bytes are not UTF-8, or too many. */
      readonly text: string | null;
    }
  | { readonly kind: "blocked" | "obstructed"; readonly why: string };

/** The files of a repo at one state, which nothing changes while they are looked at. */
export interface Files {
  /** Sorted by code point. */
  trackedFiles(): Promise<readonly string[]>;
  inspect(path: RepoPath): Promise<FileState>;
}

/** Parses texts. Null if the language of a file is not known, or the parser gives up. */
export interface Outlines {
  outlineOf(path: string, text: string): Promise<Outline | null>;
}

/** A file of a draft: what it is to hold, or null if it is to go. */
export interface DraftFile {
  readonly path: RepoPath;
  readonly text: string | null;
}

export interface Checked {
  readonly ok: boolean;
  /** How it ended, in words: `exit 1`, `timed out after 600 s`. */
  readonly ending: string;
  /** The part of what it printed that tells most, without secrets. */
  readonly output: string;
}

/** Runs commands on the files with a draft laid over them: in the sandbox, in a worktree that nothing else uses. */
export interface Checks {
  /** What may be run, as it is told to the model and as it asks for it. */
  readonly commands: readonly string[];
  /**
   * @param command one of `commands`
   * @param test the one test of it that is to run, as its runner calls it; null for all of them
   */
  run(command: string, draft: readonly DraftFile[], test: string | null): Promise<Checked>;
}

/** Where a conversation is kept beside the exchanges of its calls. */
export interface Ledger {
  emit(event: EventBody): Promise<void>;
  /** What the tools gave for the calls of a turn. */
  recordTurn(call: CallName, results: JsonValue): Promise<void>;
}

export interface Clock {
  monotonicMs(): number;
}

/** Everything that a conversation needs from outside. */
export interface Ports {
  readonly model: Model;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly stop: StopSignal;
  /** Takes what no model may see out of a text. */
  readonly redact: (text: string) => string;
}
