import { type NamedSetting, nameOfFile, type ResolvedSettings, settingsNamed, settingValue } from "@llmch/app/drawing";
import { type Environment, printable } from "@llmch/text";
import type { Colors } from "../console/paint.ts";

export interface ListingPlace {
  readonly env: Environment;
  readonly cwd: string;
}

interface Row {
  readonly group: string;
  readonly name: string;
  readonly value: string;
  readonly origin: string;
}

/** Wider values push aside what follows them. */
const WIDEST_VALUE = 40;
const DEFAULT = "default";

/** Every setting with its value and origin, by group, and the files that were looked for. */
export const settingLines = (
  resolved: ResolvedSettings,
  place: ListingPlace,
  colors: Colors,
  wanted: string | undefined,
): readonly string[] => {
  const rows = settingsNamed(wanted).flatMap((setting) => rowsOf(setting, resolved));
  const names = Math.max(...rows.map(({ name }) => name.length));
  const values = Math.min(WIDEST_VALUE, Math.max(...rows.map(({ value }) => value.length)));
  const line = ({ name, value, origin }: Row) =>
    `  ${name.padEnd(names)}  ${value.padEnd(values)}  ${origin === DEFAULT ? colors.dim(origin) : origin}`;
  const groups = [...new Set(rows.map(({ group }) => group))];
  const sections = groups.map((group) => [colors.bold(group), ...rows.filter((row) => row.group === group).map(line)]);
  if (wanted !== undefined) return sections.flat();
  const files = resolved.files.map(({ path, isThere }) => ({
    name: printable(nameOfFile(path, place.env, place.cwd)),
    state: isThere ? "is there" : colors.dim("is not there"),
  }));
  const paths = Math.max(0, ...files.map(({ name }) => name.length));
  return [
    ...sections.flatMap((lines) => [...lines, ""]),
    colors.bold("files, of which the later one wins; variables and flags win over both"),
    ...files.map(({ name, state }) => `  ${name.padEnd(paths)}  ${state}`),
  ];
};

const rowsOf = (setting: NamedSetting, resolved: ResolvedSettings): readonly Row[] => {
  const { group, key, name } = setting;
  const value = settingValue(resolved.values, setting);
  const originOf = (full: string) => printable(resolved.origins[full] ?? DEFAULT);
  // A list of objects has a row for each of them, and a map for each of its members.
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
