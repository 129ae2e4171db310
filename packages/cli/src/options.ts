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

export interface CheckOptions extends CommonOptions {
  readonly target: string;
  readonly repo?: string;
}

/** A command line that was understood. */
export type Invocation =
  | { readonly command: "plan"; readonly options: PlanOptions }
  | { readonly command: "run"; readonly options: RunOptions }
  | { readonly command: "run-all"; readonly options: RunAllOptions }
  | { readonly command: "check"; readonly options: CheckOptions };
