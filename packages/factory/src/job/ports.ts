import type {
  AcceptedChange,
  CheckFile,
  CommandResult,
  EventBody,
  ModelReply,
  ModelRequest,
  Need,
  RepoPath,
  Round,
  SealedTree,
  WorkOrder,
} from "@llmch/contract";
import type { JsonValue, Redactor, Result } from "@llmch/text";
import type { Author } from "./author.ts";
import type { Divided, DivisionQuestion } from "./division.ts";
import type { Executor } from "./executor.ts";
import type { Files, Outlines } from "./files.ts";
import type { Verified } from "./outcome.ts";

export type * from "./files.ts";

/** Asks a model. Never rejects because of a model or server error: that is a reply of kind "failed". */
export interface Model {
  ask(request: ModelRequest): Promise<ModelReply>;
}

/** What a reviewer may look at: the repo with the change applied, without secrets and hidden checks. */
export interface ReviewScene {
  readonly order: WorkOrder;
  readonly files: Pick<Files, "trackedFiles" | "inspect">;
  readonly outlines: Outlines;
  readonly redact: (text: string) => string;
}

/** Asks for a review. Like a model, it never rejects. */
export interface Reviewer {
  /** Whether it looks around with tools before it answers. */
  readonly hasTools?: boolean;
  /** `stuck`: it looked around, but gave no review. */
  ask(
    request: ModelRequest,
    scene: ReviewScene,
  ): Promise<ModelReply | { readonly kind: "stuck"; readonly why: string }>;
}

/** A run's directory. Names are relative to it (`attempt_1/se_prompt.txt`); JSON is written whole. */
export interface Ledger {
  record(name: string, value: JsonValue): Promise<void>;
  recordText(name: string, text: string): Promise<void>;
  /** Writes the bytes as they are: they are known to hold no secret. */
  recordBytes(name: string, bytes: Uint8Array): Promise<void>;
  emit(event: EventBody): Promise<void>;
  /** Resolves once everything recorded is written. Throws if something cannot be written. */
  settle(): Promise<void>;
}

/** A disposable git worktree that llmch owns, at a baseline commit. Writes nowhere else. */
export interface Workspace extends Files {
  /** The commit that `reset` goes back to. */
  baseline(): string;
  /**
   * Applies one change. Replaces a whole file (temp file, rename), or removes it and the folders that this empties. Refuses
   * if the file is not at its base.
   */
  apply(change: AcceptedChange): Promise<Result<null, string>>;
  /** Why git would not store the applied changes as they are, by the attributes in the worktree; null if it would. */
  conversionOf(changes: readonly AcceptedChange[]): Promise<string | null>;
  /** Goes back to the baseline. Also restores dependency folders, unless told to leave them as commands made them. */
  reset(options?: { readonly leavesDependencies?: boolean }): Promise<void>;
  /** Paths that differ from the baseline, and paths of `proposed` that changed again after they were applied. */
  drift(proposed: readonly AcceptedChange[]): Promise<readonly string[]>;
  /**
   * Puts the changes on the baseline, whatever commands did to the files, and shows them as a commit: the index holds them, HEAD is
   * detached there, and nothing is changed, until the next reset. Commands that judge work see it so.
   */
  stand(changes: readonly AcceptedChange[], subject: string): Promise<Result<null, string>>;
  /** Puts back what commands changed, and removes new files that the repo does not ignore. */
  tidy(): Promise<Tidied>;
  /** Puts back what commands changed of dependency folders and of the user's ignored files; gives it. What they added stays. */
  putBackBrought(): Promise<readonly string[]>;
  /** Lets stay what commands changed there until now. */
  acceptBrought(): Promise<void>;
  /** Puts everything back to what it shows, ignored files too. Dependency folders stay as the last reset left them. */
  restore(): Promise<void>;
  /** Writes only the changes onto the baseline, as a tree for a commit. No branch refers to it. */
  seal(changes: readonly AcceptedChange[]): Promise<Result<SealedTree, string>>;
}

/** A workspace as commands need it that judge what stands there. */
export type TidiedWorkspace = Pick<Workspace, "tidy" | "putBackBrought" | "acceptBrought" | "trackedFiles">;

/** The paths that were put back: those of the shown changes, and others. */
export interface Tidied {
  readonly altered: readonly string[];
  readonly drift: readonly string[];
}

