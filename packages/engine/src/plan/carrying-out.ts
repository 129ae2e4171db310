import { join } from "node:path";
import { counted, dollarsInWords, type JsonObject, printable, tokensInWords, utf8Length } from "@llmch/contract";
import type { FactorySettings } from "@llmch/contract/settings";
import { readTextFile } from "@llmch/files";
import { costOf, PRICES_AS_OF, type PriceList } from "@llmch/models";
import { type CallTokens, type CompiledPlan, estimatedFiles, estimateOrders, type OrderEstimate } from "@llmch/planner";
import { fileSizes } from "@llmch/workspace";
import { settingsPrices } from "../asking/model-source.ts";
import type { Context } from "../context.ts";
import type { Target } from "./target.ts";

/** What carrying a plan out may take: a line for people, and the document that is recorded. */
export interface Estimate {
  readonly line: string;
  readonly document: JsonObject;
}

/** Estimates a plan over the repo that it was made for, by the settings of the factory and the prices of today. */
export const estimateCarryingOut = async (
  { orders }: CompiledPlan,
  { directory, commit, files }: Target,
  { settings, templates, env }: Context,
): Promise<Estimate | null> => {
  const template = await readTextFile(join(templates, "FACTORY_PROMPT.md"));
  if (!template.ok) return null;
  const listed = new Set(files);
  const wanted = estimatedFiles(orders).filter((path) => listed.has(path));
  const standing = directory === null ? new Map() : await fileSizes(directory, commit, wanted, env);
  const { factory } = settings.values;
  const listing = files.slice(0, factory.listed_paths).join("\n");
  const commonBytes = utf8Length(template.value) + utf8Length(listing);
  const estimates = estimateOrders({ orders, standing, commonBytes, settings: factory });
  return estimateInWords(estimates, factory, settingsPrices(settings));
};

/** What is known of one end of the range. */
interface Sum {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost_usd: number | null;
}

/** The range in dollars where both ends can be priced, in tokens elsewhere: never a guess. */
export const estimateInWords = (
  estimates: readonly OrderEstimate[],
  settings: FactorySettings,
  prices: PriceList,
): Estimate => {
  const { max_attempts, escalate_model } = settings;
  const [model] = settings.model;
  const low = sumOf(estimates.map((each) => costed(each.low, model, prices)));
  const high = sumOf(
    estimates.flatMap(({ high: { asked, escalated } }) => [
      costed(asked, model, prices),
      ...(escalate_model === null ? [] : [costed(escalated, escalate_model, prices)]),
    ]),
  );
  const isPriced = low.cost_usd !== null && high.cost_usd !== null;
  const range =
    low.cost_usd !== null && high.cost_usd !== null
      ? `about ${dollarsInWords(low.cost_usd)} to ${dollarsInWords(high.cost_usd)}`
      : `about ${tokens(low)} to ${tokens(high)} tokens, cost unknown`;
  const models = escalate_model === null ? model : `${model}, then ${escalate_model}`;
  const attempts = max_attempts === 1 ? "one attempt each" : `one attempt each, to all ${max_attempts}`;
  const basis = `${counted(estimates.length, "order")} with ${models}${isPriced ? ` at prices of ${PRICES_AS_OF}` : ""}: ${attempts}`;
  return {
    line: printable(`carrying it out  ${range} (${basis})`),
    document: {
      orders: estimates.length,
      model,
      escalate_model,
      max_attempts,
      low: { ...low },
      high: { ...high },
      prices_as_of: isPriced ? PRICES_AS_OF : null,
      basis,
    },
  };
};

const tokens = ({ input_tokens, output_tokens }: Sum): string => tokensInWords(input_tokens + output_tokens);

/** Priced call by call, for the rate of one may hang on how much it is told. */
const costed = ({ calls, input_tokens, output_tokens }: CallTokens, model: string, prices: PriceList): Sum => {
  const price = calls === 0 ? null : prices(model);
  const each = { input_tokens: input_tokens / calls, output_tokens: output_tokens / calls, cached_tokens: 0 };
  const cost_usd = calls === 0 ? 0 : price === null ? null : calls * costOf(each, price);
  return { input_tokens, output_tokens, cost_usd };
};

const sumOf = (parts: readonly Sum[]): Sum =>
  parts.reduce(
    (sum, part) => ({
      input_tokens: sum.input_tokens + part.input_tokens,
      output_tokens: sum.output_tokens + part.output_tokens,
      cost_usd: sum.cost_usd === null || part.cost_usd === null ? null : sum.cost_usd + part.cost_usd,
    }),
    { input_tokens: 0, output_tokens: 0, cost_usd: 0 },
  );
