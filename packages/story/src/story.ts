import type {
  CommandPhase,
  Diagnostic,
  Edit,
  FailureBrief,
  FileWrite,
  JsonValue,
  LimitReached,
  PlanConfig,
  RunConfig,
  RunVerdict,
  Step,
} from "@llmch/contract";

/**
 * The story of a run: what its journal and its files tell, in the order in which it happened. Every view of a run that ended is
 * made from one of these, and `llmch show --json` is one. Texts are as they were recorded: whoever shows them makes them
 * harmless for the place.
 */
export type RunStory = PlanStory | OrderStory | ScheduleStory;

/** What every run has. */
interface StoryHead {
  readonly run_id: string;
  /** Absolute. */
  readonly directory: string;
  /** `unfinished`: broken off, or still running. `damaged`: the journal cannot be followed to its end. */
  readonly state: "finished" | "unfinished" | "damaged";
  /** True where a process that may still live writes to it. */
  readonly is_running: boolean;
  /** Null where it is not known: an unfinished run has none yet. */
  readonly verdict: RunVerdict | null;
  readonly exit_code: number | null;
  /** UTC; null where nothing was begun. */
  readonly started_at: string | null;
  /** The time of the last event. */
  readonly last_at: string | null;
  /** Of all sessions of the run together. */
  readonly duration_ms: number | null;
  readonly spending: Spending;
  /** The limit that the run's last session ended at; null where it reached none. */
  readonly limit: LimitReached | null;
  readonly warnings: readonly string[];
  /** What could not be read as it should be, and was passed over. */
  readonly faults: readonly StoryFault[];
  /** Names of the run's files, relative to its directory, sorted. */
  readonly files: readonly string[];
}

/** Something of a run that is not as it should be: a torn line, an unknown event, a document that is missing. */
export interface StoryFault {
  /** Relative to the run's directory. */
  readonly file: string;
  /** Counts from 1; null where it is the whole file. */
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
  /** Those of them whose usage is not known. */
  readonly unknown: number;
  readonly usage: Usage & { readonly reasoning_tokens: number };
  /** Of the questions whose cost is known; null where that of none is. What came from a record: what it cost then. */
  readonly cost_usd: number | null;
  /** Questions that are not in the cost, for it is not known. */
  readonly unpriced: number;
  /** Calls that broke off: they may have been billed. */
  readonly lost_calls: number;
  /** Answers that came from a record: nothing was billed for them. */
  readonly from_record: number;
}

/** `llmch plan`: a compile. */
export interface PlanStory extends StoryHead {
  readonly kind: "planner";
  readonly spec: string | null;
  readonly model: string | null;
  readonly config: PlanConfig | null;
  readonly attempts: readonly CompileAttempt[];
  /** Set where a plan was written. */
  readonly written: { readonly work_orders: number; readonly directory: string } | null;
}

export interface CompileAttempt {
  readonly attempt: number;
  readonly max_attempts: number;
  readonly started_at: string;
  readonly exchange: ExchangeStory | null;
  /** Null where the answer was not judged. */
  readonly judged: { readonly errors: readonly Diagnostic[]; readonly warnings: readonly Diagnostic[] } | null;
  /** The manifest that was answered, where it parsed. */
  readonly manifest: JsonValue | null;
}

/** One order's run: by itself, or as a part of a `run-all`. */
export interface OrderStory extends StoryHead {
  readonly kind: "factory";
  readonly order: string | null;
  readonly title: string | null;
  /** The order as it was carried out. */
  readonly work_order: JsonValue | null;
  readonly branch: string | null;
  readonly baseline: string | null;
  readonly model: string | null;
  /** The id of the run-all that it is a part of. */
  readonly schedule: string | null;
  readonly config: RunConfig | null;
  /** How its dependencies were installed; null where they were not, or had been for an order before. */
  readonly setup: SetupStory | null;
  readonly attempts: readonly AttemptStory[];
  readonly commit: CommitStory | null;
  /** What was unexpected, in words, and the command that fixes it by hand; null where there was nothing of the kind. */
  readonly error: string | null;
  readonly hint: string | null;
}

