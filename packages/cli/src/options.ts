import type {
  AskOptions as Asking,
  FactoryOptions as CarryingOut,
  PlanOptions as Planning,
  PlanRevisionOptions as PlanRevising,
  ResumeOptions as Resuming,
  ReviseOptions as Revising,
} from "@llmch/engine";

/** Flags that every command takes. */
export interface CommonOptions {
  readonly verbose: boolean;
  readonly quiet: boolean;
  readonly color: boolean;
  readonly json: boolean;
}

/** How progress is shown: as a view that is redrawn, as lines of a log, or as events in JSON; `auto` depends on who reads. */
export type Renderer = "auto" | "live" | "log" | "json";

export interface ProgressOptions extends CommonOptions {
  readonly renderer: Renderer;
}

/** How diagnostics are printed. */
export type DiagnosticFormat = "text" | "json" | "sarif" | "github";

export interface PlanOptions extends ProgressOptions, Omit<Planning, "repo"> {
  /** By default the git repo around this directory, if there is one; false for none. */
  readonly repo?: string | false;
  readonly format: DiagnosticFormat;
}

/** A question about a repo. */
export interface AskOptions extends CommonOptions, Asking {}

export interface PlanShowOptions extends CommonOptions {
  /** A folder of orders, a manifest, or the id of a run. By default the newest plan that is stored. */
  readonly plan?: string;
  readonly repo: string;
  readonly artifactsDir?: string;
}

export interface PlanReviseOptions extends ProgressOptions, PlanRevising {
  /** Replaces the orders without asking. */
  readonly yes: boolean;
}

/** What `run` and `run-all` share. */
export interface FactoryOptions extends ProgressOptions, CarryingOut {
  /** Begins without asking. */
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly strict: boolean;
}

export interface RunOptions extends FactoryOptions {
  readonly workOrder: string;
}

export interface RunAllOptions extends FactoryOptions {
  readonly workdir: string;
  /** A part of the orders, by their ids. */
  readonly only?: readonly string[];
  readonly from?: string;
  readonly until?: string;
}

export interface ResumeOptions extends ProgressOptions, Resuming {
  readonly list: boolean;
}

export interface ReviseOptions extends CommonOptions, Revising {
  /** Takes up the revision without asking. */
  readonly yes: boolean;
  /** Also overwrites the user's own file of the order, unless that was changed. */
  readonly write: boolean;
}

export interface CheckOptions extends CommonOptions {
  readonly target: string;
  readonly repo?: string;
  /** The spec that the orders were made from. */
  readonly spec?: string;
  /** Runs the acceptance commands on the repo's HEAD. */
  readonly run: boolean;
  readonly format: DiagnosticFormat;
  /** Warnings count as errors. */
  readonly strict: boolean;
}

export interface AuditOptions extends CommonOptions {
  /** The run's id; by default the newest one. */
  readonly run?: string;
  readonly branch?: string;
  readonly repo?: string;
  readonly artifactsDir?: string;
  /** Also carries the run's orders out again, one after the other. */
  readonly sequential: boolean;
}

/** A run to inspect: named by its id or the beginning of it; by default the newest one. */
export interface InspectionOptions extends CommonOptions {
  readonly run?: string;
  readonly artifactsDir?: string;
}

/** Removal asks first; without a terminal it needs `yes`. */
export interface RemovalOptions {
  readonly yes: boolean;
  readonly dryRun: boolean;
}

export interface DiscardOptions extends InspectionOptions, RemovalOptions {
  /** Removes the records too. */
  readonly artifacts: boolean;
}

export interface RunsOptions extends CommonOptions, RemovalOptions {
  /** Removes records of old runs. */
  readonly prune: boolean;
  /** How old, in milliseconds. */
  readonly olderThan?: number;
  readonly artifactsDir?: string;
  /** Includes the orders' runs of each run-all. */
  readonly all: boolean;
  readonly limit?: number;
}

export interface ShowOptions extends InspectionOptions {
  readonly attempt?: number;
  readonly order?: string;
  readonly prompt: boolean;
  readonly response: boolean;
}

/** A run that is shown while another process carries it out. */
export interface WatchOptions extends ProgressOptions {
  readonly run?: string;
  readonly artifactsDir?: string;
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
  readonly contact: boolean;
  readonly verify: boolean;
  readonly artifactsDir?: string;
}

export interface CostOptions extends InspectionOptions {
  readonly by: "order" | "model" | "role" | "attempt";
}

export interface ConfigOptions extends CommonOptions {
  /** A setting or a section, such as `budget.usd` or `budget`; by default all. */
  readonly name?: string;
  readonly repo: string;
}

/** `config set`, and `config unset`, which gives no value. */
export interface ConfigChangeOptions extends CommonOptions {
  readonly name: string;
  /** As the setting's flag takes it. */
  readonly value?: string;
  /** In the user's own file, not in the repo's. */
  readonly user: boolean;
  readonly repo: string;
}

export interface InitOptions extends CommonOptions {
  /** Adds the lines to .gitignore without asking. */
  readonly yes: boolean;
  readonly repo: string;
  readonly overwrite: boolean;
}

export interface SchemaOptions extends CommonOptions {
  readonly name?: string;
  /** Prints where the file is instead of its content. */
  readonly path: boolean;
}

export const SHELLS = ["bash", "zsh", "fish"] as const;

export interface CompletionOptions extends CommonOptions {
  readonly shell: (typeof SHELLS)[number];
}

/** A parsed command line. */
export type Invocation =
  | { readonly command: "plan"; readonly options: PlanOptions }
  | { readonly command: "ask"; readonly options: AskOptions }
  | { readonly command: "plan show"; readonly options: PlanShowOptions }
  | { readonly command: "plan revise"; readonly options: PlanReviseOptions }
  | { readonly command: "run"; readonly options: RunOptions }
  | { readonly command: "run-all"; readonly options: RunAllOptions }
  | { readonly command: "resume"; readonly options: ResumeOptions }
  | { readonly command: "revise"; readonly options: ReviseOptions }
  | { readonly command: "audit"; readonly options: AuditOptions }
  | { readonly command: "check"; readonly options: CheckOptions }
  | { readonly command: "runs"; readonly options: RunsOptions }
  | { readonly command: "discard"; readonly options: DiscardOptions }
  | { readonly command: "show"; readonly options: ShowOptions }
  | { readonly command: "watch"; readonly options: WatchOptions }
  | { readonly command: "report"; readonly options: ReportOptions }
  | { readonly command: "graph"; readonly options: GraphOptions }
  | { readonly command: "explain"; readonly options: ExplainOptions }
  | { readonly command: "doctor"; readonly options: DoctorOptions }
  | { readonly command: "cost"; readonly options: CostOptions }
  | { readonly command: "config"; readonly options: ConfigOptions }
  | { readonly command: "config set" | "config unset"; readonly options: ConfigChangeOptions }
  | { readonly command: "init"; readonly options: InitOptions }
  | { readonly command: "schema"; readonly options: SchemaOptions }
  | { readonly command: "completion"; readonly options: CompletionOptions };
