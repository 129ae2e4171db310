import type {
  EventBody,
  InTurns,
  JsonValue,
  ModelReply,
  ModelRequest,
  Redactor,
  RepoPath,
  Result,
  Round,
  StopSignal,
  WorkOrder,
} from "@llmch/contract";
import type { Author } from "./author/author.ts";
import type { Divided, DivisionQuestion } from "./division/division.ts";
import type { Files, Outlines } from "./files.ts";
import type { Verified } from "./verification/verified.ts";

export type * from "./files.ts";

/** Asks a model. Never rejects because of a model or a server: that trouble is a reply of kind "failed". */
export interface Model {
  ask(request: ModelRequest): Promise<ModelReply>;
}

/** What a reviewer may look at: the repo with the change in it. Nothing there holds a secret, or a hidden check. */
export interface ReviewScene {
  readonly order: WorkOrder;
  readonly files: Pick<Files, "trackedFiles" | "inspect">;
  readonly outlines: Outlines;
  readonly redact: (text: string) => string;
}

/** Asks for a review. Never rejects, as a model does not. */
export interface Reviewer {
  /** Whether it looks around with tools before it answers. */
  readonly hasTools?: boolean;
  /** `stuck`: it looked around and came to no review. */
  ask(
    request: ModelRequest,
    scene: ReviewScene,
  ): Promise<ModelReply | { readonly kind: "stuck"; readonly why: string }>;
}

/** A run's directory. Names are relative to it (`attempt_1/se_prompt.txt`); JSON is written whole. */
export interface Ledger {
  record(name: string, value: JsonValue): Promise<void>;
  recordText(name: string, text: string): Promise<void>;
  /** The bytes as they are: they are known to hold no secret. */
  recordBytes(name: string, bytes: Uint8Array): Promise<void>;
  emit(event: EventBody): Promise<void>;
  /** Returns when everything that was recorded is on the disk. Throws if something cannot be. */
  settle(): Promise<void>;
}

/** The result of an accepted proposal at one path; each path is in one change. `baseSha256` is the hash of the state before. */
export type AcceptedChange =
  | {
      readonly kind: "write";
      readonly path: RepoPath;
      readonly content: Uint8Array;
      readonly baseSha256: string;
      /** For a file that comes from another path; null if the path keeps its mode. */
      readonly executable: boolean | null;
    }
  | { readonly kind: "remove"; readonly path: RepoPath; readonly baseSha256: string };

/** A disposable git worktree of llmch's own, at a baseline commit. Writes nowhere else. */
export interface Workspace extends Files {
  /** The commit that it is reset to. */
  baseline(): string;
  /**
   * Makes one change. Replaces a file as a whole (temp file, fsync, rename), or removes it together with the folders that this
   * empties. Refuses if the state is no longer the base.
   */
  apply(change: AcceptedChange): Promise<Result<null, string>>;
  /** Goes back to the baseline, dependency folders too unless they are left as commands made them. */
  reset(options?: { readonly leavesDependencies?: boolean }): Promise<void>;
  /** Paths that differ from the baseline, and those among `proposed` that changed again after their change was made. */
  drift(proposed: readonly AcceptedChange[]): Promise<readonly string[]>;
  /** Writes only the changes onto the baseline, as a tree that a commit can use. No branch refers to it. */
  seal(changes: readonly AcceptedChange[]): Promise<Result<SealedTree, string>>;
}

/** What a commit can be made of. */
export interface SealedTree {
  /** The commit that it is based on. */
  readonly base: string;
  readonly tree: string;
  /** What the user should know, a sentence each. */
  readonly warnings: readonly string[];
}

export interface CommandRequest {
  readonly argv: readonly string[];
  /** The folder of the repo in which it runs, unless that is the root. */
  readonly folder?: RepoPath;
  readonly timeoutSeconds: number;
  /** True if it runs as the setup's commands do, with the network if they have it. */
  readonly asSetup?: boolean;
  /** Names of the artifacts that receive the output. */
  readonly stdout: string;
  readonly stderr: string;
}

/** How a command ended: one cause, in this order of precedence. */
export type CommandEnding = "not-started" | "timed-out" | "interrupted" | "killed" | "exited";

export interface CommandResult {
  readonly ending: CommandEnding;
  /** Set if it exited by itself. A sandbox reports the signal that ended it as 128 plus the signal's number. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Why it could not be started; null otherwise. */
  readonly startFault: string | null;
  /** The end of each stream, at most 240,000 characters, without terminal escapes, paths in the worktree as the repo has them. */
  readonly stdoutTail: string;
  readonly stderrTail: string;
  /** How many bytes the command printed, and how many of them exceeded the cap of the files. */
  readonly printedBytes: number;
  readonly droppedBytes: number;
  readonly durationMs: number;
}

