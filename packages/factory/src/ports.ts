import type { EventBody, JsonValue, ModelReply, ModelRequest, RepoPath, Verdict } from "@llmch/contract";

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
  /** `text` is null where the bytes are not UTF-8. */
  | { readonly kind: "file"; readonly sha256: string; readonly bytes: number; readonly text: string | null }
  /** Nothing may be written there: a link on the way or at the end, a submodule, a device. `why` says which. */
  | { readonly kind: "blocked"; readonly why: string }
  /** Nothing can be written there: it is a directory, or a file stands where a directory is needed. */
  | { readonly kind: "obstructed"; readonly why: string };

export interface AcceptedWrite {
  readonly path: RepoPath;
  readonly content: string;
  readonly baseSha256: string;
}

/** A disposable git worktree of ours at a baseline commit. Writes there and nowhere else. */
export interface Workspace {
  /** Paths of all files tracked at the baseline, sorted by code point; names that are not UTF-8 are left out. */
  trackedFiles(): Promise<readonly string[]>;
  /** Paths of all files there now, tracked or not, ignored ones and dependency folders left out. */
  presentFiles(): Promise<readonly string[]>;
  inspect(path: RepoPath): Promise<FileState>;
  /** True where a file (also through a link inside the repo) stands at the path. */
  isFile(path: RepoPath): Promise<boolean>;
  /** Replaces one file: temp file, fsync, rename; the mode is kept; refused where the state is not the base any more. */
  write(write: AcceptedWrite): Promise<Verdict<null, string>>;
  /** Back to the baseline: everything that is not the dependency folders is as it was. */
  reset(): Promise<void>;
  /** Paths that differ from the baseline, and files among `proposed` that no longer hold what was written there. */
  drift(proposed: readonly AcceptedWrite[]): Promise<readonly string[]>;
  /** Commits the accepted bytes on the baseline and moves the branch by compare-and-swap; the commit is the new baseline. */
  commit(message: string, writes: readonly AcceptedWrite[]): Promise<Verdict<Commit, string>>;
  /** Pushes the branch. `null` where there is no remote. */
  push(): Promise<Verdict<{ readonly remote: string } | null, string>>;
}

export interface Commit {
  readonly commit: string;
  readonly tree: string;
  /** What the user should know, such as a checkout that could not be brought forward. */
  readonly warnings: readonly string[];
}

export interface CommandRequest {
  readonly argv: readonly string[];
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
