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

/** What `llmch mcp` was asked to serve. */
export interface Serving {
  readonly repo: string;
  readonly artifactsDir?: string;
}

/** A parsed command line. */
export interface Invocation extends Asked {
  readonly shown: Shown;
}
