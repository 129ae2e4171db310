import type { OrderGraph, Slots } from "./queue.ts";
import { hashOf, type Simulated, simulate, type World } from "./simulation.fixture.ts";

/** What each order depends on directly, by its number in the plan, and how long its answer takes. */
export interface Plan {
  readonly direct: readonly (readonly number[])[];
  readonly answers: readonly number[];
  readonly gate: number;
}

/** Over random plans: how near runs come on average to the least possible time, and how many gates run per order. */
export const meanReach = (plans: number, jobs: number): { readonly share: number; readonly gated: number } => {
  const runs = Array.from({ length: plans }, (_, seed) => reachOf(randomPlan(seed), jobs));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / plans;
  return { share: mean(runs.map(({ share }) => share)), gated: mean(runs.map(({ gated }) => gated / ORDERS)) };
};

/**
 * The lower bound of a run's time, which is the longest path or the work divided by the jobs, divided by the time that it took.
 * @param failing the share of attempts that fail at their gates, whatever else is in the tree
 */
export const reachOf = (plan: Plan, jobs: number, failing = 0): Simulated & { readonly share: number } => {
  const { direct, answers, gate } = plan;
  const slots: Slots = { jobs, keepGoing: false, isStopping: false };
  const work = answers.reduce((sum, answer) => sum + answer + gate, 0);
  const answerTime = (request: string) => answers[Number(request.split("/")[0])] ?? 0;
  const world: Omit<World, "answerTime" | "gateTime"> = {
    attempts: failing === 0 ? 1 : MOST_ATTEMPTS,
    isUsable: () => true,
    passes: (_, version) => hashOf(`passes ${version}`) >= failing * 2 ** 32,
    brief: () => "",
  };
  const simulated = simulate(graphOf(direct), slots, { ...world, answerTime, gateTime: () => gate });
  const paths: number[] = [];
  for (const [index, before] of direct.entries())
    paths.push((answers[index] ?? 0) + gate + Math.max(0, ...before.map((each) => paths[each] ?? 0)));
  return { ...simulated, share: Math.max(work / jobs, ...paths) / simulated.makespan };
};

/** A graph of orders, named by number, with all their dependencies. */
export const graphOf = (direct: readonly (readonly number[])[]): OrderGraph => {
  const before: ReadonlySet<number>[] = [];
  for (const each of direct) before.push(new Set(each.flatMap((index) => [index, ...(before[index] ?? [])])));
  const named = (numbers: Iterable<number>) => [...numbers].sort((a, b) => a - b).map(String);
  return {
    orders: before.map((after, index) => ({
      id: `${index}`,
      after: named(after),
      directly: named(new Set(direct[index])),
    })),
  };
};

/** Five waves of eight orders, each of which depends on two of the previous wave. */
export const WAVES: Plan = {
  direct: Array.from({ length: 40 }, (_, index) =>
    index < 8 ? [] : [index - 8, 8 * Math.floor(index / 8 - 1) + ((index + 1) % 8)],
  ),
  answers: Array.from({ length: 40 }, () => 5),
  gate: 0.1,
};

/** More than any order needs. */
const MOST_ATTEMPTS = 20;
const ORDERS = 30;
/** The standard deviation of the logarithm of an answer's time: one in six takes more than 1.6 times the median. */
const DEVIATION = 0.5;
const MEAN_ANSWER = Math.exp(DEVIATION ** 2 / 2);

/** Orders that depend on up to three of those before them, with log-normal answer times; gates take a tenth of the mean answer. */
const randomPlan = (seed: number): Plan => {
  const chance = (what: string) => (hashOf(`${seed} ${what}`) + 1) / (2 ** 32 + 1);
  const below = (limit: number, what: string) => Math.floor(limit * chance(what));
  const normal = (what: string) =>
    Math.sqrt(-2 * Math.log(chance(`${what} length`))) * Math.cos(2 * Math.PI * chance(`${what} angle`));
  const orders = Array.from({ length: ORDERS }, (_, index) => index);
  return {
    direct: orders.map((index) =>
      orders.slice(0, Math.min(index, below(4, `${index}`))).map((each) => below(index, `${index} ${each}`)),
    ),
    answers: orders.map((index) => Math.exp(DEVIATION * normal(`answer ${index}`))),
    gate: MEAN_ANSWER / 10,
  };
};
