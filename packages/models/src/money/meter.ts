import type { ModelUsage } from "@llmch/contract";
import type { Price } from "@llmch/contract/settings";
import type { Budget, Cost, LimitReached, Reservation } from "./budget.ts";
import { costOf, worstCost } from "./cost.ts";

/** What one question took in all, over every call that was made for it. */
export interface Charge {
  /** Null where no server told. */
  readonly usage: ModelUsage | null;
  /** Null where a price or a usage is not known. */
  readonly costUsd: number | null;
  /** Calls that broke off: they may have been billed, and nothing is known of it. */
  readonly lostCalls: number;
  /** The limit that kept the last call from being made, where one did. */
  readonly limit: LimitReached | null;
}

/** Of a question that was never asked. */
export const NO_CHARGE: Charge = { usage: null, costUsd: 0, lostCalls: 0, limit: null };

/** Watches the calls of one question: each is set aside before it is made, and settled by what is known afterwards. */
export interface Meter {
  /** Before a call to a model that may take so much; a limit that it could cross means: do not call. */
  begin(
    worst: { readonly inputTokens: number; readonly outputTokens: number },
    price: Price | null,
  ): LimitReached | null;
  /** The server refused the call, or was never reached: nothing is billed. */
  unbilled(): void;
  /** The call was answered. */
  answered(usage: ModelUsage | null): void;
  /** What the question took. A call that nothing is known of counts against the budget with the most that it could take. */
  total(): Charge;
}

interface Call {
  readonly reservation: Reservation;
  readonly worst: Cost;
  readonly price: Price | null;
}

export const createMeter = (budget: Budget): Meter => {
  let open: Call | null = null;
  let usage: ModelUsage | null = null;
  let costUsd: number | null = 0;
  let lostCalls = 0;
  let limit: LimitReached | null = null;

  const lose = (): void => {
    if (open === null) return;
    open.reservation.settle(open.worst);
    lostCalls++;
    open = null;
  };

  return {
    begin: ({ inputTokens, outputTokens }, price) => {
      lose();
      const worst: Cost = {
        tokens: inputTokens + outputTokens,
        usd: price === null ? null : worstCost(inputTokens, outputTokens, price),
      };
      const reserved = budget.reserve(worst);
      if (!reserved.ok) {
        limit = reserved.issues[0];
        return limit;
      }
      open = { reservation: reserved.value, worst, price };
      return null;
    },
    unbilled: () => {
      open?.reservation.release();
      open = null;
    },
    answered: (told) => {
      if (open === null) return;
      const { reservation, worst, price } = open;
      open = null;
      const cost = told === null || price === null ? null : costOf(told, price);
      reservation.settle(told === null ? worst : { tokens: told.input_tokens + told.output_tokens, usd: cost });
      usage = told === null ? usage : sum(usage, told);
      costUsd = cost === null || costUsd === null ? null : costUsd + cost;
    },
    total: () => {
      lose();
      return { usage, costUsd, lostCalls, limit };
    },
  };
};

const sum = (first: ModelUsage | null, second: ModelUsage): ModelUsage => {
  if (first === null) return second;
  const optional = (name: "cache_write_tokens" | "reasoning_tokens") =>
    first[name] === undefined && second[name] === undefined ? {} : { [name]: (first[name] ?? 0) + (second[name] ?? 0) };
  return {
    input_tokens: first.input_tokens + second.input_tokens,
    output_tokens: first.output_tokens + second.output_tokens,
    cached_tokens: first.cached_tokens + second.cached_tokens,
    ...optional("cache_write_tokens"),
    ...optional("reasoning_tokens"),
  };
};
