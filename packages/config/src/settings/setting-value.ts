import type { NamedSetting, Settings } from "@llmch/contract/settings";

/** The value of a setting known by name. */
export const settingValue = (settings: Settings, { path: [group, key] }: Pick<NamedSetting, "path">): unknown => {
  const values = Object.entries(settings).find(([name]) => name === group)?.[1];
  return key === undefined ? values : Object.entries(values ?? {}).find(([name]) => name === key)?.[1];
};
