import { join } from "node:path";
import type { Context } from "@llmch/config";
import { examinerNamed, type FactorySettings } from "@llmch/contract/settings";
import { readTextFile } from "@llmch/files";
import { costOf, type ModelPrice, PRICES_AS_OF, type PriceList } from "@llmch/models";
import { type CallTokens, type CompiledPlan, estimatedFiles, estimateOrders, type OrderEstimate } from "@llmch/planner";
import { limitsFor, mayDivide, settingsPrices } from "@llmch/records";
import { counted, type JsonObject, utf8Length } from "@llmch/text";
import { fileSizes } from "@llmch/workspace";
import type { Target } from "./target.ts";

/** Estimates a plan against the repo that it was made for, using the factory's settings and today's prices. Null if nothing is known. */
export const estimateCarryingOut = async (
  { orders }: Pick<CompiledPlan, "orders">,
  { directory, commit, files }: Pick<Target, "directory" | "commit" | "files">,
  { settings, templates, env }: Context,
  /** Whether the work will be designed first. */
  isToBeDesigned = false,
): Promise<JsonObject | null> => {
  const template = await readTextFile(join(templates, "FACTORY_PROMPT.md"));
  if (!template.ok) return null;
  const listed = new Set(files);
  const wanted = estimatedFiles(orders).filter((path) => listed.has(path));
  const standing = directory === null ? new Map() : await fileSizes(directory, commit, wanted, env);
  const { factory, review, triage, examine } = settings.values;
  const limits = limitsFor(factory.model, settings.values.models);
  const listing = files.slice(0, limits.paths).join("\n");
  const commonBytes = utf8Length(template.value) + utf8Length(listing);
  const reviewing = review.model === null ? null : await readTextFile(join(templates, "REVIEWER_PROMPT.md"));
  const reviewed =
    reviewing?.ok === true ? { review: { rounds: review.rounds, commonBytes: utf8Length(reviewing.value) } } : {};
  const estimates = estimateOrders({ orders, standing, commonBytes, settings: factory, limits, ...reviewed });
  return estimateOf(estimates, factory, settingsPrices(settings), {
    reviewer: review.model,
    examiner: examinerNamed(examine.model),
    uncounted: [
      ...(isToBeDesigned ? ["a design"] : []),
      ...(triage.orders ? ["triage"] : []),
      ...(mayDivide(settings.values) ? ["divisions"] : []),
    ],
  });
};

/** The questions besides each order's own. */
export interface Besides {
  /** The reviewing model; null if there is no review. */
  readonly reviewer: string | null;
  /** The examining model; null if nothing is examined. */
  readonly examiner?: string | null;
  /** What is not counted, in words. */
  readonly uncounted: readonly string[];
}

/** The likely or the highest total. */
interface Sum {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost_usd: number | null;
}

/** What carrying out orders may cost, as it is recorded. */
export const estimateOf = (
  estimates: readonly OrderEstimate[],
  settings: FactorySettings,
  known: PriceList,
  { reviewer, examiner = null, uncounted }: Besides = { reviewer: null, uncounted: [] },
): JsonObject => {
  const { max_attempts, escalation } = settings;
  const origins = new Set<ModelPrice["from"]>();
  const prices: PriceList = (name) => {
    const price = known(name);
    if (price !== null) origins.add(price.from);
    return price;
  };
  const [model] = settings.model;
  const stronger = escalation.flatMap((row) => row.model ?? []);
  const examined = (calls: CallTokens) => (examiner === null ? [] : [costed(calls, examiner, prices)]);
  const likely = sumOf([
    ...examined(EXAMINATION.likely),
    ...estimates.flatMap((each) => [
      costed(each.likely, model, prices),
      ...(reviewer === null || each.review === undefined ? [] : [costed(each.review.likely, reviewer, prices)]),
    ]),
  ]);
  const high = sumOf([
    ...examined(EXAMINATION.high),
    ...estimates.flatMap(({ high: all, review }) => [
      dearest([model, ...stronger].map((each) => costed(all, each, prices))),
      ...(reviewer === null || review === undefined ? [] : [costed(review.high, reviewer, prices)]),
    ]),
  ]);
  const isPriced = likely.cost_usd !== null && high.cost_usd !== null;
  const models = [
    [model, ...stronger].join(", then "),
    ...(reviewer === null ? [] : [`reviewed by ${reviewer}`]),
    ...(examiner === null ? [] : [`examined by ${examiner}`]),
  ].join(", ");
  const attempts = max_attempts === 1 ? "one attempt each" : `all ${max_attempts} attempts`;
  const atMost = [attempts, ...(reviewer === null ? [] : ["every round of review"])].join(" and ");
  const isDated = isPriced && origins.has("table");
  const dated = isDated ? ` at prices of ${PRICES_AS_OF}` : isPriced && origins.has(undefined) ? " at your prices" : "";
  const apart = uncounted.length === 0 ? "" : `; without ${uncounted.join(", ")}`;
  const basis = `${counted(estimates.length, "order")} with ${models}${dated}: likely by the sizes of files, at most with ${atMost}${apart}`;
  return {
    orders: estimates.length,
    model,
    max_attempts,
    ...(reviewer === null ? {} : { reviewer }),
    likely: { ...likely },
    high: { ...high },
    prices_as_of: isDated ? PRICES_AS_OF : null,
    basis,
  };
};

/** The spec, the product's outside and 20 KB of checks, and what fails asked back; at most, a second answer too. */
const EXAMINATION = {
  likely: { calls: 2, input_tokens: 10_000, output_tokens: 8_000 },
  high: { calls: 3, input_tokens: 40_000, output_tokens: 40_000 },
} as const;

/** Priced call by call, because the rate of a call may depend on its input size. */
const costed = ({ calls, input_tokens, output_tokens }: CallTokens, model: string, prices: PriceList): Sum => {
  const price = calls === 0 ? null : prices(model);
  const each = { input_tokens: input_tokens / calls, output_tokens: output_tokens / calls, cached_tokens: 0 };
  const cost_usd = calls === 0 ? 0 : price === null ? null : calls * costOf(each, price);
  return { input_tokens, output_tokens, cost_usd };
};

/** The sum that costs most; one of unknown price before all others. */
const dearest = (sums: readonly Sum[]): Sum =>
  sums.reduce((most, each) =>
    most.cost_usd !== null && (each.cost_usd === null || each.cost_usd > most.cost_usd) ? each : most,
  );

const sumOf = (parts: readonly Sum[]): Sum =>
  parts.reduce(
    (sum, part) => ({
      input_tokens: sum.input_tokens + part.input_tokens,
      output_tokens: sum.output_tokens + part.output_tokens,
      cost_usd: sum.cost_usd === null || part.cost_usd === null ? null : sum.cost_usd + part.cost_usd,
    }),
    { input_tokens: 0, output_tokens: 0, cost_usd: 0 },
  );
