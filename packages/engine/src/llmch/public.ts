// The types of the library. The package ships this file as its declarations, so that it may import nothing but documents'
// types from the contract: the build writes those out from their schemas.
import type { RunEvent, WorkOrder } from "@llmch/contract";
import type { SettingsDocument } from "@llmch/contract/settings";

export type { RunEvent, SettingsDocument, WorkOrder };

/** Makes an instance of llmch. It reads and writes nothing yet, and any number of instances may be at work at once. */
export type CreateLlmch = (options?: LlmchOptions) => Llmch;

/** What an instance is for, and what it may use. */
export interface LlmchOptions {
  /** The folder of the target repo. By default the working directory. */
  readonly repo?: string;
  /** Settings as `llmch.config.json` has them. They count before those of the repo's own file. */
  readonly settings?: SettingsDocument;
  /** Ends what is under way: everything is put back, and what was asked for ends with an issue `interrupted`. */
  readonly signal?: AbortSignal;
  /** Told what every run does, in the order in which it happens. What it throws is told as a warning, and harms no run. */
  readonly onEvent?: (event: RunEvent) => void;
  /** Where records of runs are kept. By default `./artifacts`. */
  readonly artifactsDir?: string;
  /** What relative paths start from. By default the working directory at the time of the call. */
  readonly cwd?: string;
  /**
   * Variables, such as keys of models. If they are given, the user's own settings file and `LLMCH_…` variables count too, as they do
   * for the command. By default the process's own variables as they are at the time of the call, for keys, git and commands alone.
   */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** The acts of llmch. None prints, ends the process, or throws for what a user can cause; their promises do not reject. */
export interface Llmch {
  /** Compiles a spec, given as its text or its file, into work orders. */
  plan(spec: string | { readonly file: string }, options?: PlanOptions): Promise<Outcome<Plan>>;
  /** Judges a plan without a model: a manifest, a list of orders, or the path of a manifest or of a folder of orders. */
  check(target: string | object, options?: CheckOptions): Promise<Outcome<Check>>;
  /** Carries orders out, one after the other on one branch, until one fails: a plan, a list of orders, or their folder. */
  runAll(orders: string | Plan | readonly WorkOrder[], options?: RunOptions): Promise<Outcome<Run>>;
  /** Carries one order out, to one commit or none: the order, or its file. */
  run(order: string | WorkOrder, options?: RunOptions): Promise<Outcome<Run>>;
  /** Goes on with a run from its last safe step. What a model answered is used again. */
  resume(run: RunReference, options?: ResumeOptions): Promise<Outcome<Plan | Run>>;
  /** Asks the planner for a mended order, after a model has objected to it. What the caller agrees to, `resume` goes on with. */
  revise(run: RunReference, options?: ReviseOptions): Promise<Outcome<Revision>>;
  /** Answers a question about the instance's repo, whose HEAD is looked at and not changed. */
  ask(question: string, options?: AskOptions): Promise<Outcome<Answer>>;
  /** Checks finished orders again, by their records and the repo. */
  audit(run: RunReference | { readonly branch: string }, options?: AuditOptions): Promise<Outcome<Audit>>;
}

/**
 * How an act ended. It is `ok` if what was asked for is there: a valid plan, every order committed, nothing at fault. Else issues say
 * why, and the value holds what there is of it, or is null if nothing was made.
 */
export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value; readonly issues: readonly []; readonly warnings: readonly Issue[] }
  | {
      readonly ok: false;
      readonly value: Value | null;
      readonly issues: readonly [Issue, ...Issue[]];
      readonly warnings: readonly Issue[];
    };

/** Something that the user should know, or that kept an act from its end. */
export interface Issue {
  /** For programs: a refusal such as `dirty-checkout`, a diagnostic such as `E103`, a stage such as `verify_failed`, or `interrupted`. */
  readonly code: string;
  readonly message: string;
  /** What the user can do, starting with a verb; null if nothing is known. */
  readonly hint: string | null;
  /** The order that it is about. */
  readonly order: string | null;
  /** The field of the order that it is about. */
  readonly field: string | null;
  /** What was thrown, if the issue is a fault of llmch or of the machine. */
  readonly cause?: unknown;
}

export type Verdict = "PASS" | "FAIL" | "ERROR";

/** A run that is kept: its id, how that begins, or a value that names it. */
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
  /** The folder that holds the orders as files, and their manifest. */
  readonly ordersDirectory: string;
  /** How often the model was asked; 0 if an earlier run had made the plan. */
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
  /** The orders that were begun, in their order. */
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
  /** What the order was committed as; null if it was not. */
  readonly commit: string | null;
}

