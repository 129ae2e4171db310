import type { PlanConfig, RunConfig } from "@llmch/contract";
import { OWN_EXECUTOR, type Settings, settingList, settingNamed } from "@llmch/contract/settings";
import { isJsonObject } from "@llmch/text";
import type { GivenSettings } from "../options.ts";
import { layered } from "./layers.ts";
import { settingValue } from "./setting-value.ts";

/** The settings that a record keeps: values that differ from the defaults. */
export const recordedSettings = (settings: Settings): RunConfig["settings"] => {
  const kept: RunConfig["settings"] = {};
  for (const setting of settingList()) {
    const { group, key, kind, default: fallback } = setting;
    // Notifications are not part of a run, no record may name a command that is run unasked, and a run's config says what waits.
    if (group === "notify" || group === "executors" || group === "approve") continue;
    const said = settingValue(settings, setting);
    const value = setting.name === EXECUTOR && typeof said === "object" && said !== null ? OWN_EXECUTOR : said;
    if (JSON.stringify(value) === JSON.stringify(fallback)) continue;
    const document = JSON.parse(JSON.stringify(value, (name, each) => (name === "key_command" ? null : each)));
    if (kind.read(document).ok) kept[group] = { ...kept[group], [key]: document };
  }
  return kept;
};

/**
 * Settings that belong to the machine and the day, not to the run: how servers are reached, what they cost, how dependencies are
 * installed.
 */
const OF_THE_DAY: ReadonlySet<string> = new Set([
  "network",
  "models",
  "setup",
  "sandbox",
  "run",
  "notify",
  "executors",
]);
const EXECUTOR = "factory.executor";
/** An exception, because it determines the contents of commits. */
const OF_THE_RUN = "setup.derive";

/** The settings for resuming a recorded run: those in its record, today's for what belongs to the machine, and those from flags. */
export const settingsToGoOn = (
  config: Omit<RunConfig, "orders" | "out"> | PlanConfig,
  role: "planner" | "factory",
  today: Settings,
  given: GivenSettings,
): Settings => {
  const recorded: Record<string, unknown> = {};
  for (const setting of settingList()) {
    const { group, key } = setting;
    if (OF_THE_DAY.has(group) && setting.name !== OF_THE_RUN) {
      recorded[setting.name] = settingValue(today, setting);
      continue;
    }
    const members = config.settings[group];
    const value = isJsonObject(members) && Object.hasOwn(members, key) ? members[key] : undefined;
    const read = value === undefined ? null : setting.kind.read(value);
    if (read?.ok !== true) continue;
    const own = setting.name === EXECUTOR && read.value === OWN_EXECUTOR ? today.factory.executor : null;
    recorded[setting.name] = own ?? read.value;
  }
  // A chain of models is also recorded as a list, because a file name may contain the separator.
  const model = `${role}.model`;
  const chain = Object.hasOwn(recorded, model) ? { [model]: recorded[model] } : {};
  const layer = { values: { ...recorded, ...namedIn(config, role), ...chain }, originOf: () => "the record" };
  return layered([layer, { values: given, originOf: () => "a flag" }]).values;
};

/** Settings that records keep as separate members, whether or not they are the defaults. */
const namedIn = (
  config: Omit<RunConfig, "orders" | "out"> | PlanConfig,
  role: "planner" | "factory",
): Readonly<Record<string, unknown>> => {
  const texts: Record<string, string> =
    "llm_model" in config
      ? {
          model: config.llm_model,
          timeout_seconds: String(config.timeout_seconds),
          max_attempts: String(config.max_attempts),
          ...(config.llm_temperature === null ? {} : { temperature: String(config.llm_temperature) }),
          ...(config.push ? {} : { push: "never" }),
        }
      : {
          model: config.model,
          max_attempts: String(config.max_attempts),
          ...(config.reasoning_effort === null ? {} : { reasoning_effort: config.reasoning_effort }),
        };
  const values: Record<string, unknown> = {};
  for (const [key, text] of Object.entries(texts)) {
    const read = settingNamed(`${role}.${key}`)?.kind.fromText(text);
    if (read?.ok === true) values[`${role}.${key}`] = read.value;
  }
  return values;
};
