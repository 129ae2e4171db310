import type { Model } from "./ports.ts";

/** A model, and what the answers to an order's attempts have cost. */
export interface MeteredModel {
  readonly model: Model;
  /** In dollars; null if the price of one is not known. */
  cost(): number | null;
}

/**
 * Adds up what an order's attempts cost: the recorded answers of an attempt that is made again among them, so that a run that is gone on
 * with, or replayed, comes to the same. What other calls take does not count: they are not made again.
 * @param before what earlier attempts have cost; null if that is not known
 */
export const metered = (model: Model, before: number | null): MeteredModel => {
  let cost = before;
  return {
    model: {
      ask: async (request) => {
        const reply = await model.ask(request);
        if (reply.kind === "answered" && request.call.kind === "order")
          cost = cost === null || reply.costUsd === undefined ? null : cost + reply.costUsd;
        return reply;
      },
    },
    cost: () => (cost === null ? null : Math.round(cost * MICROS) / MICROS),
  };
};

/** Candidates answer in any order, and sums of fractions hang on theirs. */
const MICROS = 1_000_000;
