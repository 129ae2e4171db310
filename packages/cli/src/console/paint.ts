import type { Standing } from "@llmch/story";
import pc from "picocolors";

export type Colors = ReturnType<typeof pc.createColors>;

/** Colours if they were asked for or a terminal reads (NO_COLOR and --no-color win; contract §1). */
export const colorsFor = (
  options: { readonly color: boolean },
  env: NodeJS.ProcessEnv,
  isTerminal: boolean,
): Colors => {
  const forbidden = !options.color || (env.NO_COLOR ?? "") !== "" || env.TERM === "dumb";
  const forced = (env.FORCE_COLOR ?? "") !== "" && env.FORCE_COLOR !== "0";
  return pc.createColors(!forbidden && (forced || isTerminal));
};

export const standingPaint = (
  standing: Standing | "INTERRUPTED" | "WAITING" | undefined,
  colors: Colors,
): ((text: string) => string) => {
  if (standing === "PASS") return colors.green;
  return standing !== undefined && OPEN.has(standing) ? colors.yellow : colors.red;
};

const OPEN: ReadonlySet<string> = new Set(["RUNNING", "UNFINISHED", "INTERRUPTED", "WAITING"]);
