import { type LimitReached, type ModelRequest, modelRole } from "@llmch/contract";
import type { Budget } from "../money/budget.ts";
import type { Cost } from "../money/cost.ts";
import { fittingTokens, isWithin, leastTokens } from "../money/fit.ts";
import type { Meter } from "../money/meter.ts";
import type { ModelPrice } from "../money/prices.ts";
import { worstCase } from "../money/worst-case.ts";
import { type Capabilities, mostAnswerTokens } from "../transport/capabilities.ts";
import type { Limited } from "./answer-source.ts";

/** How many tokens an answer may have, by the settings and the budget. */
export interface Allowance {
  /** The limit for the next call. */
  tokens(): number;
  /** After a cut answer: sets the new limit from the settings, and the fewest tokens that could avoid another cut. */
  enlarge(wanted: number, least: number): void;
  /** The most that the question will have taken after one more call. */
  atMost(): Cost;
  /**
   * Before a billed call: reserves the most that it can take. Waits for other reservations if there is too little room; if that
   * does not help, allows the answer as much as fits. Returns the limit that the call could still cross; null if the call may be
   * made, or the signal fired.
   */
  spend(signal: AbortSignal): Promise<LimitReached | null>;
}

interface Asking {
  readonly request: ModelRequest;
  readonly meter: Meter;
  readonly budget: Budget;
  readonly price: ModelPrice | null;
  /** The token count of each answer in this role. */
  readonly taken: readonly number[];
  readonly known: () => Capabilities;
  readonly limited: Limited;
}

interface Decision {
  readonly reached: LimitReached | null;
  readonly most: Cost;
}

export const createAllowance = (
  first: number,
  { request, meter, budget, price, taken, known, limited }: Asking,
): Allowance => {
  let [wanted, allowed, least] = [first, first, 0];
  const worst = (tokens: number) => worstCase(request, mostAnswerTokens(tokens, known()));
  const fits = (tokens: number): boolean => isWithin(worst(tokens), price, budget.room());
  const likely = (): number => leastTokens(modelRole(request.call), request.likelyTokens ?? 0, taken);
  const fitted = (): number => {
    if (known().budget === "none") return wanted;
    return fittingTokens(worst(wanted), Math.max(least, likely()), price, budget.room());
  };
  const atMost = (): Cost => meter.atMostWith(worst(allowed), price);

  return {
    tokens: () => allowed,
    enlarge: (tokens, fewest) => {
      wanted = tokens;
      allowed = tokens;
      least = fewest;
    },
    atMost,
    spend: async (signal) => {
      meter.loseOpen();
      const before = allowed;
      const decided = await budget.inTurn((isAlone): Decision | null => {
        if (!isAlone && !fits(wanted)) return null;
        allowed = fitted();
        const most = atMost();
        return { reached: meter.begin(worst(allowed), price), most };
      }, signal);
      if (decided === null) return null;
      const { reached, most } = decided;
      if (reached === null && allowed < wanted && allowed !== before) await limited(allowed, wanted, most);
      return reached;
    },
  };
};
