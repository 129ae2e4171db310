import { SETTINGS, type Setting } from "@llmch/contract/settings";

/** A setting with its full name, `planner.model`. */
export interface NamedSetting extends Setting<unknown> {
  readonly name: string;
}

/** Every setting, in the catalogue's order. */
export const settingList = (): readonly NamedSetting[] =>
  Object.entries(SETTINGS).flatMap(([group, settings]) =>
    Object.entries(settings).map(([name, setting]): NamedSetting => ({ ...setting, name: `${group}.${name}` })),
  );

/** The environment variable of a setting: its own, else `LLMCH_<GROUP>_<NAME>`. */
export const variableOf = (setting: NamedSetting | string): string =>
  typeof setting === "string"
    ? `LLMCH_${setting.replace(".", "_").toUpperCase()}`
    : (setting.variable ?? variableOf(setting.name));
