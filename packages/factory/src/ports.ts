import type { EventBody, JsonValue, ModelReply, ModelRequest, RepoPath, Result, StopSignal } from "@llmch/contract";

/** Asks a model. Never rejects for a model's or a server's trouble: that is a reply of kind "failed". */
export interface Model {
  ask(request: ModelRequest): Promise<ModelReply>;
}

/** A run's directory. Names are relative to it (`attempt_1/se_prompt.txt`); JSON is written whole. */
export interface Ledger {
  record(name: string, value: JsonValue): Promise<void>;
  recordText(name: string, text: string): Promise<void>;
  emit(event: EventBody): Promise<void>;
  /** Comes back when everything that was recorded is on the disk; throws where something cannot be. */
  settle(): Promise<void>;
}

/** What stands at a path of the worktree. Links are never followed. */
export type FileState =
  | { readonly kind: "missing" }
  | StandingFile
  /** Nothing may be written there: a link on the way or at the end, a submodule, a device. `why` says which. */
  | { readonly kind: "blocked"; readonly why: string }
  /** Nothing can be written there: it is a directory, or a file stands where a directory is needed. */
  | { readonly kind: "obstructed"; readonly why: string };

export interface StandingFile {
  readonly kind: "file";
  readonly sha256: string;
  readonly bytes: number;
  /** Null where they are too many to be held. */
  readonly data: Uint8Array | null;
  /** Null where the bytes are not UTF-8. */
  readonly text: string | null;
  /** The text with U+FFFD for what of it is not UTF-8; null where all is, or where it is no text at all. */
  readonly marked: string | null;
  readonly executable: boolean;
}

/** What an accepted proposal leaves at a path; each path is in one change. `baseSha256` is of what stands there before. */
export type AcceptedChange =
  | {
      readonly kind: "write";
      readonly path: RepoPath;
      readonly content: Uint8Array;
      readonly baseSha256: string;
      /** Of a file that comes from another path; null where the path keeps the mode that it has. */
      readonly executable: boolean | null;
    }
  | { readonly kind: "remove"; readonly path: RepoPath; readonly baseSha256: string };

/** A disposable git worktree of ours at a baseline commit. Writes there and nowhere else. */
export interface Workspace {
  /** Paths of all files tracked at the baseline, sorted by code point; names that are not UTF-8 are left out. */
  trackedFiles(): Promise<readonly string[]>;
  /** Paths of all files there now, tracked or not, ignored ones and dependency folders left out. */
  presentFiles(): Promise<readonly string[]>;
  inspect(path: RepoPath): Promise<FileState>;
  /** True where a file (also through a link inside the repo) stands at the path. */
  isFile(path: RepoPath): Promise<boolean>;
  /**
   * Makes one change. A file is replaced as a whole (temp file, fsync, rename), or goes together with the folders that it
   * leaves empty; refused where the state is not the base any more.
   */
  apply(change: AcceptedChange): Promise<Result<null, string>>;
  /** Back to the baseline: everything that is not the dependency folders is as it was. */
  reset(): Promise<void>;
  /** Paths that differ from the baseline, and those among `proposed` that are no longer as the change left them. */
  drift(proposed: readonly AcceptedChange[]): Promise<readonly string[]>;
  /** Writes the changes alone on the baseline as a tree that a commit can be made of. No branch knows of it. */
  seal(changes: readonly AcceptedChange[]): Promise<Result<SealedTree, string>>;
}

/** What a commit can be made of. */
export interface SealedTree {
  /** The commit that it was made from. */
  readonly base: string;
  readonly tree: string;
  /** What the user should know, a sentence each. */
  readonly warnings: readonly string[];
}

export interface CommandRequest {
  readonly argv: readonly string[];
  /** The folder of the repo that it runs in, where that is not its root. */
  readonly folder?: RepoPath;
  readonly timeoutSeconds: number;
  /** Artifact names that take the output. */
  readonly stdout: string;
  readonly stderr: string;
}

/** How a command ended: one cause, in this order of precedence. */
export type CommandEnding = "not-started" | "timed-out" | "interrupted" | "killed" | "exited";

export interface CommandResult {
  readonly ending: CommandEnding;
  /** Set where it exited by itself, and where a sandbox tells the signal that ended it as 128 and its number. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Why it could not be started; null otherwise. */
  readonly startFault: string | null;
  /** The end of each stream, at most 4,000 characters, terminal escapes taken out. */
  readonly stdoutTail: string;
  readonly stderrTail: string;
  /** Bytes that the command printed, and those of them that went past the cap of the files. */
  readonly printedBytes: number;
  readonly droppedBytes: number;
  readonly durationMs: number;
}

/** Runs one process in the worktree, without a shell, and ends everything that it started. Never rejects. */
export interface Commands {
  run(request: CommandRequest): Promise<CommandResult>;
}

/** Milliseconds that only go forward; for durations. */
export interface Clock {
  monotonicMs(): number;
}

/** Everything that an order is carried out through. */
export interface Ports {
  readonly model: Model;
  readonly workspace: Workspace;
  readonly commands: Commands;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly stop: StopSignal;
}
