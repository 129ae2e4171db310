import { SETTINGS } from "@llmch/contract/settings";
import type { GivenSettings } from "@llmch/engine";
import { type Command, InvalidArgumentError, Option } from "commander";
import { present } from "./values.ts";

export type SettingGroup = "planner" | "factory" | "budget" | "network";

interface SettingFlag {
  /** `planner.model` */
  readonly name: string;
  readonly option: Option;
}

/** A value that was read, wrapped: commander takes a null, which `none` is, for no value at all. */
interface Read {
  readonly read: unknown;
}

/** The flags of the settings of these groups, in the catalogue's order. */
const settingFlags = (groups: readonly SettingGroup[]): readonly SettingFlag[] =>
  groups.flatMap((group) =>
    Object.entries(SETTINGS[group]).flatMap(([name, { flag, about, kind, default: fallback }]): SettingFlag[] => {
      if (flag === null) return [];
      const default_ = fallback === null ? "" : ` (default: ${[fallback].flat().join(", ")})`;
      const option = new Option(flag, `${about.replace(/\.$/, "")}${default_}`).argParser((text) => {
        const value = kind.fromText(present(text));
        if (!value.ok) throw new InvalidArgumentError(`give ${value.issues[0]}`);
        return { read: value.value } satisfies Read;
      });
      return [{ name: `${group}.${name}`, option }];
    }),
  );

export const addSettingFlags = (command: Command, groups: readonly SettingGroup[]): Command => {
  for (const { option } of settingFlags(groups)) command.addOption(option);
  return command;
};

/** Takes what flags say of settings out of a command's options. */
export const withGiven = <Options extends object>(
  options: Options,
  groups: readonly SettingGroup[],
): Options & { readonly given: GivenSettings } => {
  const flags = new Map(settingFlags(groups).map(({ name, option }) => [option.attributeName(), name]));
  const given: Record<string, unknown> = {};
  for (const [attribute, value] of Object.entries(options)) {
    const name = flags.get(attribute);
    if (name === undefined) continue;
    const { read }: Read = value;
    given[name] = read;
  }
  return { ...options, given };
};
