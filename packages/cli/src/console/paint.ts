import type { RunState } from "@llmch/story";
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

/** The colour of a run's state. */
export const statePaint = (state: RunState, colors: Colors): ((text: string) => string) => {
  if (state === "passed") return colors.green;
  return BAD.has(state) ? colors.red : colors.yellow;
};

const BAD: ReadonlySet<RunState> = new Set(["damaged", "refused", "failed"]);
