import { type LimitReached, type RequestExecutor, type Spending, UNTOLD, untoldInWords } from "@llmch/contract";
import { chainOf } from "./asked.ts";
import type { AnswerSource } from "./live/answer-source.ts";
import { failure, limitFailure } from "./live/failure.ts";
import type { Budget } from "./money/budget.ts";
import { type Cost, costOf } from "./money/cost.ts";
import { NO_CHARGE } from "./money/meter.ts";
import type { PriceList } from "./money/prices.ts";
import type { CallOptions } from "./recorded-call.ts";

/**
 * Answers of agents. What one says that it spends counts while it works, as a model's does; but nothing can be reserved for it, so it is
 * stopped at a cap. One that does not tell what a cap is about is asked once.
 */
export const createExecuted = ({ models, prices, budget }: CallOptions & { readonly budget: Budget }) => {
  let untold: string | null = null;
  return (executor: RequestExecutor): AnswerSource =>
    async (request, { warned }) => {
      const from = { provider: "executor", askedModel: chainOf(request, models)[0] };
      const limit = budget.spend({ tokens: 0, usd: 0 });
      if (limit !== null) return { reply: limitFailure(limit), ...from, charge: { ...NO_CHARGE, limit } };
      if (untold !== null) {
        const { message, hint } = untoldInWords(untold);
        return { reply: failure("limit", message, hint), ...from, charge: NO_CHARGE };
      }
      let counted = { tokens: 0, usd: 0 };
      let reached: LimitReached | null = null;
      const count = (spending: Spending): boolean => {
        const now = costIn(spending, prices);
        // Nothing is given back.
        const most = { tokens: Math.max(now.tokens, counted.tokens), usd: Math.max(now.usd ?? 0, counted.usd) };
        reached = budget.spend({ tokens: most.tokens - counted.tokens, usd: most.usd - counted.usd });
        counted = most;
        return reached !== null;
      };
      const prompt = request.messages.map(({ content }) => content).join("\n\n");
      const { spending = UNTOLD, ...reply } = await executor.answer(prompt, count);
      count(spending);
      const charge = { ...NO_CHARGE, usage: spending.usage, costUsd: costIn(spending, prices).usd };
      const { usd, tokens } = budget.room();
      const isUntold = (usd !== null && charge.costUsd === null) || (tokens !== null && charge.usage === null);
      if (reply.kind === "answered" && isUntold) {
        untold = reply.model;
        await warned(`${untoldInWords(untold).message}: this answer is judged, and no other is asked for`);
      }
      return reply.kind === "failed" && reply.reason === "limit" && reached !== null
        ? { reply: limitFailure(reached), ...from, charge: { ...charge, limit: reached } }
        : { reply, ...from, charge };
    };
};

/** What was spent, as the agent says, or by the prices of the models that it names. */
const costIn = ({ usage, costUsd, byModel }: Spending, prices: PriceList): Cost => {
  const costs = byModel.map(({ model, usage: its }) => {
    const price = prices(model);
    return price === null ? null : costOf(its, price);
  });
  const priced =
    costs.length === 0 || costs.includes(null) ? null : costs.reduce<number>((sum, usd) => sum + (usd ?? 0), 0);
  return { tokens: usage === null ? 0 : usage.input_tokens + usage.output_tokens, usd: costUsd ?? priced };
};
