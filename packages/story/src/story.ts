import type { EventOf, OrderTold } from "@llmch/build/machine";
import type {
  AskedQuestions,
  BuildConfig,
  Caught,
  CommandPhase,
  DesignCounts,
  Diagnostic,
  Edit,
  Evidence,
  FailureBrief,
  FileWrite,
  JsonValue,
  LimitReached,
  Need,
  Objection,
  PlanConfig,
  RunConfig,
  RunVerdict,
  Stage,
  Step,
  ToldNote,
} from "@llmch/contract";
import type { DecisionStory } from "./decisions.ts";

/**
 * The story of a run: what its journal and its files say, in the order in which it happened. Every view of an ended run comes
 * from a story, and `llmch show --json` prints one. Texts are as they were recorded: the code that shows them makes them
 * harmless.
 */
export type RunStory = PlanStory | OrderStory | ScheduleStory | BuildStory | AskStory;

/** The members that every run has. */
interface StoryHead {
  readonly run_id: string;
  /** Absolute. */
  readonly directory: string;
  /** `unfinished`: broken off, or still running. `damaged`: the journal cannot be followed to its end. */
  readonly state: "finished" | "unfinished" | "damaged";
  /** True if a process that may still be alive writes to it. */
  readonly is_running: boolean;
  /** Null if unknown: an unfinished run has none yet. */
  readonly verdict: RunVerdict | null;
  readonly exit_code: number | null;
  /** UTC; null if nothing began. */
  readonly started_at: string | null;
  /** The time of the last event. */
  readonly last_at: string | null;
  /** All sessions of the run together. */
  readonly duration_ms: number | null;
  readonly spending: Spending;
  /** What was decided for all orders; left out for a run without a design. */
  readonly design?: DesignStory;
  /** What its checks noticed when its commits were made wrong on purpose; left out if that was not tried. */
  readonly strength?: Caught;
  /** The limit that ended the run's last session; null if it reached none. */
  readonly limit: LimitReached | null;
  readonly warnings: readonly string[];
  /** What people were asked to decide; left out if nothing. */
  readonly decisions?: readonly DecisionStory[];
  /** What could not be read properly, and was skipped. */
  readonly faults: readonly StoryFault[];
  /** Names of the run's files, relative to its directory, sorted. */
  readonly files: readonly string[];
}

/** A design that a run made or found, or why it has none. */
export interface DesignStory {
  /** How much it says; null if there is none. */
  readonly says: DesignCounts | null;
  /** How often a model was asked for it: 0 if it came with the orders; null if there is none. */
  readonly attempts: number | null;
  /** Why there is none; null if there is one. */
  readonly why: string | null;
  /** What it took. */
  readonly spending: Spending;
}

/** A defect of a run: a torn line, an unknown event, a missing document. */
export interface StoryFault {
  /** Relative to the run's directory. */
  readonly file: string;
  /** Counts from 1; null if it concerns the whole file. */
  readonly line: number | null;
  readonly message: string;
}

export interface Usage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cached_tokens: number;
  readonly reasoning_tokens?: number | undefined;
}

/** What the models' answers took. */
export interface Spending {
  /** Questions that were answered. */
  readonly answers: number;
  /** How many of them have unknown usage. */
  readonly unknown: number;
  readonly usage: Usage & { readonly reasoning_tokens: number };
  /** For the questions whose cost is known; null if none is. An answer from a record counts with its original cost. */
  readonly cost_usd: number | null;
  /** Questions whose cost is unknown, and which the cost leaves out. */
  readonly unpriced: number;
  /** Calls that broke off. They may have been billed. */
  readonly lost_calls: number;
  /** Calls that llmch cut. Usage and cost hold an estimate of them. */
  readonly estimated_calls: number;
  /** Answers from a record. Nothing was billed for them. */
  readonly from_record: number;
}

/** `llmch plan`: a compile. */
export interface PlanStory extends StoryHead {
  readonly kind: "planner";
  readonly spec: string | null;
  readonly model: string | null;
  readonly config: PlanConfig | null;
  readonly attempts: readonly CompileAttempt[];
  /** What the planner asked its user, and the answers so far. */
  readonly asked: AskedQuestions;
  /** Set if a plan was written. */
  readonly written: { readonly work_orders: number; readonly directory: string } | null;
}

export interface CompileAttempt {
  readonly attempt: number;
  readonly max_attempts: number;
  readonly started_at: string;
  readonly exchange: ExchangeStory | null;
  /** How the planner looked around before it answered; null if it had no tools, or called none. */
  readonly tools: ToolStory | null;
  /** How many questions to the user the answer has. */
  readonly questions: number;
  /** Null if the answer was not judged: it had questions, or did not come. */
  readonly judged: { readonly errors: readonly Diagnostic[]; readonly warnings: readonly Diagnostic[] } | null;
  /** The manifest in the answer, if it parsed. */
  readonly manifest: JsonValue | null;
}

