import type { Decided, PlanConfig, RunConfig } from "@llmch/contract";

/** Settings given explicitly, by name: `planner.model`. */
export type GivenSettings = Readonly<Record<string, unknown>>;

/** How to compile a plan (contract §1). */
export interface PlanOptions {
  /** A file, or `-` for standard input. */
  readonly spec: string;
  /** The issue whose text the spec is. */
  readonly source?: PlanConfig["source"];
  /** The plan of another tool that the spec was made from. */
  readonly imported?: PlanConfig["imported"];
  readonly outdir?: string | undefined;
  readonly repo?: string | undefined;
  readonly template?: string | undefined;
  readonly artifactsDir?: string | undefined;
  readonly overwrite: boolean;
  /** Asks the model even if a plan for the same question exists. */
  readonly refresh: boolean;
  readonly given: GivenSettings;
  /** Warnings count as errors: they are sent back to the model too. */
  readonly strict?: boolean | undefined;
  /** Runs the acceptance commands of each answer on the repo's HEAD; those that already pass are sent back to the model. */
  readonly run?: boolean | undefined;
  /** The plan to change, a folder of orders, and the user's feedback on it. */
  readonly revises?: { readonly plan: string; readonly feedback: string } | undefined;
  /** The user's answers to what an earlier session asked, by question. */
  readonly decided?: ReadonlyMap<string, Decided> | undefined;
  /** The window of a build that it plans. */
  readonly part?: PlanConfig["part"];
  readonly replay?: string | undefined;
  readonly replayStrict: boolean;
  /** The run whose recorded answers are taken before a model is asked. */
  readonly answers?: string | undefined;
}

/** A question about a repo. */
export interface AskOptions {
  readonly question: string;
  readonly repo: string;
  readonly artifactsDir?: string | undefined;
  readonly given: GivenSettings;
  readonly replay?: string | undefined;
  readonly replayStrict: boolean;
  /** The run whose recorded answers are taken before a model is asked. */
  readonly answers?: string | undefined;
}

/** How to change an existing plan. Omitted paths default to those that it was made with. */
export interface PlanRevisionOptions
  extends Pick<
    PlanOptions,
    "template" | "artifactsDir" | "refresh" | "given" | "strict" | "run" | "replay" | "replayStrict" | "answers"
  > {
  readonly feedback: string;
  /** A folder of orders, or the id of a run; by default the repo's newest plan. */
  readonly plan?: string | undefined;
  readonly spec?: string | undefined;
  /** False for no repo. */
  readonly repo?: string | false | undefined;
  /** True if it takes the plan's place in the window of a build. */
  readonly isSameWindow?: boolean;
}

/** How to carry out orders (contract §1). */
export interface FactoryOptions {
  readonly repo: string;
  readonly branch?: string | undefined;
  readonly createBranch: boolean;
  readonly reuseBranch: boolean;
  readonly commitHash?: string | undefined;
  readonly given: GivenSettings;
  readonly allowVerifyExempt: boolean;
  /** Accepts an answer that changes nothing, as an empty commit. */
  readonly allowEmpty: boolean;
  readonly allowDirty: boolean;
  readonly allowStale: boolean;
  readonly stopOnRepeat: boolean;
  /** How many revisions of orders are accepted without asking; by default none. */
  readonly revise?: number | undefined;
  /** Whether commands are isolated: if possible, always, or never. */
  readonly sandbox: RunConfig["sandbox"];
  readonly allowNetwork: boolean;
  /** Warnings from the check count as errors. */
  readonly strict?: boolean | undefined;
  /** How many orders may be carried out at once; by default one. */
  readonly jobs?: number | undefined;
  /** Whether a failed order only skips its dependents while the others continue. */
  readonly keepGoing?: boolean | undefined;
  /** Only checks whether the run could start: makes nothing, and clears nothing. */
  readonly dryRun?: boolean | undefined;
  readonly out?: string | undefined;
  /** What the user changed in the checkout is the order's work: no model is asked. */
  readonly byHand?: boolean | undefined;
  /** The window of a build that it carries out. */
  readonly part?: RunConfig["part"];
  readonly artifactsDir?: string | undefined;
  readonly replay?: string | undefined;
  readonly replayStrict: boolean;
  /** The run whose recorded answers are taken before a model is asked. */
  readonly answers?: string | undefined;
}

/** How many attempts an order gets: a total, or a number of additional ones. */
export interface AttemptLimit {
  readonly kind: "in-all" | "more";
  readonly count: number;
}

/** What the caller of a resume says besides what was asked for at first. */
export interface Steering {
  readonly maxAttempts?: AttemptLimit | undefined;
  /** What the user says for the next attempt at the order that failed. */
  readonly brief?: string | undefined;
  /** Orders that are left out from now on. */
  readonly skip?: readonly string[] | undefined;
}

/** How to revise an order that its model objects to. */
export interface ReviseOptions {
  /** Where the run's repo is by now; by default where it was. */
  readonly repo?: string | undefined;
  /** The run's id or a prefix of it; by default the newest that ended with an objection. */
  readonly run?: string | undefined;
  readonly artifactsDir?: string | undefined;
  readonly given: GivenSettings;
  /** Asks again even if a revision is waiting for the user's decision. */
  readonly refresh: boolean;
  readonly replay?: string | undefined;
  readonly replayStrict: boolean;
  /** The run whose recorded answers are taken before a model is asked. */
  readonly answers?: string | undefined;
}