/** A mended order. */
export interface Revision {
  readonly kind: "revision";
  /** The run to go on with. */
  readonly runId: string;
  readonly order: string;
  /** Counts from 1. */
  readonly revision: number;
  readonly takenUp: boolean;
  /** What the model said of the order. */
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
  /** With a mark behind every citation that was struck. */
  readonly answer: string;
  readonly citations: readonly Citation[];
  /** Citations that name no place, each with the reason. */
  readonly struck: readonly (Citation & { readonly why: string })[];
  /** Parts of the question that were answered on their own; without an answer, why there is none. */
  readonly parts: readonly { readonly question: string; readonly answer: string | null; readonly why: string | null }[];
  readonly spent: Spent;
}

/** Lines of a file, from 1. */
export interface Citation {
  readonly path: string;
  readonly first: number;
  readonly last: number;
}

/** What was taken of models. */
export interface Spent {
  readonly answers: number;
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /** In US dollars; null if a price is not known. */
  readonly costUsd: number | null;
}

/** What a check found; the issues of its outcome are the errors. */
export interface Check {
  readonly orders: number;
  /** Which orders cannot be verified yet, by their ids; empty if there are errors. */
  readonly verifyExempt: Readonly<Record<string, boolean>>;
}

/** How finished orders are checked. */
export interface AuditOptions {
  /** Also carries a run's orders out again, one after the other, by its record, and compares what they come to. */
  readonly sequential?: boolean;
}

/** What an audit came to; the issues of its outcome are the faults. */
export interface Audit {
  /** `run-all 01J…`, or `branch work`. */
  readonly what: string;
  /** Orders that were looked at to the end. */
  readonly orders: number;
  /** Files that stand as they were sealed. */
  readonly files: number;
  /** Runs that did not come to their end. */
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
  /** A folder that the orders are written to as well. */
  readonly outdir?: string;
  /** Replaces orders that are in `outdir`. */
  readonly overwrite?: boolean;
  /** Asks the model though the same question has a plan already. */
  readonly refresh?: boolean;
  /** A planner prompt of your own, with `{{PRODUCT_SPEC}}`. */
  readonly template?: string;
}

export interface CheckOptions {
  /** False if the plan starts from nothing; by default the files of the instance's repo count as there. */
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
  /** Takes an answer that changes nothing, and makes an empty commit of it. */
  readonly allowEmpty?: boolean;
  /** Starts from HEAD though the checkout has changes. */
  readonly allowDirty?: boolean;
  /** Goes on though files of the plan changed since it was compiled. */
  readonly allowStale?: boolean;
  /** Ends an order whose attempts fail twice in the same way. */
  readonly stopOnRepeat?: boolean;
  /** How many orders that a model objects to are revised without asking; by default none. */
  readonly revise?: number;
  /** Whether commands are isolated: if the machine can (`auto`), or else not at all; by default `auto`. */
  readonly sandbox?: "auto" | "required" | "off";
  /** Lets isolated commands reach the network. */
  readonly allowNetwork?: boolean;
  /** Pushes commits, if the repo has a remote; by default as `factory.push` of the settings says, which also says when. */
  readonly push?: boolean;
  /** A folder outside the repo that artifacts are copied to as well. */
  readonly out?: string;
  /** How many orders of `runAll` may be carried out at once; by default 1. The commits are those of one after the other. */
  readonly jobs?: number;
  /** How many of them may run commands at once; by default half of the cores. */
  readonly verifyJobs?: number;
  /** A failed order leaves out what rests on it, and the others go on. */
  readonly keepGoing?: boolean;
  /** What may be done ahead of an order's turn; by default `all`. */
  readonly speculate?: "none" | "gates" | "all";
}

/** How a run is gone on with. */
export interface ResumeOptions extends ReplayOptions {
  /** Attempts at an order at most: as many in all, or, as in `+2`, as many more. */
  readonly maxAttempts?: number | `+${number}`;
  readonly allowStale?: boolean;
  readonly allowVerifyExempt?: boolean;
  readonly allowEmpty?: boolean;
  readonly allowNetwork?: boolean;
  /** `off` runs the commands without isolation from now on. A run that was begun elsewhere needs a sandbox, or this. */
  readonly sandbox?: "off";
  readonly stopOnRepeat?: boolean;
}

/** How an order is revised. */
export interface ReviseOptions extends ReplayOptions {
  /** Takes the revision up; by default it is only given back, and waits. */
  readonly agree?: boolean;
  /** Also writes what is taken up over the order's own file, if that still holds the order that was run. */
  readonly write?: boolean;
  /** Asks anew though a revision waits. */
  readonly refresh?: boolean;
}