/** One order's run: by itself, or as a part of a `run-all`. */
export interface OrderStory extends StoryHead {
  readonly kind: "factory";
  readonly order: string | null;
  readonly title: string | null;
  /** The order as it was carried out: as last revised. */
  readonly work_order: JsonValue | null;
  /** Left out if it was not revised. */
  readonly revision?: RevisionStory;
  /** Left out for an order that no plan made. */
  readonly plan?: PlanSource;
  readonly branch: string | null;
  readonly baseline: string | null;
  readonly model: string | null;
  /** The id of the run-all that it is a part of. */
  readonly schedule: string | null;
  readonly config: RunConfig | null;
  /** How its dependencies were installed; null if they were not, or already were for an earlier order. */
  readonly setup: SetupStory | null;
  /** The result of the repo's verification before the first question; null if it did not run. */
  readonly baseline_verification: BaselineStory | null;
  /** Null if the acceptance commands were not tried before the work. */
  readonly baseline_acceptance: AcceptanceBeforeStory | null;
  /** How hard a model considers the order; null if none was asked. */
  readonly triage: { readonly complexity: string; readonly reason: string } | null;
  readonly attempts: readonly AttemptStory[];
  /** Work that was started ahead of the order's turn. */
  readonly speculations: readonly SpeculationStory[];
  readonly commit: CommitStory | null;
  /** What it waits for a person to decide or answer. */
  readonly needs: readonly Need[];
  /** An unexpected error, in words, and the command that fixes it by hand; null if there was none. */
  readonly error: string | null;
  readonly hint: string | null;
}

/** The plan that an order comes from. */
export interface PlanSource {
  readonly run_id: string;
  /** Null if that run is not in the store. */
  readonly spec: string | null;
}

/** The last revision of an order that was carried out. */
export interface RevisionStory {
  readonly revision: number;
  /** The order before that revision; null if it cannot be read. */
  readonly before: JsonValue | null;
}

/** What git says that a commit changes. */
export interface CommitDiff {
  readonly files: readonly FileCount[];
  /** As git prints it; left out if nobody asked for it. */
  readonly patch?: string;
}

export interface FileCount {
  readonly path: string;
  /** Lines; null for a file that is not text. */
  readonly added: number | null;
  readonly removed: number | null;
}

/** The setup of the run's last session. */
export interface SetupStory {
  readonly commands: readonly string[];
  /** Null if it broke off. */
  readonly ok: boolean | null;
  /** Whether an earlier installation was reused. */
  readonly cached: boolean;
  /** The command that failed, and how. */
  readonly failed: { readonly command: string; readonly exit_code: number | null } | null;
  readonly duration_ms: number | null;
}

/** The result of the acceptance commands at the baseline, before the work. */
export interface AcceptanceBeforeStory {
  /** The command that failed, which settles it; null if none did. */
  readonly failed: string | null;
  readonly duration_ms: number;
}

export interface BaselineStory {
  /** Whether the commands ran for it, the order before had verified the tree, or an earlier run had. */
  readonly source: "run" | "order" | "remembered";
  readonly ok: boolean;
  /** The commands that failed. The failures that they name are not held against the order. */
  readonly red: readonly {
    readonly command: string;
    readonly exit_code: number | null;
    readonly failures: readonly string[];
  }[];
  /** What failed in one of two runs. */
  readonly flaky: readonly string[];
  readonly duration_ms: number;
}

export interface CommitStory {
  readonly commit: string;
  readonly branch: string;
  readonly files: readonly string[];
  /** Other files that commands changed; not committed. */
  readonly drift: readonly string[];
  /** What it rests on; null in records of before. */
  readonly evidence: Evidence | null;
  readonly pushed_to: string | null;
  /** Left out if nobody asked git, or if git does not know. */
  readonly diff?: CommitDiff;
}

