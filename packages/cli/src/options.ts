/** Flags that every command takes. */
export interface CommonOptions {
  readonly verbose: boolean;
  readonly quiet: boolean;
  readonly color: boolean;
  readonly json: boolean;
}

export interface PlanOptions extends CommonOptions {
  readonly spec: string;
  readonly outdir?: string;
  readonly repo?: string;
  readonly template?: string;
  readonly artifactsDir?: string;
  readonly overwrite: boolean;
  readonly printSummary: boolean;
  readonly model: string;
  readonly reasoningEffort: string;
  readonly maxAttempts: number;
  readonly replay?: string;
  readonly replayStrict: boolean;
}

/** What `run` and `run-all` share. */
export interface FactoryOptions extends CommonOptions {
  readonly repo: string;
  readonly branch?: string;
  readonly createBranch: boolean;
  readonly reuseBranch: boolean;
  readonly commitHash?: string;
  readonly maxAttempts: number;
  readonly llmModel: string;
  readonly llmTemperature: number;
  readonly timeoutSeconds: number;
  readonly allowVerifyExempt: boolean;
  readonly allowDirty: boolean;
  readonly allowStale: boolean;
  readonly stopOnRepeat: boolean;
  /** False where isolation was opted out of. */
  readonly sandbox: boolean;
  readonly requireSandbox: boolean;
  readonly allowNetwork: boolean;
  readonly push: boolean;
  readonly out?: string;
  readonly artifactsDir?: string;
  readonly replay?: string;
  readonly replayStrict: boolean;
}

export interface RunOptions extends FactoryOptions {
  readonly workOrder: string;
}

export interface RunAllOptions extends FactoryOptions {
  readonly workdir: string;
}

/** How many attempts an order gets: as many in all, or as many more. */
export interface AttemptLimit {
  readonly kind: "in-all" | "more";
  readonly count: number;
}

export interface ResumeOptions extends CommonOptions {
  /** The run's id; by default the newest unfinished one. */
  readonly run?: string;
  readonly list: boolean;
  readonly artifactsDir?: string;
  readonly maxAttempts?: AttemptLimit;
  readonly allowStale: boolean;
  readonly stopOnRepeat: boolean;
  readonly replay?: string;
  readonly replayStrict: boolean;
}

export interface CheckOptions extends CommonOptions {
  readonly target: string;
  readonly repo?: string;
}

export interface AuditOptions extends CommonOptions {
  /** The run's id; by default the newest one. */
  readonly run?: string;
  readonly branch?: string;
  readonly repo?: string;
  readonly artifactsDir?: string;
}

/** A command line that was understood. */
export type Invocation =
  | { readonly command: "plan"; readonly options: PlanOptions }
  | { readonly command: "run"; readonly options: RunOptions }
  | { readonly command: "run-all"; readonly options: RunAllOptions }
  | { readonly command: "resume"; readonly options: ResumeOptions }
  | { readonly command: "audit"; readonly options: AuditOptions }
  | { readonly command: "check"; readonly options: CheckOptions };
