import type { Setting } from "./setting.ts";
import { SETTINGS } from "./settings.ts";

/** A setting with its full name, `planner.model`. */
export interface NamedSetting extends Setting<unknown> {
  readonly name: string;
  readonly group: string;
  /** Its name in its group. */
  readonly key: string;
}

const LIST: readonly NamedSetting[] = Object.entries(SETTINGS).flatMap(([group, settings]) =>
  Object.entries(settings).map(([key, setting]): NamedSetting => ({ ...setting, name: `${group}.${key}`, group, key })),
);

/** Every setting, in the catalogue's order. */
export const settingList = (): readonly NamedSetting[] => LIST;

export const settingNamed = (name: string): NamedSetting | undefined => LIST.find((setting) => setting.name === name);

/** The environment variable of a setting: a custom one, or `LLMCH_<GROUP>_<NAME>`. */
export const variableOf = ({ variable, group, key }: NamedSetting): string =>
  variable ?? `LLMCH_${group}_${key}`.toUpperCase();
