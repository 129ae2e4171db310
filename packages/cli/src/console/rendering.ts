import type { Renderer } from "../options.ts";

/** How a command shows its progress, depending on who reads. `plain`: lines as they are, for commands without progress. */
export type Rendering = "live" | "log" | "json" | "plain";

/** Who reads, and what was asked for. */
export interface Reader {
  /** Undefined for commands that have no progress to show. */
  readonly renderer: Renderer | undefined;
  readonly quiet: boolean;
  /** The size of stderr, if that is a terminal. */
  readonly terminal: { readonly columns: number; readonly rows: number } | null;
  /** Results go line by line to another program, which may print them on the same terminal, as `tee` does. */
  readonly isPiped: boolean;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Chooses how progress is shown. `auto` draws on a terminal, unless a CI system runs llmch or another program may write into the drawing.
 * Draws nothing that cannot be redrawn, even when asked to. `--quiet` has no progress, but JSON stays JSON.
 */
export const chooseRendering = ({ renderer, quiet, terminal, isPiped, env }: Reader): Rendering => {
  if (renderer === "json") return "json";
  if (renderer === undefined || quiet) return "plain";
  // Some terminals, such as serial ones, do not report their size.
  const hasSize = terminal !== null && terminal.columns > 0 && terminal.rows > 0;
  const canRedraw = hasSize && env.TERM !== "dumb";
  const isWanted = renderer === "live" || (renderer === "auto" && !isCi(env) && !isPiped);
  return canRedraw && isWanted ? "live" : "log";
};

/** True if a CI system runs llmch. */
export const isCi = ({ CI = "", GITHUB_ACTIONS, TF_BUILD, TEAMCITY_VERSION }: NodeJS.ProcessEnv): boolean =>
  (CI !== "" && CI !== "false" && CI !== "0") || [GITHUB_ACTIONS, TF_BUILD, TEAMCITY_VERSION].some((set) => set);
