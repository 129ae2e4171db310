import type { EventBody, RunEvent } from "@llmch/contract";
import type { Spent } from "@llmch/models";
import { NOTHING_SPENT, orderRunsOf, spentBefore } from "@llmch/records";
import type { StoredRun } from "@llmch/store";
import { countedOf, runSpending, type Spending, spendingIn as spendingOfDocument, spentTogether } from "@llmch/story";
import { openStep } from "../resume/waiting.ts";
import type { Build } from "./build.ts";

/** What a step of a build took, as its event tells it; nothing for any other event. */
export const spendingIn = (event: EventBody): readonly Spending[] =>
  event.type === "window_planned" || event.type === "window_ended" ? [spendingOfDocument(event.spent)] : [];

/** What a build took besides the steps that have ended: its own questions, and those of the step that it is in. */
export const spendingBeside = async (
  own: Spending,
  artifactsRoot: string,
  journal: { readonly events: readonly RunEvent[] },
): Promise<Spending> => {
  const part = await openStep(artifactsRoot, journal);
  return part === null ? own : spentTogether([own, await spendingOfRun(part)]);
};

/** What a run and its orders took. */
export const spendingOfRun = async (stored: StoredRun): Promise<Spending> =>
  spentTogether([stored, ...(await orderRunsOf(stored))].map(({ journal }) => runSpending(journal.events)));

/**
 * What a build has taken of its budget, besides the run of a step that goes on: that counts for itself what it took before.
 * @param goingOn null if none does
 */
export const spentBeside = async (
  { session, events }: Pick<Build, "session" | "events">,
  goingOn: StoredRun | null,
): Promise<Spent> => {
  const own = countedOf(events);
  const steps = spentTogether(events.flatMap(spendingIn));
  const its = goingOn === null ? NOTHING_SPENT : spentBefore(goingOn, await orderRunsOf(goingOn));
  return {
    usd: own.usd + (steps.cost_usd ?? 0),
    tokens: own.tokens + steps.usage.input_tokens + steps.usage.output_tokens,
    ms: Math.max(0, session.taken().durationMs - its.ms),
  };
};
