import { isJsonObject, type PlanConfig, type RunConfig, recordedModelName } from "@llmch/contract";
import { type Settings, settingList, settingNamed } from "@llmch/contract/settings";
import type { GivenSettings } from "../options.ts";
import { layered } from "./layers.ts";
import { settingValue } from "./setting-value.ts";

/** What a record keeps of the settings: values that differ from the defaults. */
export const recordedSettings = (settings: Settings): NonNullable<RunConfig["settings"]> => {
  const kept: NonNullable<RunConfig["settings"]> = {};
  for (const setting of settingList()) {
    const { group, key, kind, default: fallback } = setting;
    // Whom it is told is no part of the run, and no record of a run names a command that is run unasked.
    if (group === "notify") continue;
    const value = settingValue(settings, setting);
    if (JSON.stringify(value) === JSON.stringify(fallback)) continue;
    const document = JSON.parse(JSON.stringify(value));
    if (kind.read(document).ok) kept[group] = { ...kept[group], [key]: document };
  }
  return kept;
};

/** How servers are reached, what they cost, and how dependencies get there belongs to the machine and the day, not to the run. */
const OF_THE_DAY: ReadonlySet<string> = new Set(["network", "models", "setup", "sandbox", "run", "notify"]);
/** What commits are made of belongs to the run all the same. */
const OF_THE_RUN = "setup.derive";

/**
 * The settings that a recorded run goes on with: those of its record, those of today for what belongs to the machine, and what
 * flags say now.
 */
export const settingsToGoOn = (
  config: RunConfig | PlanConfig,
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
    const members = config.settings?.[group];
    const value = isJsonObject(members) && Object.hasOwn(members, key) ? members[key] : undefined;
    const read = value === undefined ? null : setting.kind.read(value);
    if (read?.ok === true) recorded[setting.name] = read.value;
  }
  // A chain of models is recorded as such too: the name of a file may hold what separates names.
  const model = `${role}.model`;
  const chain = Object.hasOwn(recorded, model) ? { [model]: recorded[model] } : {};
  const layer = { values: { ...recorded, ...namedIn(config, role), ...chain }, originOf: () => "the record" };
  return layered([layer, { values: given, originOf: () => "a flag" }]).values;
};

/** What records have under names of their own; those of older versions have nothing else. */
const namedIn = (config: RunConfig | PlanConfig, role: "planner" | "factory"): Readonly<Record<string, unknown>> => {
  const texts: Record<string, string> =
    "llm_model" in config
      ? {
          model: recordedModelName(config.llm_model),
          timeout_seconds: String(config.timeout_seconds),
          max_attempts: String(config.max_attempts),
          ...(config.llm_temperature === null ? {} : { temperature: String(config.llm_temperature) }),
          ...(config.push ? {} : { push: "never" }),
        }
      : {
          model: recordedModelName(config.model),
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
