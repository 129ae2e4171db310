import { LEAST_BYTES_PER_TOKEN, type LimitReached, type ModelUsage } from "@llmch/contract";
import type { Budget, Reservation } from "./budget.ts";
import { type Cost, costOf, worstCost } from "./cost.ts";
import type { ModelPrice } from "./prices.ts";

/** What one question took in total, over all of its calls. */
export interface Charge {
  /** Null if no server reported any. */
  readonly usage: ModelUsage | null;
  /** Null if a price or usage is unknown. */
  readonly costUsd: number | null;
  /** Calls that broke off: they may have been billed, but nothing is known about them. */
  readonly lostCalls: number;
  /** What calls that we cut are estimated to have taken; null if there are none. */
  readonly estimated: Estimated | null;
  /** The most that calls without reported usage can have taken; null if all reported it. */
  readonly untold: Cost | null;
  /** The limit that prevented the last call, if any. */
  readonly limit: LimitReached | null;
}

/** What calls that we cut are estimated to have taken: their input, and what had streamed. */
export interface Estimated extends Worst {
  readonly calls: number;
  /** Null if the price is unknown. */
  readonly usd: number | null;
}

/** The charge of a question that was never asked. */
export const NO_CHARGE: Charge = {
  ...{ usage: null, costUsd: 0, lostCalls: 0 },
  ...{ estimated: null, untold: null, limit: null },
};

/** The most tokens that a call can take. */
export interface Worst {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Meters the calls of one question: reserves the worst case before each call, and settles it by what is known afterwards. */
export interface Meter {
  /** Called before a call that may take this much; if it returns a limit, the call must not be made. */
  begin(worst: Worst, price: ModelPrice | null): LimitReached | null;
  /** The last call got no reply: it counts with the most that it could take. */
  loseOpen(): void;
  /** We cut the last call, after this many bytes of its answer: it counts with an estimate. */
  cutOpen(streamedBytes: number): void;
  /** The server refused the call, or was never reached: nothing is billed. */
  unbilled(): void;
  /**
   * The call was answered.
   * @param recordedUsd the recorded cost of an answer from a record; otherwise the price determines it
   */
  answered(usage: ModelUsage | null, recordedUsd?: number | null): void;
  /** The most that the question has taken, including one more call. */
  atMostWith(next: Worst, price: ModelPrice | null): Cost;
  /** What the question is known to have taken so far. */
  known(): Pick<Charge, "usage" | "costUsd">;
  /** What the question took. A call without known usage counts against the budget with the most that it could take. */
  total(): Charge;
}

interface Call {
  readonly reservation: Reservation;
  readonly tokens: Worst;
  readonly worst: Cost;
  readonly price: ModelPrice | null;
}

/** The most that a call can take, at a price that may be unknown. */
export const mostOf = ({ inputTokens, outputTokens }: Worst, price: ModelPrice | null): Cost => ({
  tokens: inputTokens + outputTokens,
  usd: price === null ? null : worstCost(inputTokens, outputTokens, price),
});

export const createMeter = (budget: Budget): Meter => {
  let open: Call | null = null;
  let usage: ModelUsage | null = null;
  let costUsd: number | null = 0;
  let lostCalls = 0;
  let untold: Cost | null = null;
  let estimated: Estimated | null = null;
  let known: Cost = NOTHING;
  let limit: LimitReached | null = null;

  const settleUntold = ({ reservation, worst }: Call): void => {
    reservation.settle(worst);
    untold = together(untold, worst);
  };
  const lose = (): void => {
    if (open === null) return;
    settleUntold(open);
    lostCalls++;
    open = null;
  };

  return {
    begin: (tokens, price) => {
      lose();
      const worst = mostOf(tokens, price);
      const reserved = budget.reserve(worst);
      if (!reserved.ok) {
        limit = reserved.issues[0];
        return limit;
      }
      open = { reservation: reserved.value, tokens, worst, price };
      return null;
    },
    loseOpen: lose,
    cutOpen: (streamedBytes) => {
      if (open === null) return;
      const { reservation, tokens, price } = open;
      open = null;
      // The most that a call can take counts a token for each byte of its input.
      const inputTokens = Math.ceil(tokens.inputTokens / LEAST_BYTES_PER_TOKEN);
      const outputTokens = Math.min(tokens.outputTokens, Math.ceil(streamedBytes / LEAST_BYTES_PER_TOKEN));
      const usd = price === null ? null : worstCost(inputTokens, outputTokens, price);
      reservation.settle({ tokens: inputTokens + outputTokens, usd });
      estimated = {
        calls: (estimated?.calls ?? 0) + 1,
        inputTokens: (estimated?.inputTokens ?? 0) + inputTokens,
        outputTokens: (estimated?.outputTokens ?? 0) + outputTokens,
        usd: usd === null || estimated?.usd === null ? null : (estimated?.usd ?? 0) + usd,
      };
    },
    unbilled: () => {
      open?.reservation.release();
      open = null;
    },
    answered: (reported, recordedUsd) => {
      if (open === null) return;
      const call = open;
      open = null;
      const told = reported === null ? null : counts(reported);
      const computed = told === null || call.price === null ? null : costOf(told, call.price);
      const cost = recordedUsd === undefined ? computed : recordedUsd;
      if (told === null) settleUntold(call);
      else call.reservation.settle({ tokens: told.input_tokens + told.output_tokens, usd: cost ?? computed });
      if (told !== null) {
        known = together(known, { tokens: told.input_tokens + told.output_tokens, usd: cost ?? computed });
        usage = sum(usage, told);
      }
      costUsd = cost === null || costUsd === null ? null : costUsd + cost;
    },
    atMostWith: (next, price) =>
      [untold, tokensOf(estimated), open?.worst ?? null, mostOf(next, price)].reduce<Cost>(
        (sum, part) => (part === null ? sum : together(sum, part)),
        known,
      ),
    known: () => ({ usage, costUsd }),
    total: () => {
      lose();
      // If the total cost is unknown, include the known part here.
      const most = costUsd === null && untold !== null ? { ...untold, usd: together(untold, known).usd } : untold;
      return { usage, costUsd, lostCalls, estimated, untold: most, limit };
    },
  };
};

const NOTHING: Cost = { tokens: 0, usd: 0 };

const tokensOf = (estimated: Estimated | null): Cost | null =>
  estimated && { tokens: estimated.inputTokens + estimated.outputTokens, usd: estimated.usd };

const together = (first: Cost | null, second: Cost): Cost => ({
  tokens: (first?.tokens ?? 0) + second.tokens,
  usd: first?.usd === null || second.usd === null ? null : (first?.usd ?? 0) + second.usd,
});

/** Records and servers may report anything: no usage may give tokens back. */
const counts = (usage: ModelUsage): ModelUsage => {
  const count = (tokens: number) => (Number.isFinite(tokens) ? Math.max(0, Math.round(tokens)) : 0);
  const { input_tokens, output_tokens, cached_tokens, cache_write_tokens, reasoning_tokens } = usage;
  return {
    input_tokens: count(input_tokens),
    output_tokens: count(output_tokens),
    cached_tokens: count(cached_tokens),
    ...(cache_write_tokens === undefined ? {} : { cache_write_tokens: count(cache_write_tokens) }),
    ...(reasoning_tokens === undefined ? {} : { reasoning_tokens: count(reasoning_tokens) }),
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
