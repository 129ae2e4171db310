import { distrusted, modelsOf, type ResolvedSettings, withCommandKeys } from "@llmch/config";
import { type ModelRole, parseModelName } from "@llmch/contract";
import { COMPLEXITIES, DEFAULT_SETTINGS, type Settings } from "@llmch/contract/settings";
import {
  type Answers,
  type Connections,
  connect,
  type ModelSettings,
  modelSettings,
  modelsAsked,
  type PriceList,
  priceList,
  type RoleModels,
} from "@llmch/models";
import { resolveArtifactsRoot } from "@llmch/store";
import { accepted, type Environment, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { type ReplayRecord, readReplay } from "./replay-record.ts";

/** Which models are asked, and where answers come from: live servers, or a record, with what it says besides. */
export interface ModelSource extends Omit<ReplayRecord, "exchanges"> {
  readonly answers: Answers;
  /** The record's file; null for live models. */
  readonly replay: string | null;
  readonly models: ModelSettings;
  readonly prices: PriceList;
}

/** What is said besides where there is no record. */
const NO_RECORD = {
  landed: new Set<string>(),
  continued: new Set<string>(),
  derived: new Map(),
  answered: [],
  examination: null,
};

/**
 * Reads the record, or makes sure that there is a server and a key for every model, before anything is made or sent (contract §4, §6).
 * Refuses a dollar cap on a model of unknown price, because it could not be enforced.
 */
export const modelSource = async (
  options: {
    readonly replay?: string | undefined;
    readonly replayStrict: boolean;
    readonly answers?: string | undefined;
    readonly artifactsDir?: string | undefined;
    /** The window of a build that asks. */
    readonly part?: { readonly window: number } | undefined;
  },
  resolved: Pick<ResolvedSettings, "values" | "untrusted" | "doubtedPrices" | "origins">,
  role: ModelRole,
  { env, cwd }: { readonly env: Environment; readonly cwd: string },
): Promise<Result<ModelSource, Refusal>> => {
  const { values: settings, untrusted } = resolved;
  const replay = options.replay ?? replayNamed(settings[role].model);
  const prices = settingsPrices(resolved);
  const root = resolveArtifactsRoot(options.artifactsDir, env, cwd);
  const window = options.part?.window ?? null;
  const unreviewed = role === "factory" ? nobodyReviews(settings) : null;
  if (unreviewed !== null) return rejected(unreviewed);
  if (replay === null) {
    const denied = distrusted(untrusted, modelsOf(settings, role));
    if (denied !== null) return rejected(denied);
    const connected = connect(settings, role, env);
    if (!connected.ok) return connected;
    const { models, warnings } = connected.value;
    const keyed = await withCommandKeys(connected.value.connections, { env, cwd });
    if (!keyed.ok) return keyed;
    const connections = keyed.value;
    const unpriced = settings.budget.usd === null ? undefined : unpricedModel(models, role, resolved);
    if (unpriced !== undefined) return rejected(unpriced);
    const { answers: named } = options;
    const before = named === undefined ? null : await readReplay(named, { root, cwd, window, isStrict: false });
    if (before?.ok === false) return before;
    const recorded = before === null ? null : { exchanges: before.value.exchanges, strict: false, window };
    return accepted({
      ...NO_RECORD,
      ...{ answers: { kind: "live", connections, recorded }, replay, models, prices },
      answered: before?.value.answered ?? [],
      warnings: [
        ...warnings,
        ...(before?.value.warnings ?? []),
        ...ownReview(models[role]),
        ...disbelieved(models, role, resolved),
        ...leftOut(connections, role, resolved),
      ],
    });
  }
  const record = await readReplay(replay, { root, cwd, window, isStrict: options.replayStrict });
  if (!record.ok) return record;
  const { exchanges, ...recorded } = record.value;
  const answers = { kind: "replay", exchanges, strict: options.replayStrict, window } as const;
  const named = options.replay === undefined ? { ...settings, [role]: DEFAULT_SETTINGS[role] } : settings;
  const models = modelSettings(named);
  const warnings = [...recorded.warnings, ...ownReview(models[role])];
  return accepted({ ...recorded, answers, replay, models, prices, warnings });
};

/** For a run that asks no model, as when all of its orders are done: it needs no key. */
export const nobodyAsked = (resolved: Pick<ResolvedSettings, "values" | "doubtedPrices">): ModelSource => ({
  ...NO_RECORD,
  answers: { kind: "replay", exchanges: new Map(), strict: false },
  replay: null,
  models: modelSettings(resolved.values),
  prices: settingsPrices(resolved),
  warnings: [],
});

/** The file of a model named `replay:FILE`; null for any other model. */
const replayNamed = (chain: readonly string[]): string | null => {
  const [first, ...rest] = chain;
  const parsed = rest.length === 0 && first !== undefined ? parseModelName(first) : null;
  return parsed?.ok === true && parsed.value.provider === "replay" ? parsed.value.model : null;
};

type Prices = Pick<ResolvedSettings, "values" | "doubtedPrices">;

/** Model prices from the settings. The repo's own file cannot make other people's models cheaper. */
export const settingsPrices = ({ values, doubtedPrices }: Prices): PriceList =>
  priceList(values.models.prices, doubtedPrices);

/** Models whose price in the repo's own file is ignored, one sentence each. */
const disbelieved = (models: ModelSettings, role: ModelRole, prices: Prices): readonly string[] => {
  const [said, counting] = [priceList(prices.values.models.prices), settingsPrices(prices)];
  return modelsAsked(models[role]).flatMap((name) => {
    const [low, high] = [said(name), counting(name)];
    const isLower = low !== null && high !== null && (low.input < high.input || low.output < high.output);
    return isLower ? [`${name} costs more than the repo's own file says: llmch's price counts`] : [];
  });
};

/** A model rarely sees its own mistakes. */
const ownReview = ({ chain, further, review }: RoleModels): readonly string[] =>
  review !== null && [...chain, ...further].includes(review)
    ? [`${review} reviews its own work: another model sees more (--review, or review.model in the settings)`]
    : [];

/** Refuses if triage may ask for a review and there is no reviewer. */
const nobodyReviews = ({ triage, review }: Settings): Refusal | null => {
  const asking = COMPLEXITIES.find((each) => triage[each].review === "on");
  if (!triage.orders || review.model !== null || asking === undefined) return null;
  const message = `triage.${asking} asks for a review, but no reviewer is set`;
  return refusal("bad-settings", message, "name one with --review, or as review.model in the settings");
};

/** Warnings about a temperature that was set explicitly but that a provider's API does not accept; the default is dropped silently. */
const leftOut = (
  { byModel }: Connections,
  role: ModelRole,
  { values, origins }: Pick<ResolvedSettings, "values" | "origins">,
): readonly string[] => {
  const name = `${role}.temperature`;
  const { temperature } = values[role];
  if (temperature === null || !Object.hasOwn(origins, name)) return [];
  return [...byModel].flatMap(([model, connection]) =>
    !connection.server.capabilities.temperature
      ? [`${model} is asked without a temperature: its API takes none (${origins[name]} says ${temperature})`]
      : [],
  );
};

/** Why a dollar cap could not be enforced: a price is unknown, or comes only from the repo's own file. */
const unpricedModel = (
  models: ModelSettings,
  role: ModelRole,
  { values, doubtedPrices }: Prices,
): Refusal | undefined => {
  const said = Object.entries(values.models.prices);
  const sure = priceList(Object.fromEntries(said.filter(([name]) => !doubtedPrices.includes(name))));
  const name = modelsAsked(models[role]).find((each) => sure(each) === null);
  if (name === undefined) return undefined;
  const isSaid = priceList(values.models.prices)(name) !== null;
  return refusal(
    "unknown-price",
    `the price of ${name} ${isSaid ? "comes only from the repo's own file" : "is not known"}, so a budget in dollars cannot be enforced`,
    `give it in ${isSaid ? "your own settings file" : "the settings"} under models.prices, or cap tokens with --max-tokens`,
  );
};