export interface AttemptStory {
  /** Appears twice in a story if it broke off in an earlier session of the run and was repeated; the last one has the files. */
  readonly attempt: number;
  readonly max_attempts: number;
  readonly started_at: string;
  /** `stopped` from outside, or by the end of a session; `unfinished` if the journal ends in it. */
  readonly ending: "passed" | "failed" | "stopped" | "unfinished";
  readonly duration_ms: number | null;
  readonly steps: readonly StepStory[];
  /** The last question; the model may have asked for files before it. */
  readonly exchange: ExchangeStory | null;
  /** How the model looked around before it answered; null if it had no tools, or called none. */
  readonly tools: ToolStory | null;
  /** The action that the failure triggered, by the escalation table; null if no row fits. */
  readonly escalated: { readonly row: number; readonly do: string; readonly model: string | null } | null;
  /** The smaller orders that were carried out instead; none if it was not divided. */
  readonly children: readonly ChildStory[];
  /** The model's objections to the order instead of a proposal, turn by turn. */
  readonly objections: readonly Objection[];
  /** A reviewer's opinions of its proposals, round by round. */
  readonly reviews: readonly ReviewStory[];
  /** The model's last proposal; null if its answer was not a proposal. */
  readonly proposal: ProposalStory | null;
  /** Why each write was impossible or not allowed, in words. */
  readonly write_faults: readonly string[];
  /** The files of the work that commands made, or changed after the model. */
  readonly derived: readonly string[];
  readonly commands: readonly CommandStory[];
  /** Which gate refused the attempt, and why. */
  readonly brief: FailureBrief | null;
}

/** One of the orders that another one was divided into. */
export interface ChildStory {
  readonly order: string;
  readonly title: string;
  /** Null if it was not reached, or did not end. */
  readonly verdict: RunVerdict | null;
  readonly attempts: number;
  /** Which gate refused its last attempt. */
  readonly stage: Stage | null;
  readonly summary: string | null;
}

/** Work on an order before its turn. It does not count. */
export interface SpeculationStory {
  /** Counts from 1 within the order's run. */
  readonly speculation: number;
  readonly started_at: string;
  readonly steps: readonly StepStory[];
}

/** A reviewer's opinion of a proposal. */
export interface ReviewStory {
  /** Which proposal of the attempt, from 1. */
  readonly round: number;
  readonly summary: string | null;
  /** Why there is no review; null if there is one. */
  readonly fault: string | null;
  /** The most serious first, as the reviewer gave them. */
  readonly notes: readonly ReviewNoteStory[];
}

export interface ReviewNoteStory extends ToldNote {
  /** The sentence that it is based on. */
  readonly evidence: string | null;
  readonly command: string | null;
  /** Why it counts for less than the reviewer says, or what its command showed. */
  readonly because: string | null;
}

/** How an attempt's author looked around. */
export interface ToolStory {
  readonly turns: number;
  /** How often each tool was called, in order of the first call. */
  readonly calls: readonly { readonly tool: string; readonly count: number }[];
  /** What the turns took together. */
  readonly spent: Spending;
}

export interface StepStory {
  readonly step: Step;
  /** Which proposal of the attempt, from 1. */
  readonly round: number;
  readonly started_at: string;
  /** Null if it did not end. */
  readonly ok: boolean | null;
  readonly duration_ms: number | null;
  readonly detail: string | null;
}

/** One question to a model, and what came back. */
export interface ExchangeStory {
  readonly key: string;
  readonly model: string | null;
  /** True if an answer from an earlier session was reused. */
  readonly reused: boolean;
  readonly retries: readonly { readonly reason: string; readonly wait_ms: number }[];
  readonly failure: { readonly reason: string; readonly message: string } | null;
  readonly usage: Usage | null;
  /** Null if unknown. */
  readonly cost_usd: number | null;
  readonly duration_ms: number | null;
  /** Texts are at most the first 256 KB. A last line in brackets says what is left out, and which file has it. */
  readonly prompt: string | null;
  readonly answer: string | null;
  readonly reasoning: string | null;
}

export interface ProposalStory {
  readonly summary: string;
  readonly writes: readonly ProposedWrite[];
}

export interface ProposedWrite {
  readonly path: string;
  readonly base_sha256: string;
  readonly kind: FileWrite["kind"];
  /** The complete resulting text; null for a removed file, and if the result depends on an unknown base. */
  readonly content: string | null;
  readonly edits: readonly Edit[];
  /** The new path of a renamed file. */
  readonly rename_to: string | null;
  readonly base: BaseText;
}

/** The file that a write was based on. `unknown` if the repo does not have it any more. */
export type BaseText =
  | { readonly kind: "missing" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "unknown" };

export interface CommandStory {
  readonly phase: CommandPhase;
  /** Which proposal of the attempt it ran for, from 1. */
  readonly round: number;
  /** Counts from 0 within its phase. */
  readonly index: number;
  /** True if it was repeated on the same tree because it had failed. */
  readonly again: boolean;
  readonly command: string;
  /** Null if it did not end. */
  readonly ok: boolean | null;
  readonly exit_code: number | null;
  readonly duration_ms: number | null;
  /** Its output, at most the last 64 KB of each stream; a first line in brackets then says so. Null if there is no file. */
  readonly stdout: string | null;
  readonly stderr: string | null;
}

