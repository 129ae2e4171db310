// The types of the library. The package ships this file as its declarations, so it may import only document types from the contract,
// which the build generates from their schemas.
import type { RunEvent, WorkOrder } from "@llmch/contract";
import type { SettingsDocument } from "@llmch/contract/settings";

export type { RunEvent, SettingsDocument, WorkOrder };

/** Creates an instance of llmch. It reads and writes nothing yet, and any number of instances may work at once. */
export type CreateLlmch = (options?: LlmchOptions) => Llmch;

/** The repo of an instance, and what it may use. */
export interface LlmchOptions {
  /** The folder of the target repo. By default the working directory. */
  readonly repo?: string;
  /** Settings in the form of `llmch.config.json`. They take precedence over those in the repo's own file. */
  readonly settings?: SettingsDocument;
  /** Aborts what is running: what is not committed is put back, and the act ends with an issue `interrupted`. */
  readonly signal?: AbortSignal;
  /** Receives the events of every run, in order. If it throws, that becomes a warning and harms no run. */
  readonly onEvent?: (event: RunEvent) => void;
  /** Where run records are kept. By default `./artifacts`. */
  readonly artifactsDir?: string;
  /** What relative paths start from. By default the working directory at the time of the call. */
  readonly cwd?: string;
  /**
   * Environment variables, such as model keys. If they are given, the user's own settings file and `LLMCH_…` variables apply too, as they
   * do for the command. By default the process's variables at the time of the call, used only for keys, git and commands.
   */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** The acts of llmch. None prints, ends the process, or throws for anything that a user can cause; their promises do not reject. */
export interface Llmch {
  /** Compiles a spec, given as text or as a file, into work orders. */
  plan(spec: string | { readonly file: string }, options?: PlanOptions): Promise<Outcome<Plan>>;
  /** Judges a plan without a model: a manifest, a list of orders, or the path of a manifest or of a folder of orders. */
  check(target: string | object, options?: CheckOptions): Promise<Outcome<Check>>;
  /** Carries out orders, one after the other on one branch, until one fails: a plan, a list of orders, or their folder. */
  runAll(orders: string | Plan | readonly WorkOrder[], options?: RunOptions): Promise<Outcome<Run>>;
  /** Carries out one order, given as a value or as a file, and makes one commit or none. */
  run(order: string | WorkOrder, options?: RunOptions): Promise<Outcome<Run>>;
  /** Resumes a run from its last safe step. Recorded answers of the model are used again. */
  resume(run: RunReference, options?: ResumeOptions): Promise<Outcome<Plan | Run>>;
  /** Asks the planner for a corrected order after a model has objected to it. If the caller agrees, `resume` continues with it. */
  revise(run: RunReference, options?: ReviseOptions): Promise<Outcome<Revision>>;
  /** Answers a question about the HEAD of the instance's repo, without changing it. */
  ask(question: string, options?: AskOptions): Promise<Outcome<Answer>>;
  /** Checks finished orders again, using their records and the repo. */
  audit(run: RunReference | { readonly branch: string }, options?: AuditOptions): Promise<Outcome<Audit>>;
}

/**
 * How an act ended. It is `ok` if the act succeeded: a valid plan, every order committed, no fault found. Otherwise the issues say why,
 * and the value holds the partial result, or null if nothing was made.
 */
export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value; readonly issues: readonly []; readonly warnings: readonly Issue[] }
  | {
      readonly ok: false;
      readonly value: Value | null;
      readonly issues: readonly [Issue, ...Issue[]];
      readonly warnings: readonly Issue[];
    };

/** Something that the user should know, or that kept an act from succeeding. */
export interface Issue {
  /** For programs: a refusal such as `dirty-checkout`, a diagnostic such as `E103`, a stage such as `verify_failed`, or `interrupted`. */
  readonly code: string;
  readonly message: string;
  /** What the user can do, starting with a verb; null if unknown. */
  readonly hint: string | null;
  /** The order that it is about. */
  readonly order: string | null;
  /** The field of the order that it is about. */
  readonly field: string | null;
  /** What was thrown, if the issue is a fault in llmch or the machine. */
  readonly cause?: unknown;
}

export type Verdict = "PASS" | "FAIL" | "ERROR";

/** A recorded run: its id, a prefix of it, or an object with the id. */
export type RunReference = string | { readonly runId: string };

/** A compiled plan. */
export interface Plan {
  readonly kind: "plan";
  readonly runId: string;
  readonly verdict: Verdict;
  /** The run's own folder. */
  readonly directory: string;
  /** The orders; none if the plan is not valid. */
  readonly orders: readonly WorkOrder[];
  /** The folder that contains the orders as files, and their manifest. */
  readonly ordersDirectory: string;
  /** How often the model was asked; 0 if an earlier run made the plan. */
  readonly attempts: number;
  readonly spent: Spent;
}

/** One run of orders. */
export interface Run {
  /** A single order, or several. */
  readonly kind: "run" | "run-all";
  readonly runId: string;
  readonly verdict: Verdict;
  /** The run's own folder. */
  readonly directory: string;
  readonly branch: string;
  /** The commit that the run started from. */
  readonly baseline: string;
  /** The orders that were begun, in order. */
  readonly orders: readonly OrderRun[];
  /** Orders that the branch's history shows done. */
  readonly skipped: readonly string[];
  readonly spent: Spent;
}

/** How one order ended. */
export interface OrderRun {
  readonly order: string;
  readonly runId: string;
  readonly verdict: Verdict;
  readonly directory: string;
  readonly attempts: number;
  /** The order's commit; null if there is none. */
  readonly commit: string | null;
}