/** Runs one process in the worktree, without a shell, and ends everything that it started. Never rejects. */
export interface Commands {
  run(request: CommandRequest): Promise<CommandResult>;
}

/** A file that a command made, as it is to stand in the commit. */
export interface DerivedFile {
  readonly path: RepoPath;
  readonly content: Uint8Array;
  readonly executable: boolean;
}

/** What commands of an attempt made in a run that is replayed. */
export interface RecordedDerived {
  /** What of the files changed, by the command and the names of its files. Null if the record does not know the command. */
  filesOf(command: DeriveCommand): readonly DerivedFile[] | null;
}

/** A command, and the files that it makes. */
export interface DeriveCommand {
  readonly command: string;
  readonly files: readonly string[];
}

/** Milliseconds that only increase; for durations. */
export interface Clock {
  monotonicMs(): number;
}

/** Where an order's gates run, if that is not settled when its question is asked. */
export interface Gates {
  /** True if the workspace shows what the gates run on only once they are entered: nothing runs in it before. */
  readonly areLate: boolean;
  /**
   * Waits until the gates may run, and brings the workspace to what they run on. Gives what says that they are over, and whether they passed.
   * @param changes all that a candidate will change, if the gates pass; null if that hangs on more than the answer
   */
  enter(changes: readonly AcceptedChange[] | null): Promise<(passed: boolean) => void>;
  /**
   * Asked after an attempt that failed at them: whether the next may follow at once. If so, the workspace shows what prompts may show
   * again. By default it may.
   */
  mayGoOn?(): Promise<boolean>;
}

/** The order's workspace, lent before its gates: what its prompts show, with a draft laid over it. */
export interface Scratch {
  /** Runs the body there, and puts everything back. The issue says why the draft cannot be laid there. */
  run<Value>(
    draft: readonly AcceptedChange[],
    body: (commands: Commands) => Promise<Value>,
  ): Promise<Result<Value, string>>;
}

/** What a child of a divided order has made, as a tree that no branch knows of. */
export interface ChildWork {
  readonly sealed: SealedTree;
  readonly changes: readonly AcceptedChange[];
  readonly verified: Verified | null;
}

/** Divides orders, and has the workspace show what their children have made. */
export interface Division {
  /** @param ledger where it is recorded what was asked and answered */
  divide(question: DivisionQuestion, ledger: Ledger): Promise<Divided>;
  /** What a child is carried out with that hangs on where it is recorded. */
  portsFor(ledger: Ledger): Pick<Ports, "author" | "scratch">;
  /** The workspace goes on from it: its tree is the baseline now. */
  goOn(work: ChildWork): Promise<void>;
  /** The workspace shows a commit again that it showed before. */
  goBack(commit: string): Promise<void>;
}

/** Everything that carrying out an order needs from outside. */
export interface Ports {
  readonly model: Model;
  /** What the attempts at the order have cost so far, in dollars; null if that is not known. */
  readonly cost?: () => number | null;
  readonly workspace: Workspace;
  /** What prompts are made from: the baseline with the work of the orders that this one rests on. By default the workspace. */
  readonly view?: Files;
  /** By default the gates run at once, on the workspace as it stands. */
  readonly gates?: Gates;
  readonly commands: Commands;
  /** Who answers with the help of tools; without one every question is answered at once. */
  readonly author?: Author;
  /** Where the author's drafts are tried; without it they are not. */
  readonly scratch?: Scratch;
  /** Who divides the order, where that is to be; without it no order is divided. */
  readonly division?: Division;
  /** Who reviews what passed the gates; nobody if left out. */
  readonly reviewer?: Reviewer;
  /** What commands made in the record that answers; null if that does not say. Left out without a record. */
  readonly recordedDerived?: (order: string, at: Round) => Promise<RecordedDerived | null>;
  readonly outlines: Outlines;
  /** Knows what no model may see. */
  readonly redactor: Redactor;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly stop: StopSignal;
  /** Does what is long for large files so that others have a turn. By default it is done at once. */
  readonly inTurns?: InTurns;
}

/** Where further files come from, and who tells what they define. */
export type ShownFrom = { readonly workspace: Pick<Files, "inspect"> } & Pick<Ports, "outlines" | "inTurns">;
