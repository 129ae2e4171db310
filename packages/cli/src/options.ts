import type { Asked } from "@llmch/app";

/** How a command's output is shown: what the command line adds to an operation's request. */
export interface Shown {
  readonly verbose: boolean;
  readonly quiet: boolean;
  readonly color: boolean;
  readonly json: boolean;
  /** How progress is shown: as a view that is redrawn, as lines of a log, or as events in JSON; `auto` depends on who reads. */
  readonly renderer?: Renderer;
  /** How diagnostics are printed, or a graph is drawn. */
  readonly format?: string;
  /** Does what it would ask about. */
  readonly yes?: boolean;
}

export type Renderer = "auto" | "live" | "log" | "json";

/** What `llmch mcp`, `llmch acp` or `llmch serve` was asked to serve. */
export type Serving = McpServing | PageServing | WorkerServing | { readonly server: "editor" };

export interface McpServing {
  readonly server: "mcp";
  readonly repo: string;
  readonly artifactsDir?: string;
}

export interface PageServing {
  readonly server: "page";
  /** 0 for any. */
  readonly port: number;
  /** Undefined for the repo of the working directory, if there is one. */
  readonly repo?: readonly string[];
  /** Undefined for the user's own place. */
  readonly data?: string;
  readonly slots: number;
  /** A queue in a database, whose jobs workers carry out; undefined for that of the environment, if it names one. */
  readonly database?: string;
  /** Whether to print one more link to the server that runs, and serve nothing. */
  readonly link?: boolean;
}

export interface WorkerServing {
  readonly server: "worker";
  readonly database?: string;
  readonly slots: number;
  readonly repoCache?: string;
  /** Whether to make the database's tables first. */
  readonly migrate: boolean;
  readonly runRefs?: string;
  readonly allowLocal: boolean;
  readonly publicRecords: boolean;
}

/** The queue that a request is put into. */
export interface Queued {
  readonly database?: string;
  readonly data?: string;
  readonly dedupKey?: string;
}

/** A parsed command line. */
export interface Invocation extends Asked {
  readonly shown: Shown;
  /** Null to carry it out now. */
  readonly queued: Queued | null;
}

/** Receives the parsed command line: an operation, or what to serve. */
export type Take = (asked: Invocation | Serving) => void;
