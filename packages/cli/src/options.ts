/** Flags that every command takes. */
export interface CommonOptions {
  readonly verbose: boolean;
  readonly quiet: boolean;
  readonly color: boolean;
  readonly json: boolean;
}

/** How progress is shown: as a view that is redrawn, as lines of a log, or as events in JSON; `auto` looks who reads. */
export type Renderer = "auto" | "live" | "log" | "json";

export interface ProgressOptions extends CommonOptions {
  readonly renderer: Renderer;
}

/** What flags say of settings, by the setting's name: `planner.model`. */
export type GivenSettings = Readonly<Record<string, unknown>>;

/** How diagnostics are printed. */
export type DiagnosticFormat = "text" | "json" | "sarif" | "github";

export interface PlanOptions extends ProgressOptions {
  readonly spec: string;
  readonly outdir?: string;
  readonly repo?: string;
  readonly template?: string;
  readonly artifactsDir?: string;
  readonly overwrite: boolean;
  readonly printSummary: boolean;
  readonly format: DiagnosticFormat;
  /** Asks the model though the same question has a plan already. */
  readonly refresh: boolean;
  readonly given: GivenSettings;
  readonly replay?: string;
  readonly replayStrict: boolean;
}

/** What `run` and `run-all` share. */
export interface FactoryOptions extends ProgressOptions {
  readonly repo: string;
  readonly branch?: string;
  readonly createBranch: boolean;
  readonly reuseBranch: boolean;
  readonly commitHash?: string;
  readonly given: GivenSettings;
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

export interface ResumeOptions extends ProgressOptions {
  /** The run's id; by default the newest unfinished one. */
  readonly run?: string;
  readonly list: boolean;
  readonly artifactsDir?: string;
  readonly maxAttempts?: AttemptLimit;
  readonly given: GivenSettings;
  readonly allowStale: boolean;
  readonly stopOnRepeat: boolean;
  readonly replay?: string;
  readonly replayStrict: boolean;
}

export interface CheckOptions extends CommonOptions {
  readonly target: string;
  readonly repo?: string;
  readonly format: DiagnosticFormat;
}

export interface AuditOptions extends CommonOptions {
  /** The run's id; by default the newest one. */
  readonly run?: string;
  readonly branch?: string;
  readonly repo?: string;
  readonly artifactsDir?: string;
}

/** A run that is looked at: named by its id or the beginning of it; by default the newest one. */
export interface InspectionOptions extends CommonOptions {
  readonly run?: string;
  readonly artifactsDir?: string;
}

export interface RunsOptions extends CommonOptions {
  readonly artifactsDir?: string;
  /** The orders' runs of each run-all too. */
  readonly all: boolean;
  readonly limit?: number;
}

export interface ShowOptions extends InspectionOptions {
  readonly attempt?: number;
  readonly order?: string;
  readonly prompt: boolean;
  readonly response: boolean;
}

export interface ReportOptions extends InspectionOptions {
  readonly out?: string;
  readonly open: boolean;
}

export interface GraphOptions extends CommonOptions {
  readonly target: string;
  readonly format: "text" | "mermaid" | "dot" | "json" | "svg";
}

export interface ExplainOptions extends CommonOptions {
  readonly code?: string;
}

export interface DoctorOptions extends CommonOptions {
  readonly workdir?: string;
  readonly repo: string;
  readonly offline: boolean;
  readonly artifactsDir?: string;
}

export interface CostOptions extends InspectionOptions {
  readonly by: "order" | "model" | "role" | "attempt";
}

export interface ConfigOptions extends CommonOptions {
  readonly repo: string;
}

export interface InitOptions extends CommonOptions {
  readonly repo: string;
  readonly overwrite: boolean;
}

/** A command line that was understood. */
export type Invocation =
  | { readonly command: "plan"; readonly options: PlanOptions }
  | { readonly command: "run"; readonly options: RunOptions }
  | { readonly command: "run-all"; readonly options: RunAllOptions }
  | { readonly command: "resume"; readonly options: ResumeOptions }
  | { readonly command: "audit"; readonly options: AuditOptions }
  | { readonly command: "check"; readonly options: CheckOptions }
  | { readonly command: "runs"; readonly options: RunsOptions }
  | { readonly command: "show"; readonly options: ShowOptions }
  | { readonly command: "report"; readonly options: ReportOptions }
  | { readonly command: "graph"; readonly options: GraphOptions }
  | { readonly command: "explain"; readonly options: ExplainOptions }
  | { readonly command: "doctor"; readonly options: DoctorOptions }
  | { readonly command: "cost"; readonly options: CostOptions }
  | { readonly command: "config"; readonly options: ConfigOptions }
  | { readonly command: "init"; readonly options: InitOptions };
