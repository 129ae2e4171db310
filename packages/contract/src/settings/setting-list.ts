import type { Setting } from "./setting.ts";
import { SETTINGS } from "./settings.ts";

/** A setting with its full name, `planner.model`. */
export interface NamedSetting extends Setting<unknown> {
  readonly name: string;
  readonly group: string;
  /** Its name in its group; the group's own name if the whole group is one setting. */
  readonly key: string;
  /** Where it is in a settings file. */
  readonly path: readonly [string] | readonly [string, string];
}

type Group = Setting<unknown> | Readonly<Record<string, Setting<unknown>>>;

/** True for a group whose members the user names. */
export const isOneSetting = (group: Group): group is Setting<unknown> => "kind" in group && "read" in group.kind;

const LIST: readonly NamedSetting[] = Object.entries(SETTINGS).flatMap(
  ([group, settings]: [string, Group]): readonly NamedSetting[] =>
    isOneSetting(settings)
      ? [{ ...settings, name: group, group, key: group, path: [group] }]
      : Object.entries(settings).map(([key, each]) => ({
          ...{ ...each, name: `${group}.${key}`, group, key },
          path: [group, key],
        })),
);

/** Every setting, in the catalogue's order. */
export const settingList = (): readonly NamedSetting[] => LIST;

export const settingNamed = (name: string): NamedSetting | undefined => LIST.find((setting) => setting.name === name);

/** The environment variable of a setting: a custom one, or `LLMCH_<GROUP>_<NAME>`. */
export const variableOf = ({ variable, path }: NamedSetting): string =>
  variable ?? ["LLMCH", ...path].join("_").toUpperCase();
