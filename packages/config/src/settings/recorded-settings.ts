import type { PlanConfig, RunConfig } from "@llmch/contract";
import { OWN_EXECUTOR, type Settings, settingList } from "@llmch/contract/settings";
import { isJsonObject } from "@llmch/text";
import type { GivenSettings } from "../options.ts";
import { layered } from "./layers.ts";
import type { ResolvedSettings } from "./resolved-settings.ts";
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

/** Settings that belong to the machine and the day, not to the run: how servers are reached, what they cost, how dependencies are installed. */
const OF_THE_DAY: ReadonlySet<string> = new Set([
  "network",
  "models",
  "setup",
  "sandbox",
  "run.exclusive",
  "notify",
  "executors",
]);
const EXECUTOR = "factory.executor";
/** An exception, because it determines the contents of commits. */
const OF_THE_RUN = "setup.derive";

/**
 * The settings with which a run goes on: those that its record says applied, today's for what belongs to the machine or says how far a
 * build may go, and those that are given now.
 */
export const settingsToGoOn = (
  recorded: Pick<RunConfig, "settings" | "approve"> | PlanConfig,
  { values: today, origins }: Pick<ResolvedSettings, "values" | "origins">,
  given: GivenSettings,
): Settings => {
  const values: Record<string, unknown> = "approve" in recorded ? { approve: recorded.approve } : {};
  for (const setting of settingList()) {
    const { group, key, name } = setting;
    const isOfToday = (OF_THE_DAY.has(group) || OF_THE_DAY.has(name)) && name !== OF_THE_RUN;
    if (isOfToday || (group === "build" && Object.hasOwn(origins, name))) {
      values[name] = settingValue(today, setting);
      continue;
    }
    const members = recorded.settings[group];
    const value = isJsonObject(members) && Object.hasOwn(members, key) ? members[key] : undefined;
    const read = value === undefined ? null : setting.kind.read(value);
    if (read?.ok !== true) continue;
    const own = name === EXECUTOR && read.value === OWN_EXECUTOR ? today.factory.executor : null;
    values[name] = own ?? read.value;
  }
  return layered([
    { values, originOf: () => "the record" },
    { values: given, originOf: () => "a flag" },
  ]).values;
};
