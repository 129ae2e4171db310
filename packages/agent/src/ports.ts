import type { CallName, EventBody, ModelReply, ModelRequest, RepoPath } from "@llmch/contract";
import type { Outline, WantedTests } from "@llmch/languages";
import type { JsonObject, JsonValue } from "@llmch/text";

/** Asks a model. Never rejects because of a model or server error: that is a reply of kind "failed". */
export interface Model {
  ask(request: ModelRequest): Promise<ModelReply>;
}

/** The state of a path. Never follows links. */
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

/** The files of a repo in one state, which nothing changes during the conversation. */
export interface Files {
  /** Sorted by code point. */
  trackedFiles(): Promise<readonly string[]>;
  inspect(path: RepoPath): Promise<FileState>;
}

/** Parses texts. Null if the file's language is unknown, or the parser gives up. */
export interface Outlines {
  outlineOf(path: string, text: string): Promise<Outline | null>;
}

/** A file of a draft: its new text, or null if the draft deletes it. */
export interface DraftFile {
  readonly path: RepoPath;
  readonly text: string | null;
  /** True for a new script that can be run by its path. */
  readonly executable?: boolean;
}

export interface Checked {
  readonly ok: boolean;
  /** How it ended, in words: `exit 1`, `timed out after 600 s`. */
  readonly ending: string;
  /** The most telling part of its output, without secrets. */
  readonly output: string;
}

/** Runs commands on the files with a draft applied: in the sandbox, in a worktree that nothing else uses. */
export interface Checks {
  /** The commands that may be run: a model asks for them by name. */
  readonly commands: readonly { readonly name: string; readonly command: string }[];
  /**
   * @param name the name of one of `commands`
   * @param only the tests to run; null for all
   */
  run(name: string, draft: readonly DraftFile[], only: WantedTests | null): Promise<Checked>;
}

/** Judges drafts of an answer whose form is that of a schema. */
export interface Drafts {
  readonly schema: JsonObject;
  /** What was found, in words: a sentence, and the findings. */
  judge(draft: JsonObject): Promise<{ readonly said: string; readonly text: string }>;
}

/** Records a conversation, besides the exchanges of its calls. */
export interface Ledger {
  emit(event: EventBody): Promise<void>;
  /** Records the tool results of a turn. */
  recordTurn(call: CallName, results: JsonValue): Promise<void>;
}

export interface Clock {
  monotonicMs(): number;
}

/** Everything from outside that a conversation needs. */
export interface Ports {
  readonly model: Model;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly stop: Pick<AbortSignal, "aborted">;
  /** Removes everything from a text that no model may see. */
  readonly redact: (text: string) => string;
}
