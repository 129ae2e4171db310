import { counted } from "@llmch/contract";
import type { Settings } from "@llmch/contract/settings";
import type { BuildState } from "./state.ts";
import type { Bound } from "./step.ts";

export type BuildLimits = Settings["build"];

const reached = (bound: Bound["bound"], cap: number, message: string): Bound => ({
  ...{ bound, message },
  hint: `read \`llmch show\`; to go on, raise build.max_${bound} and resume, as in \`LLMCH_BUILD_MAX_${bound.toUpperCase()}=${2 * cap} llmch resume\``,
});

/** The bound that keeps a build from planning its next window; null if it may. */
export const planBound = (state: BuildState, limits: BuildLimits): Bound | null => {
  const { max_rounds, max_orders, max_replans } = limits;
  if (state.rounds >= max_rounds)
    return reached("rounds", max_rounds, `${counted(state.rounds, "window")} were planned, as many as may be`);
  if (state.landed.length >= max_orders)
    return reached("orders", max_orders, `${counted(state.landed.length, "order")} landed, as many as may`);
  if (state.replanNext && state.replans >= max_replans)
    return reached(
      "replans",
      max_replans,
      `${state.current} was planned again ${counted(state.replans, "time")}, as often as it may be`,
    );
  return null;
};

/** The bound that keeps a build from changing its milestones; null if it may. */
export const rescopeBound = ({ rescopes }: BuildState, { max_rescopes }: BuildLimits): Bound | null =>
  rescopes < max_rescopes
    ? null
    : reached(
        "rescopes",
        max_rescopes,
        `the milestones to come changed ${counted(rescopes, "time")}, as often as they may`,
      );