/** A corrected order. */
export interface Revision {
  readonly kind: "revision";
  /** The run to resume. */
  readonly runId: string;
  readonly order: string;
  /** Counts from 1. */
  readonly revision: number;
  readonly takenUp: boolean;
  /** The model's objection to the order. */
  readonly objection: string;
  readonly before: WorkOrder;
  readonly after: WorkOrder;
}

/** An answer to a question about a repo. */
export interface Answer {
  readonly kind: "ask";
  readonly runId: string;
  /** The run's own folder. */
  readonly directory: string;
  /** The text, with a mark after every citation that was struck. */
  readonly answer: string;
  readonly citations: readonly Citation[];
  /** Citations that do not refer to an existing place, each with the reason. */
  readonly struck: readonly (Citation & { readonly why: string })[];
  /** Parts of the question that were answered separately; if there is no answer, `why` says why. */
  readonly parts: readonly { readonly question: string; readonly answer: string | null; readonly why: string | null }[];
  readonly spent: Spent;
}

/** A range of lines in a file, counted from 1. */
export interface Citation {
  readonly path: string;
  readonly first: number;
  readonly last: number;
}

/** What was spent on models. */
export interface Spent {
  readonly answers: number;
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /** In US dollars; null if a price is unknown. */
  readonly costUsd: number | null;
}

/** The result of a check; the issues of its outcome are the errors. */
export interface Check {
  readonly orders: number;
  /** Which orders cannot be verified yet, by id; empty if there are errors. */
  readonly verifyExempt: Readonly<Record<string, boolean>>;
}

/** How finished orders are checked. */
export interface AuditOptions {
  /** Also carries out a run's orders again from its record, one after the other, and compares the results. */
  readonly sequential?: boolean;
}

/** The result of an audit; the issues of its outcome are the faults. */
export interface Audit {
  /** `run-all 01J…`, or `branch work`. */
  readonly what: string;
  /** How many orders were fully checked. */
  readonly orders: number;
  /** How many files match their seal. */
  readonly files: number;
  /** Unfinished runs. */
  readonly unfinished: readonly { readonly runId: string; readonly message: string }[];
}

/** Where answers come from, instead of a model: a file of recorded exchanges. */
export interface ReplayOptions {
  readonly replay?: string;
  /** Refuses a recorded exchange whose request differs. */
  readonly replayStrict?: boolean;
}

/** How a question is asked. */
export interface AskOptions extends ReplayOptions {}

/** How a spec is compiled. */
export interface PlanOptions extends ReplayOptions {
  /** A folder to which the orders are also written. */
  readonly outdir?: string;
  /** Replaces orders that are in `outdir`. */
  readonly overwrite?: boolean;
  /** Asks the model even if a plan for the same question exists. */
  readonly refresh?: boolean;
  /** A planner prompt of your own, with `{{PRODUCT_SPEC}}`. */
  readonly template?: string;
}

export interface CheckOptions {
  /** False if the plan starts from an empty repo; by default the files of the instance's repo count as existing. */
  readonly repo?: boolean;
}

/** How orders are carried out. */
export interface RunOptions extends ReplayOptions {
  /** The working branch; by default a generated one. */
  readonly branch?: string;
  /** The branch must not exist yet. */
  readonly createBranch?: boolean;
  /** The branch must exist already. */
  readonly reuseBranch?: boolean;
  /** The baseline of a new branch; by default HEAD. */
  readonly commitHash?: string;
  /** Honours `verify_exempt` without the planner's provenance. */
  readonly allowVerifyExempt?: boolean;
  /** Accepts an answer that changes nothing, and makes an empty commit. */
  readonly allowEmpty?: boolean;
  /** Starts from HEAD even if the checkout has changes. */
  readonly allowDirty?: boolean;
  /** Continues even if files of the plan have changed since it was compiled. */
  readonly allowStale?: boolean;
  /** Ends an order whose attempts fail twice in the same way. */
  readonly stopOnRepeat?: boolean;
  /** How many orders that a model objects to are revised without asking; by default none. */
  readonly revise?: number;
  /** Whether commands are isolated: if possible (`auto`), always (`required`) or never (`off`); by default `auto`. */
  readonly sandbox?: "auto" | "required" | "off";
  /** Lets isolated commands reach the network. */
  readonly allowNetwork?: boolean;
  /** Whether to push commits if the repo has a remote; by default as `factory.push` in the settings says, which also says when. */
  readonly push?: boolean;
  /** A folder outside the repo to which artifacts are also copied. */
  readonly out?: string;
  /** How many orders `runAll` may carry out at once; by default 1. The commits are the same as if they ran one after the other. */
  readonly jobs?: number;
  /** Whether a failed order only skips its dependents while the others continue. */
  readonly keepGoing?: boolean;
}

/** How a run is resumed. */
export interface ResumeOptions extends ReplayOptions {
  /** The most attempts at an order: a total, or, as in `+2`, a number of additional ones. */
  readonly maxAttempts?: number | `+${number}`;
  readonly allowStale?: boolean;
  readonly allowVerifyExempt?: boolean;
  readonly allowEmpty?: boolean;
  readonly allowNetwork?: boolean;
  /** `off` runs commands without isolation in this session. A run that was begun elsewhere needs a sandbox, or this. */
  readonly sandbox?: "off";
  readonly stopOnRepeat?: boolean;
}

/** How an order is revised. */
export interface ReviseOptions extends ReplayOptions {
  /** Accepts the revision; by default it is only returned, and waits. */
  readonly agree?: boolean;
  /** Also writes the accepted revision over the order's own file, if that still contains the order that was run. */
  readonly write?: boolean;
  /** Asks again even if a revision is waiting. */
  readonly refresh?: boolean;
}
