import {
  type CompatibleServer,
  type Environment,
  type Escalation,
  keyState,
  type NamedSetting,
  nameOfFile,
  type Price,
  printable,
  type ResolvedSettings,
  settingsNamed,
  settingValue,
} from "@llmch/app/drawing";
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

const priceText = ({ input, cached_input, cache_write, output }: Price): string =>
  [
    `input ${input}`,
    ...(cached_input === null ? [] : [`cached ${cached_input}`]),
    ...(cache_write === null ? [] : [`written to the cache ${cache_write}`]),
    `output ${output}`,
  ].join(", ");
