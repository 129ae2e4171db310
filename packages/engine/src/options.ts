/** What was asked for of settings, by the setting's name: `planner.model`. */
export type GivenSettings = Readonly<Record<string, unknown>>;

/** How a plan is to be compiled (contract §1). */
export interface PlanOptions {
  /** A file, or `-` for standard input. */
  readonly spec: string;
  readonly outdir?: string;
  readonly repo?: string;
  readonly template?: string;
  readonly artifactsDir?: string;
  readonly overwrite: boolean;
  /** Asks the model though the same question has a plan already. */
  readonly refresh: boolean;
  /** Kept in the record, for whoever shows the plan when it is gone on with. */
  readonly printSummary: boolean;
  readonly given: GivenSettings;
  /** Warnings count as errors: they are sent back too. */
  readonly strict?: boolean;
  /** Runs the acceptance of each answer on the repo's HEAD: what holds there is sent back. */
  readonly run?: boolean;
  /** The plan that is changed, a folder of orders, and what its user says of it. */
  readonly revises?: { readonly plan: string; readonly feedback: string };
  readonly replay?: string;
  readonly replayStrict: boolean;
}

/** What is asked of a repo. */
export interface AskOptions {
  readonly question: string;
  readonly repo: string;
  readonly artifactsDir?: string;
  readonly given: GivenSettings;
  readonly replay?: string;
  readonly replayStrict: boolean;
}

/** How a plan that stands is to be changed. Paths that are not given are those that it was made with. */
export interface PlanRevisionOptions
  extends Pick<
    PlanOptions,
    "template" | "artifactsDir" | "refresh" | "given" | "strict" | "run" | "replay" | "replayStrict"
  > {
  readonly feedback: string;
  /** A folder of orders, or the id of a run; by default the newest plan that is stored. */
  readonly plan?: string;
  readonly spec?: string;
  /** False for none. */
  readonly repo?: string | false;
}

/** How orders are to be carried out (contract §1). */
export interface FactoryOptions {
  readonly repo: string;
  readonly branch?: string;
  readonly createBranch: boolean;
  readonly reuseBranch: boolean;
  readonly commitHash?: string;
  readonly given: GivenSettings;
  readonly allowVerifyExempt: boolean;
  /** An answer may change nothing: its commit is empty. */
  readonly allowEmpty: boolean;
  readonly allowDirty: boolean;
  readonly allowStale: boolean;
  readonly stopOnRepeat: boolean;
  /** How many revisions of orders are taken up without asking; by default none. */
  readonly revise?: number;
  /** False if isolation was opted out of. */
  readonly sandbox: boolean;
  readonly requireSandbox: boolean;
  readonly allowNetwork: boolean;
  /** Warnings of the check count as errors. */
  readonly strict?: boolean;
  /** How many orders may be carried out at once; by default one. */
  readonly jobs?: number;
  /** How many of them may be at their gates at once; by default half of the cores. */
  readonly verifyJobs?: number;
  /** A failed order leaves out what rests on it, and the others go on. */
  readonly keepGoing?: boolean;
  /** What may be done ahead of an order's turn; by default all. */
  readonly speculate?: "none" | "gates" | "all";
  /** Only looks whether the run could start: makes nothing, and clears nothing. */
  readonly dryRun?: boolean;
  readonly out?: string;
  readonly artifactsDir?: string;
  readonly replay?: string;
  readonly replayStrict: boolean;
}

/** How many attempts an order gets: as many in all, or as many more. */
export interface AttemptLimit {
  readonly kind: "in-all" | "more";
  readonly count: number;
}

/** How a run is to be gone on with. */
export interface ResumeOptions {
  /** The run's id, or how it begins; by default the newest unfinished one. */
  readonly run?: string;
  readonly artifactsDir?: string;
  readonly maxAttempts?: AttemptLimit;
  readonly given: GivenSettings;
  readonly allowStale: boolean;
  readonly allowVerifyExempt: boolean;
  /** An answer may change nothing: its commit is empty. */
  readonly allowEmpty: boolean;
  readonly allowNetwork: boolean;
  /** False if isolation is opted out of from now on. */
  readonly sandbox: boolean;
  /** From now on; by default as before. */
  readonly jobs?: number;
  readonly verifyJobs?: number;
  readonly stopOnRepeat: boolean;
  /** What the user says to the attempt after which the run waits. */
  readonly answer?: string;
  readonly replay?: string;
  readonly replayStrict: boolean;
}

/** How an order that its model objects to is to be revised. */
export interface ReviseOptions {
  /** The run's id, or how it begins; by default the newest that ended with an objection. */
  readonly run?: string;
  readonly artifactsDir?: string;
  readonly given: GivenSettings;
  /** Asks anew, though a revision waits for the user's word. */
  readonly refresh: boolean;
  readonly replay?: string;
  readonly replayStrict: boolean;
}
