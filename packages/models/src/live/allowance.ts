import { type LimitReached, type ModelRequest, modelRole } from "@llmch/contract";
import type { Budget, Cost } from "../money/budget.ts";
import { fittingTokens, isWithin, leastTokens } from "../money/fit.ts";
import type { Meter } from "../money/meter.ts";
import type { ModelPrice } from "../money/prices.ts";
import { worstCase } from "../money/worst-case.ts";
import { type Capabilities, mostAnswerTokens } from "../transport/capabilities.ts";
import type { Limited } from "./answer-source.ts";

/** How many tokens the answer to a question may have: by the settings, and within the budget. */
export interface Allowance {
  /** As many as the next call allows it. */
  tokens(): number;
  /** For an answer that was cut: how many it may have by the settings now, and with how few it would be cut again. */
  enlarge(wanted: number, least: number): void;
  /** The most that the question has taken once it is asked again. */
  atMost(): Cost;
  /**
   * Before a call that is billed: sets aside the most that it can take. What others have set aside is waited for; where there is too
   * little even so, the answer is allowed as much as fits. Says which limit the call could cross all the same; null where it
   * may be made, or the signal fired.
   */
  spend(signal: AbortSignal): Promise<LimitReached | null>;
}

interface Asking {
  readonly request: ModelRequest;
  readonly meter: Meter;
  readonly budget: Budget;
  readonly price: ModelPrice | null;
  /** How many tokens each answer in this role had. */
  readonly taken: readonly number[];
  readonly known: () => Capabilities;
  readonly limited: Limited;
}

export const createAllowance = (
  first: { readonly tokens: number; readonly least: number },
  { request, meter, budget, price, taken, known, limited }: Asking,
): Allowance => {
  let { tokens: wanted, least } = first;
  let allowed = wanted;
  const worst = (tokens: number) => worstCase(request, mostAnswerTokens(tokens, known()));
  const fits = (tokens: number): boolean => isWithin(worst(tokens), price, budget.room());
  const fitted = (): number => {
    if (known().budget === "none") return wanted;
    const likely = leastTokens(modelRole(request.call), request.likelyTokens ?? 0, taken);
    return fittingTokens(worst(wanted), Math.max(least, likely), price, budget.room());
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
      const decided = await budget.inTurn((isAlone) => {
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
