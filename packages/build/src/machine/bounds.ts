import { counted } from "@llmch/contract";
import type { Settings } from "@llmch/contract/settings";
import type { BuildState } from "./state.ts";
import type { Bound } from "./step.ts";

export type BuildLimits = Settings["build"];

const reached = (bound: Bound["bound"], cap: number, fact: string): Bound => ({
  bound,
  message: `${fact}, the limit of build.max_${bound}`,
  hint: `look at \`llmch show\`; to go on, raise it: \`LLMCH_BUILD_MAX_${bound.toUpperCase()}=${2 * cap} llmch resume\``,
});

/** The bound that keeps a build from planning its next window; null if it may. */
export const planBound = (state: BuildState, limits: BuildLimits): Bound | null => {
  const { max_rounds, max_orders, max_replans } = limits;
  const { rounds, landed, replans } = state;
  if (rounds >= max_rounds) return reached("rounds", max_rounds, `it planned ${counted(rounds, "window")}`);
  if (landed.length >= max_orders) return reached("orders", max_orders, `${counted(landed.length, "order")} landed`);
  if (state.replanNext && replans >= max_replans)
    return reached("replans", max_replans, `${state.current} was planned again ${counted(replans, "time")}`);
  return null;
};

/** The bound that keeps a build from changing its milestones; null if it may. */
export const rescopeBound = ({ rescopes }: BuildState, { max_rescopes }: BuildLimits): Bound | null =>
  rescopes < max_rescopes
    ? null
    : reached("rescopes", max_rescopes, `the milestones to come changed ${counted(rescopes, "time")}`);
