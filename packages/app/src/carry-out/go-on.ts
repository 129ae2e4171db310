import type { FactoryOptions } from "@llmch/config";
import { workLeft } from "@llmch/run";
import type { OperationContext } from "../context.ts";
import { refused } from "../outcome.ts";
import { type CarryOutOutcome, carryOut, type Manner } from "./carry-out.ts";

/** Carries out what is left of a run of orders whose journal is there; null if it is to begin. */
export const goOn = async (
  options: FactoryOptions,
  context: OperationContext,
  manner: Manner = {},
): Promise<CarryOutOutcome | null> => {
  const { goesOn } = context.asked ?? {};
  if (goesOn === undefined) return null;
  const work = await workLeft(goesOn, options, context);
  return work.ok ? carryOut("resume", work.value, context, manner) : refused(work.issues);
};
