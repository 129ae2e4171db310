import type { NamedSetting, Settings } from "@llmch/contract/settings";

/** The value of a setting known by name. */
export const settingValue = (settings: Settings, { group, key }: Pick<NamedSetting, "group" | "key">): unknown => {
  const values = Object.entries(settings).find(([name]) => name === group)?.[1];
  return Object.entries(values ?? {}).find(([name]) => name === key)?.[1];
};