/** `llmch build`: its steps are runs of their own. Times, tokens and cost include theirs. */
export interface BuildStory extends StoryHead {
  readonly kind: "build";
  readonly spec: string | null;
  readonly config: BuildConfig | null;
  /** False for one that is a plan and its orders. */
  readonly scoped: boolean;
  /** Null until the first window's orders ended. */
  readonly branch: string | null;
  readonly baseline: string | null;
  /** None if it has no scope, or none yet. */
  readonly milestones: readonly MilestoneStory[];
  /** In order; the last one may still be planned or carried out. */
  readonly windows: readonly WindowStory[];
  /** What the next window is told by those before. */
  readonly notes: readonly string[];
  readonly assessments: readonly AssessmentStory[];
  readonly changes: readonly CourseChange[];
  /** The bound that ended its last session; null if none did. */
  readonly bound: { readonly bound: string; readonly message: string; readonly hint: string } | null;
  /** What it waits for a person to decide or answer. */
  readonly needs: readonly Need[];
  /** The scope that waits for a person, or the milestones that would take the place of those to come, a line each; empty if none does. */
  readonly proposed: readonly string[];
}

/** What a user can do once it is reached. */
export interface MilestoneStory {
  readonly id: string;
  readonly outcome: string;
  readonly state: "done" | "current" | "next";
  /** The commands of its acceptance that failed when they ran last, if that was on the branch as it is. */
  readonly failing: readonly string[];
  /** What its windows took, and looking back on them. */
  readonly spending: Spending;
}

/** The orders that were planned at once, and what came of them. */
export interface WindowStory extends Pick<EventOf<"window_planned">, "window" | "milestone" | "changes" | "abort"> {
  /** The id of the run that planned it. */
  readonly plan: string;
  /** The id of the run-all that carried it out; null if none did. */
  readonly run: string | null;
  /** How it ended; null until then. */
  readonly verdict: RunVerdict | null;
  readonly orders: readonly WindowOrder[];
  readonly spending: Spending;
}

/** An order of a window, and what became of it so far. */
export type WindowOrder = Omit<OrderTold, "state"> & { readonly state: OrderTold["state"] | "running" };

/** How a build stood after a window. */
export type AssessmentStory = Pick<EventOf<"assessed">, "assessment" | "window" | "milestone" | "verdict" | "reasons">;

/** What turned a build or kept it on its way: an order that failed, a note that was dropped, an assessment, other milestones. */
export interface CourseChange {
  /** The window in or after which. */
  readonly window: number;
  readonly what: string;
  /** The reasons, or how the milestones differ, a line each. */
  readonly why: readonly string[];
}

/** `llmch ask`. */
export interface AskStory extends StoryHead {
  readonly kind: "ask";
  readonly question: string | null;
  readonly repo: string | null;
  /** The commit whose files were inspected. */
  readonly commit: string | null;
  readonly model: string | null;
  /** Null if there is none. */
  readonly answer: AnswerStory | null;
}

export interface AnswerStory {
  readonly text: string;
  readonly citations: readonly CitationStory[];
  /** Citations that do not name an existing place, each with the reason. */
  readonly struck: readonly (CitationStory & { readonly why: string })[];
  /** What was delegated; without an answer, why there is none. */
  readonly parts: readonly { readonly question: string; readonly answer: string | null; readonly why: string | null }[];
}

export interface CitationStory {
  readonly path: string;
  /** From 1. */
  readonly first: number;
  readonly last: number;
}

/** `llmch run-all`. */
export interface ScheduleStory extends StoryHead {
  readonly kind: "run-all";
  /** Left out for orders that no plan made. */
  readonly plan?: PlanSource;
  readonly branch: string | null;
  readonly baseline: string | null;
  /** The last commit; left out if there is none. */
  readonly tip?: string;
  /** What the branch changes from the baseline to that commit; left out if nobody asked git, or if git does not know. */
  readonly diff?: CommitDiff;
  /** What its PASS rests on; left out if it did not pass, or nothing landed. */
  readonly evidence?: Evidence;
  readonly config: RunConfig | null;
  /** What it waits for a person to decide or answer; left out if it does not. */
  readonly needs?: readonly Need[];
  readonly orders: readonly ScheduledOrder[];
  /** Why the plan failed as a whole, before its first order or after its last; null if it passed, left out if it was not judged. */
  readonly whole?: FailureBrief | null;
}

export interface ScheduledOrder {
  readonly order: string;
  readonly state: "skipped" | "waiting" | "running" | "passed" | "failed" | "error";
  /** The order's document, as the schedule kept it. */
  readonly work_order: JsonValue | null;
  /** The id of its run; null if that did not begin. */
  readonly run: string | null;
  /** Null if it did not begin, or if its run is no longer in the store. */
  readonly story: OrderStory | null;
}