export interface CommandRequest {
  readonly argv: readonly string[];
  /** Variables beside those that every command gets; an empty value takes one away. */
  readonly env?: Readonly<Record<string, string>>;
  /** The repo folder to run in, unless that is the root. */
  readonly folder?: RepoPath;
  readonly timeoutSeconds: number;
  /** Files that a command which names `$LLMCH_CHECKS` finds there, read-only, until it ends (contract §11). */
  readonly checks?: readonly CheckFile[];
  /** True to run it like the setup's commands: with the network, if they have it. */
  readonly asSetup?: boolean;
  /** True if a model chose it, and its user has not seen it: it runs in the sandbox without the network, or not at all. */
  readonly isUnseen?: boolean;
  /** Names of the artifacts that receive the output. */
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one process in the worktree, without a shell, and ends everything that it started. Never rejects. */
export interface Commands {
  /** True if nothing isolates commands: those that nobody has seen do not run. */
  readonly refusesUnseen?: boolean;
  run(request: CommandRequest): Promise<CommandResult>;
  /** Variables that they get from llmch for the sake of tools. */
  readonly added?: readonly string[];
  /** The same in a plain clone of the workspace's baseline, with the same dependencies, which then is gone; null if none can be made. */
  readonly inClone?: <Value>(body: (commands: Commands) => Promise<Value>) => Promise<Value | null>;
}

/** A file that a command made, as the commit will hold it. */
export interface DerivedFile {
  readonly path: RepoPath;
  readonly content: Uint8Array;
  readonly executable: boolean;
}

/** The files that an attempt's commands made in the run that is replayed. */
export interface RecordedDerived {
  /** The files that the command changed, looked up by the command and its file names. Null if the record does not know the command. */
  filesOf(command: DeriveCommand): readonly DerivedFile[] | null;
}

/** A command, and the files that it makes. */
export interface DeriveCommand {
  readonly command: string;
  readonly files: readonly string[];
}

/** Monotonic milliseconds, for durations. */
export interface Clock {
  monotonicMs(): number;
}

/** The order's workspace, on loan before its gates, with a draft on what the prompts show. */
export interface Scratch {
  /** Applies the draft, runs the body, and restores everything. The issue says why the draft cannot be applied. */
  run<Value>(
    draft: readonly AcceptedChange[],
    body: (commands: Commands) => Promise<Value>,
  ): Promise<Result<Value, string>>;
}

/** The work of a divided order's child, as a tree that no branch refers to. */
export interface ChildWork {
  readonly sealed: SealedTree;
  readonly changes: readonly AcceptedChange[];
  readonly verified: Verified | null;
}

/** Divides orders, and switches the workspace to their children's work. */
export interface Division {
  /** @param ledger records the question and the answer */
  divide(question: DivisionQuestion, ledger: Ledger): Promise<Divided>;
  /** The ports of a child that depend on where it is recorded. */
  portsFor(ledger: Ledger): Pick<Ports, "author" | "scratch" | "executor">;
  /** Makes what the order's prompts show the workspace's baseline. */
  begin(): Promise<void>;
  /** Makes the child's tree the workspace's baseline. */
  goOn(work: ChildWork): Promise<void>;
  /** Returns the workspace to an earlier baseline. */
  goBack(commit: string): Promise<void>;
}

/** Everything from outside that carrying out an order needs. */
export interface Ports {
  readonly model: Model;
  /** What the order's attempts have cost so far, in dollars; null if unknown. */
  readonly cost?: () => number | null;
  readonly workspace: Workspace;
  /**
   * What the prompts show: the work of the orders that this one depends on, and of no other. Left out if that is what the gates run on, in
   * the workspace.
   */
  readonly shown?: Files | undefined;
  readonly commands: Commands;
  /** Answers with the help of tools; without it, every question is answered in one reply. */
  readonly author?: Author | undefined;
  /** Carries the order out in place of a model. */
  readonly executor?: Executor | undefined;
  /** Where the author's drafts are tried; without it, they are not. */
  readonly scratch?: Scratch | undefined;
  /** Divides the order; without it, no order is divided. */
  readonly division?: Division | undefined;
  /** Reviews work that passed the gates; without it, there is no review. */
  readonly reviewer?: Reviewer | undefined;
  /** The files that commands made in the replayed record; null if it does not say. Left out if there is no record. */
  readonly recordedDerived?: (order: string, at: Round) => Promise<RecordedDerived | null>;
  /** Asks whether work that passed may land; without it, it may. */
  readonly approve?: ((work: ApprovedWork) => Promise<Approval>) | undefined;
  readonly outlines: Outlines;
  /** Knows what no model may see. */
  readonly redactor: Redactor;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly stop: Pick<AbortSignal, "aborted">;
}

/** The work that a person decides about: a tree, and what it was made from. */
export type ApprovedWork = Pick<SealedTree, "base" | "tree">;

/** What a person says of work that passed every other gate. */
export type Approval =
  | { readonly kind: "approved" }
  | { readonly kind: "rejected"; readonly text: string | null }
  | { readonly kind: "waiting"; readonly need: Need };

/** The source of further files, and the parser that outlines them. */
export type ShownFrom = { readonly workspace: Pick<Files, "inspect"> } & Pick<Ports, "outlines">;
