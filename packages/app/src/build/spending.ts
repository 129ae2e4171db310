import type { EventBody } from "@llmch/contract";
import type { Spent } from "@llmch/models";
import { NOTHING_SPENT, orderRunsOf, spentBefore } from "@llmch/records";
import type { StoredRun } from "@llmch/store";
import { countedOf, runSpending, type Spending, spentTogether } from "@llmch/story";
import type { Build } from "./build.ts";

/** What a step of a build took, as its event tells it; nothing for any other event. */
export const spendingIn = (event: EventBody): readonly Spending[] => {
  if (event.type !== "window_planned" && event.type !== "window_ended") return [];
  const { spent } = event;
  return [
    {
      answers: spent.answers,
      unknown: spent.unknown_usage,
      usage: {
        input_tokens: spent.input_tokens,
        output_tokens: spent.output_tokens,
        cached_tokens: spent.cached_tokens,
        reasoning_tokens: spent.reasoning_tokens,
      },
      cost_usd: spent.cost_usd,
      unpriced: spent.unknown_cost,
      lost_calls: spent.lost_calls,
      estimated_calls: spent.estimated_calls ?? 0,
      from_record: spent.from_record,
    },
  ];
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
