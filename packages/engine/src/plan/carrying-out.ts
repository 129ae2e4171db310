import { join } from "node:path";
import { counted, dollarsInWords, type JsonObject, printable, tokensInWords, utf8Length } from "@llmch/contract";
import type { FactorySettings } from "@llmch/contract/settings";
import { readTextFile } from "@llmch/files";
import { costOf, PRICES_AS_OF, type PriceList } from "@llmch/models";
import {
  type CallTokens,
  type CompiledPlan,
  estimatedFiles,
  estimateOrders,
  type Measured,
  type OrderEstimate,
} from "@llmch/planner";
import { fileSizes } from "@llmch/workspace";
import { settingsPrices } from "../asking/model-source.ts";
import type { Context } from "../context.ts";
import { type DesignEstimate, designEstimate } from "./design-estimate.ts";
import { measuredAnswers } from "./measured-answers.ts";
import type { Target } from "./target.ts";

/** What carrying a plan out may take: a line for people, the document that is recorded, and what it sums up. */
export interface Estimate {
  readonly orders: readonly OrderEstimate[];
  readonly line: string;
  readonly document: JsonObject;
}

/** Estimates a plan over the repo that it was made for, by the settings of the factory and the prices of today. */
export const estimateCarryingOut = async (
  { orders }: Pick<CompiledPlan, "orders">,
  { directory, commit, files }: Pick<Target, "directory" | "commit" | "files">,
  artifactsRoot: string,
  { settings, templates, env }: Context,
  /** Whether the work is to be designed first. */
  isToBeDesigned = false,
): Promise<Estimate | null> => {
  const template = await readTextFile(join(templates, "FACTORY_PROMPT.md"));
  if (!template.ok) return null;
  const listed = new Set(files);
  const wanted = estimatedFiles(orders).filter((path) => listed.has(path));
  const standing = directory === null ? new Map() : await fileSizes(directory, commit, wanted, env);
  const { factory } = settings.values;
  const listing = files.slice(0, factory.listed_paths).join("\n");
  const commonBytes = utf8Length(template.value) + utf8Length(listing);
  const measured = await measuredAnswers(artifactsRoot, factory.model[0]);
  const estimates = estimateOrders({ orders, standing, commonBytes, measured, settings: factory });
  const design = isToBeDesigned ? designEstimate(orders, listing, settings.values) : null;
  return estimateInWords(estimates, measured, factory, settingsPrices(settings), settings.values.review.model, design);
};

/** What is likely, or the most. */
interface Sum {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost_usd: number | null;
}

/** In dollars where both can be priced, in tokens elsewhere: never a guess. */
export const estimateInWords = (
  estimates: readonly OrderEstimate[],
  measured: Pick<Measured, "answers"> | null,
  settings: FactorySettings,
  prices: PriceList,
  /** Who reviews; null if nobody does. */
  reviewer: string | null = null,
  /** What it takes to design the work first; null if nobody does. */
  design: DesignEstimate | null = null,
): Estimate => {
  const { max_attempts, escalate_model } = settings;
  const [model] = settings.model;
  const likely = sumOf([
    ...(design === null ? [] : [costed(design.likely, design.model, prices)]),
    ...estimates.map((each) => costed(each.likely, model, prices)),
  ]);
  const high = sumOf([
    ...(design === null ? [] : [costed(design.high, design.model, prices)]),
    ...estimates.flatMap(({ high: { asked, escalated } }) => [
      costed(asked, model, prices),
      ...(escalate_model === null ? [] : [costed(escalated, escalate_model, prices)]),
    ]),
  ]);
  const isPriced = likely.cost_usd !== null && high.cost_usd !== null;
  const range =
    likely.cost_usd !== null && high.cost_usd !== null
      ? `likely ${dollarsInWords(likely.cost_usd)}, at most ${dollarsInWords(high.cost_usd)}`
      : `likely ${tokens(likely)} tokens, at most ${tokens(high)}, cost unknown`;
  const models = escalate_model === null ? model : `${model}, then ${escalate_model}`;
  const attempts = max_attempts === 1 ? "one attempt each" : `all ${max_attempts} attempts`;
  const by =
    measured === null ? "the sizes of files" : `${counted(measured.answers, "earlier answer")} and the sizes of files`;
  const basis = `${counted(estimates.length, "order")} with ${models}${isPriced ? ` at prices of ${PRICES_AS_OF}` : ""}: likely by ${by}, at most with ${attempts}${design === null ? "" : `; with a design by ${design.model}`}${reviewer === null ? "" : `; what ${reviewer} takes to review is not counted`}`;
  return {
    orders: estimates,
    line: printable(`carrying it out  ${range} (${basis})`),
    document: {
      orders: estimates.length,
      model,
      escalate_model,
      max_attempts,
      likely: { ...likely },
      high: { ...high },
      measured_answers: measured?.answers ?? 0,
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
