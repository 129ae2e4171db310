import type { Renderer } from "../options.ts";

/** How a command shows its progress, once it is known who reads. `plain`: lines as they are, for commands without progress. */
export type Rendering = "live" | "log" | "json" | "plain";

/** Who reads, and what was asked for. */
export interface Reader {
  /** Undefined for commands that have no progress to show. */
  readonly renderer: Renderer | undefined;
  readonly quiet: boolean;
  /** Stderr, where that is a terminal. */
  readonly terminal: { readonly columns: number; readonly rows: number } | null;
  /** Results go line by line to another program, which may print them on the same terminal, as `tee` does. */
  readonly isPiped: boolean;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Chooses how progress is shown. `auto` draws on a terminal, unless a CI system runs us or somebody else may write into what
 * is drawn; nothing is drawn where nothing can be redrawn, even when asked for. `--quiet` has no progress, but JSON stays JSON.
 */
export const chooseRendering = ({ renderer, quiet, terminal, isPiped, env }: Reader): Rendering => {
  if (renderer === "json") return "json";
  if (renderer === undefined || quiet) return "plain";
  // Some terminals do not tell their size, such as those of serial lines.
  const hasSize = terminal !== null && terminal.columns > 0 && terminal.rows > 0;
  const canRedraw = hasSize && env.TERM !== "dumb";
  const isWanted = renderer === "live" || (renderer === "auto" && !isCi(env) && !isPiped);
  return canRedraw && isWanted ? "live" : "log";
};

/** True where a CI system runs us. */
export const isCi = ({ CI = "", GITHUB_ACTIONS, TF_BUILD, TEAMCITY_VERSION }: NodeJS.ProcessEnv): boolean =>
  (CI !== "" && CI !== "false" && CI !== "0") || [GITHUB_ACTIONS, TF_BUILD, TEAMCITY_VERSION].some((set) => set);
