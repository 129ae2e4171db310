import { type Environment, type JsonObject, type JsonValue, printable } from "@llmch/contract";
import {
  type CompatibleServer,
  type Escalation,
  type NamedSetting,
  type Price,
  settingList,
} from "@llmch/contract/settings";
import { nameOfFile, type ResolvedSettings, settingValue } from "@llmch/engine/settings";
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
  const rows = settingsNamed(wanted).flatMap((setting) => rowsOf(setting, resolved, place));
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

/** The setting of that name, those of a section, or all. None if there is no such name. */
export const settingsNamed = (wanted: string | undefined): readonly NamedSetting[] =>
  settingList().filter(({ group, name }) => wanted === undefined || wanted === group || wanted === name);

const rowsOf = (setting: NamedSetting, resolved: ResolvedSettings, { env }: ListingPlace): readonly Row[] => {
  const { group, key, name } = setting;
  const value = settingValue(resolved.values, setting);
  const originOf = (full: string) => printable(resolved.origins[full] ?? DEFAULT);
  const table = name === "factory.escalation" ? resolved.values.factory.escalation : [];
  if (table.length > 0) {
    return table.map((row, index) => ({
      ...{ group, name: `${key} ${index + 1}` },
      ...{ value: printable(rowText(row)), origin: originOf(name) },
    }));
  }
  if (setting.kind.parts?.of !== "map") return [{ group, name: key, value: valueText(value), origin: originOf(name) }];
  const members = [
    ...Object.entries(key === "compatible" ? resolved.values.models.compatible : {}).map(
      ([member, server]) => [member, serverText(server, env)] as const,
    ),
    ...Object.entries(key === "prices" ? resolved.values.models.prices : {}).map(
      ([member, price]) => [member, priceText(price)] as const,
    ),
  ];
  if (members.length === 0) return [{ group, name: key, value: "none", origin: originOf(name) }];
  return members.map(([member, text]) => ({
    group,
    name: `${key}.${printable(member)}`,
    value: text,
    origin: originOf(`${name}.${member}`),
  }));
};

/** A value as a flag or a variable would give it. */
const valueText = (value: unknown): string => {
  if (value === null || (Array.isArray(value) && value.length === 0)) return "none";
  // Lists of objects are given as JSON.
  if (Array.isArray(value) && value.some((each) => typeof each === "object")) return printable(JSON.stringify(value));
  return printable(Array.isArray(value) ? value.join(", ") : String(value));
};

/** `after any, 2 failures: model gpt-5.2-pro`. */
const rowText = ({ after, failures, do: what, model, usd }: Escalation): string => {
  const cost = usd === null ? "" : ` of $${usd}`;
  const count = failures === 1 ? "" : `, ${failures} failures`;
  return `after ${after}${cost}${count}: ${model === null ? what : `${what} ${model}`}`;
};

const serverText = (server: CompatibleServer, env: ListingPlace["env"]): string => {
  const { base_url, api, model, key_variable } = server;
  const key = key_variable === null ? "no key" : `key in ${key_variable} (${keyState(server, env)})`;
  return [printable(base_url), api, ...(model === null ? [] : [printable(model)]), key].join("  ");
};

const keyState = ({ key_variable: variable }: CompatibleServer, env: ListingPlace["env"]): string | null =>
  variable === null ? null : (env[variable] ?? "").trim() === "" ? "not set" : "set";

const priceText = ({ input, cached_input, cache_write, output }: Price): string =>
  [
    `input ${input}`,
    ...(cached_input === null ? [] : [`cached ${cached_input}`]),
    ...(cache_write === null ? [] : [`written to the cache ${cache_write}`]),
    `output ${output}`,
  ].join(", ");

/** The same for programs: `{"planner.model": {value, origin, default}}`, and the origin of each server and price. */
export const settingsDocument = (
  resolved: ResolvedSettings,
  { env }: Pick<ListingPlace, "env">,
  wanted: string | undefined,
): JsonObject => ({
  settings: Object.fromEntries(
    settingsNamed(wanted).map((setting): [string, JsonObject] => {
      const { name } = setting;
      const value = settingValue(resolved.values, setting);
      const origin = resolved.origins[name] ?? DEFAULT;
      const members = setting.kind.parts?.of === "map" ? { origins: memberOrigins(name, resolved.origins) } : {};
      return [name, { value: plain(value), origin, default: plain(setting.default), ...members }];
    }),
  ),
  keys: Object.fromEntries(
    Object.entries(resolved.values.models.compatible).map(([name, server]) => [name, keyState(server, env)]),
  ),
  files: resolved.files.map(({ path, writer, isThere }) => ({ path, written_for: writer, is_there: isThere })),
});

const memberOrigins = (name: string, origins: ResolvedSettings["origins"]): JsonObject =>
  Object.fromEntries(
    Object.entries(origins).flatMap(([full, origin]) =>
      full.startsWith(`${name}.`) ? [[full.slice(name.length + 1), origin]] : [],
    ),
  );

const plain = (value: unknown): JsonValue => JSON.parse(JSON.stringify(value));
