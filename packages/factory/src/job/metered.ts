import type { Model } from "./ports.ts";

/** A model, and the total cost of its answers to an order's attempts. */
export interface MeteredModel {
  readonly model: Model;
  /** In dollars; null if the price of an answer is unknown. */
  cost(): number | null;
}

/**
 * Adds up the cost of an order's attempts. Recorded answers of a repeated attempt count too, so that a resumed or replayed run
 * arrives at the same sum. Other calls do not count: they are not repeated.
 * @param before the cost of earlier attempts; null if unknown
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

/** Candidates answer in any order, and the rounding of a sum of fractions depends on the order. */
const MICROS = 1_000_000;
