import { counted, type JsonObject } from "@llmch/contract";
import type { OrderEstimate } from "@llmch/planner";
import type { MeasuredTimes } from "../plan/measured-times.ts";
import type { OrderGraph } from "../queue/queue.ts";
import { likelyTime, type OrderTime } from "./likely-time.ts";

/** Assumed for models without measurements. */
const TOKENS_PER_SECOND = 60;
const FIRST_TOKEN_MS = 2_000;

/** How long a run may take, by the number of parallel orders. */
export interface LikelyTimes {
  readonly jobs: readonly { readonly jobs: number; readonly likely_ms: number }[];
  /** The basis of these times, in words. */
  readonly basis: string;
}

export interface TimedPlan {
  readonly graph: OrderGraph;
  /** The estimates of the orders; null if their answers are recorded. */
  readonly estimates: readonly OrderEstimate[] | null;
  readonly measured: MeasuredTimes;
  /** How many orders may be at their gates at once. */
  readonly gates: number;
}

/** The times for each number of jobs; null if nothing is known about what takes time. */
export const likelyTimes = (
  { graph, estimates, measured, gates }: TimedPlan,
  numbers: readonly number[],
): LikelyTimes | null => {
  if (estimates === null && measured.gates === null) return null;
  const likely = new Map(estimates?.map((estimate) => [estimate.order, estimate.likely]));
  const times = new Map(graph.orders.map(({ id }) => [id, timeOf(likely.get(id) ?? null, measured)]));
  const none: OrderTime = { answers: 0, gates: 0 };
  return {
    jobs: numbers.map((jobs) => ({
      jobs,
      likely_ms: Math.round(likelyTime(graph, (id) => times.get(id) ?? none, { jobs, gates: Math.min(jobs, gates) })),
    })),
    basis: `${answersInWords(estimates, measured)}; ${gatesInWords(measured, gates)}`,
  };
};

const timeOf = (likely: OrderEstimate["likely"] | null, { answer, gates }: MeasuredTimes): OrderTime => {
  const calls = likely?.calls ?? 1;
  const assumed = (likely?.output_tokens ?? 0) * (1_000 / TOKENS_PER_SECOND) + calls * FIRST_TOKEN_MS;
  return {
    answers: likely === null ? 0 : answer === null ? assumed : calls * answer.ms,
    gates: calls * (gates?.ms ?? 0),
  };
};

const answersInWords = (estimates: readonly OrderEstimate[] | null, { answer }: MeasuredTimes): string => {
  if (estimates === null) return "answers of a record take no time";
  return answer === null
    ? `answers assumed at ${TOKENS_PER_SECOND} tokens a second`
    : `answers by ${counted(answer.seen, "earlier attempt")}`;
};

const gatesInWords = ({ gates }: MeasuredTimes, atOnce: number): string =>
  gates === null
    ? "without the commands, whose time is not known here yet"
    : `commands by ${counted(gates.seen, "earlier attempt")}, those of ${counted(atOnce, "order")} at once`;

export const timesDocument = ({ jobs, basis }: LikelyTimes): JsonObject => ({
  jobs: jobs.map((each) => ({ ...each })),
  basis,
});
