import { nameOfFile, type ResolvedSettings, settingValue } from "@llmch/config";
import type { NamedSetting } from "@llmch/contract/settings";
import { type Environment, printable } from "@llmch/text";
import { settingsNamed } from "./settings-document.ts";

/** A setting in a list; a list of objects has a row for each of them, and a map for each of its members. */
export interface SettingRow {
  readonly group: string;
  readonly name: string;
  readonly value: string;
  /** The file and line, variable or flag that it comes from; null for the default. */
  readonly origin: string | null;
}

/** What a face shows of settings besides the document. All texts are printable. */
export interface ConfigDrawing {
  readonly rows: readonly SettingRow[];
  /** The files that were looked for, if all settings are listed. */
  readonly files: readonly { readonly name: string; readonly isThere: boolean }[];
  /** What was done, in words, if one was changed. */
  readonly did?: string;
}

/** @param wanted a setting or a section; undefined for all */
export const settingRows = (
  resolved: ResolvedSettings,
  wanted: string | undefined,
  { env, cwd }: { readonly env: Environment; readonly cwd: string },
): ConfigDrawing => ({
  rows: settingsNamed(wanted).flatMap((setting) => rowsOf(setting, resolved)),
  files:
    wanted === undefined
      ? resolved.files.map(({ path, isThere }) => ({ name: printable(nameOfFile(path, env, cwd)), isThere }))
      : [],
});

const rowsOf = (setting: NamedSetting, resolved: ResolvedSettings): readonly SettingRow[] => {
  const { group, key, name } = setting;
  const value = settingValue(resolved.values, setting);
  const originOf = (full: string) => {
    const origin = resolved.origins[full];
    return origin === undefined ? null : printable(origin);
  };
  if (Array.isArray(value) && value.some((each) => typeof each === "object"))
    return value.map((each, at) => ({
      group,
      name: `${key} ${at + 1}`,
      value: valueText(each),
      origin: originOf(name),
    }));
  const members = setting.kind.parts?.of === "map" ? Object.entries(Object(value)) : [];
  if (members.length === 0) return [{ group, name: key, value: valueText(value), origin: originOf(name) }];
  return members.map(([member, part]) => ({
    ...{ group, name: `${key}.${printable(member)}` },
    ...{ value: valueText(part), origin: originOf(`${name}.${member}`) },
  }));
};

/** A value as a flag or a variable would give it; of an object the members that say something. */
const valueText = (value: unknown): string => {
  if (value === null || (typeof value === "object" && Object.keys(value).length === 0)) return "none";
  if (Array.isArray(value)) return printable(value.join(", "));
  if (typeof value !== "object") return printable(String(value));
  return printable(JSON.stringify(Object.fromEntries(Object.entries(value).filter(([, part]) => part !== null))));
};