/** The setup of the run's last session. */
export interface SetupStory {
  readonly commands: readonly string[];
  /** Null where it was broken off. */
  readonly ok: boolean | null;
  /** Whether an earlier installation was taken. */
  readonly cached: boolean;
  /** The command that failed, and how. */
  readonly failed: { readonly command: string; readonly exit_code: number | null } | null;
  readonly duration_ms: number | null;
}

export interface CommitStory {
  readonly commit: string;
  readonly branch: string;
  readonly files: readonly string[];
  /** Files that commands changed outside of the proposal; not committed. */
  readonly drift: readonly string[];
  readonly pushed_to: string | null;
}

export interface AttemptStory {
  /** Twice in a story where it was broken off in a previous session of the run and made again; the last one has the files. */
  readonly attempt: number;
  readonly max_attempts: number;
  readonly started_at: string;
  /** `stopped` from outside, or broken off by the end of a session; `unfinished` where the journal ends in it. */
  readonly ending: "passed" | "failed" | "stopped" | "unfinished";
  readonly duration_ms: number | null;
  readonly steps: readonly StepStory[];
  readonly exchange: ExchangeStory | null;
  /** What the model wanted to write; null where its answer was no proposal. */
  readonly proposal: ProposalStory | null;
  /** Why each write could not be made or was not allowed, in words. */
  readonly write_faults: readonly string[];
  readonly commands: readonly CommandStory[];
  /** Which gate refused the attempt, and why. */
  readonly brief: FailureBrief | null;
}

export interface StepStory {
  readonly step: Step;
  readonly started_at: string;
  /** Null where it did not come to its end. */
  readonly ok: boolean | null;
  readonly duration_ms: number | null;
  readonly detail: string | null;
}

/** One question to a model, and what came back. */
export interface ExchangeStory {
  readonly key: string;
  readonly model: string | null;
  /** True where an answer of the run's previous session was used again. */
  readonly reused: boolean;
  readonly retries: readonly { readonly reason: string; readonly wait_ms: number }[];
  readonly failure: { readonly reason: string; readonly message: string } | null;
  readonly usage: Usage | null;
  /** Null where it is not known. */
  readonly cost_usd: number | null;
  readonly duration_ms: number | null;
  /** Texts are at most the first 256 KB; a last line in brackets says what is left out, and which file has it. */
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
  /** The whole text that it leaves; null for a file that goes, and where it follows from a base that is not known. */
  readonly content: string | null;
  readonly edits: readonly Edit[];
  /** Where a renamed file goes. */
  readonly rename_to: string | null;
  readonly base: BaseText;
}

/** The file that a write was based on. `unknown` where the repo does not tell any more. */
export type BaseText =
  | { readonly kind: "missing" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "unknown" };

export interface CommandStory {
  readonly phase: CommandPhase;
  /** Counts from 0, in its phase. */
  readonly index: number;
  readonly command: string;
  /** Null where it did not come to its end. */
  readonly ok: boolean | null;
  readonly exit_code: number | null;
  readonly duration_ms: number | null;
  /** What it printed, at most the last 64 KB of each, then with a first line in brackets; null where there is no file. */
  readonly stdout: string | null;
  readonly stderr: string | null;
}

/** `llmch run-all`. */
export interface ScheduleStory extends StoryHead {
  readonly kind: "run-all";
  readonly branch: string | null;
  readonly baseline: string | null;
  readonly config: RunConfig | null;
  readonly orders: readonly ScheduledOrder[];
}

export interface ScheduledOrder {
  readonly order: string;
  readonly state: "skipped" | "waiting" | "running" | "passed" | "failed" | "error";
  /** The order's document, as the schedule kept it. */
  readonly work_order: JsonValue | null;
  /** The id of its run; null where it was not begun. */
  readonly run: string | null;
  /** Null where it was not begun, or where its run is not in the store any more. */
  readonly story: OrderStory | null;
}
