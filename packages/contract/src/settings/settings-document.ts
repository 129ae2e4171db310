import { isJsonObject, type JsonValue, member, namesSecret, REDACTED } from "@llmch/text";
import type { Kind } from "./kind.ts";
import { nearestName } from "./nearest-name.ts";
import { type NamedSetting, settingList, settingNamed } from "./setting-list.ts";
import { SETTINGS } from "./settings.ts";
import { holdsKey } from "./written-key.ts";

/** What is wrong with a settings document, and where: the path of the member with the wrong name or value. */
export interface SettingFault {
  readonly path: SettingPath;
  readonly at: "name" | "value";
  readonly message: string;
  /** What the user can do. */
  readonly hint: string;
}
export type SettingPath = readonly (string | number)[];

/** The author of the repo's file may decide less than the user. */
export type SettingsWriter = "repo" | "user";

export interface JudgedSettings {
  /** The valid values, by the setting's full name. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly faults: readonly SettingFault[];
}

/**
 * Judges a settings file's document: known names, values of their kinds, no key, and nothing that only the user may set. Reports all
 * faults, up to a hundred, and never repeats a value.
 * @param secrets values of the environment that the file must not contain
 */
export const judgeSettings = (
  document: JsonValue,
  writer: SettingsWriter,
  secrets: readonly string[] = [],
): JudgedSettings => {
  if (!isJsonObject(document)) return { values: {}, faults: [expected([], "an object of settings by group")] };
  const values: [string, unknown][] = [];
  const faults: SettingFault[] = [];
  const judge = (setting: NamedSetting, value: JsonValue): readonly SettingFault[] => {
    const found = settingFaults(setting, value, writer, secrets);
    const read = found.length === 0 ? setting.kind.read(value) : undefined;
    if (read?.ok) values.push([setting.name, read.value]);
    return found;
  };
  for (const [group, members] of Object.entries(document)) {
    if (faults.length >= MAX_SETTING_FAULTS) break;
    const whole = settingNamed(group);
    if (whole?.path.length === 1) faults.push(...judge(whole, members));
    else if (group === "$schema") {
      if (typeof members !== "string") faults.push(expected([group], "the address of a JSON Schema"));
    } else if (!Object.hasOwn(SETTINGS, group)) faults.push(unknownGroup(group));
    else if (!isJsonObject(members)) faults.push(expected([group], `an object of the settings of ${group}`));
    else {
      for (const [key, value] of Object.entries(members)) {
        if (faults.length >= MAX_SETTING_FAULTS) break;
        const setting = settingList().find((each) => each.group === group && each.key === key);
        faults.push(...(setting === undefined ? [strange(group, key)] : judge(setting, value)));
      }
    }
  }
  return { values: Object.fromEntries(values), faults: faults.slice(0, MAX_SETTING_FAULTS) };
};

/** The rest can wait until the user has fixed these. */
export const MAX_SETTING_FAULTS = 100;

const settingFaults = (
  setting: NamedSetting,
  value: JsonValue,
  writer: SettingsWriter,
  secrets: readonly string[],
): readonly SettingFault[] => {
  const { path } = setting;
  if (writer === "repo" && setting.scope === "user") {
    const hint = "set it in your own settings file, or in the environment";
    return [{ path, at: "name", message: `${setting.name} is not for the repo to say`, hint }];
  }
  const keys = firstOf(writtenKeys(path, value, secrets));
  const told = new Set(keys.map((fault) => pathText(fault.path)));
  const others = firstOf(valueFaults(setting.kind, path, value));
  return [...keys, ...others.filter((fault) => !told.has(pathText(fault.path)))];
};

const firstOf = (faults: Iterable<SettingFault>): readonly SettingFault[] => {
  const first: SettingFault[] = [];
  for (const fault of faults) {
    if (first.push(fault) === MAX_SETTING_FAULTS) break;
  }
  return first;
};

/** What is wrong with a value, part by part. */
const valueFaults = function* (kind: Kind<unknown>, path: SettingPath, value: JsonValue): Generator<SettingFault> {
  const read = kind.read(value);
  if (read.ok) return;
  let isTold = false;
  for (const fault of partFaults(kind, path, value)) {
    isTold = true;
    yield fault;
  }
  if (!isTold) yield expected(path, read.issues[0]);
};

const partFaults = function* ({ parts }: Kind<unknown>, path: SettingPath, value: JsonValue): Generator<SettingFault> {
  if (parts?.of === "list" && Array.isArray(value)) {
    for (const [index, each] of value.entries()) yield* valueFaults(parts.each, [...path, index], each);
  }
  if (parts === undefined || parts.of === "list" || !isJsonObject(value)) return;
  const members = Object.entries(value);
  if (parts.of === "map") {
    for (const [name, each] of members) {
      const called = parts.name.read(name);
      if (!called.ok) yield misnamed([...path, name], called.issues[0]);
      yield* valueFaults(parts.each, [...path, name], each);
    }
    return;
  }
  const { fields } = parts;
  const names = Object.keys(fields);
  for (const [name, each] of members) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) yield unknown([...path, name], names);
    else yield* valueFaults(field.kind, [...path, name], each);
  }
  for (const name of names) {
    if (fields[name]?.fallback === undefined && member(value, name) === undefined) yield lacking(path, name);
  }
};

const misnamed = (path: SettingPath, words: string): SettingFault => ({
  path,
  at: "name",
  message: `${pathText(path)} has no possible name: it must be ${words}`,
  hint: "give it another name",
});

const lacking = (path: SettingPath, name: string): SettingFault => ({
  path,
  at: "name",
  message: `${pathText(path)} has no \`${name}\``,
  hint: `add \`${name}\``,
});

const writtenKeys = function* (
  path: SettingPath,
  value: JsonValue,
  secrets: readonly string[],
): Generator<SettingFault> {
  if (typeof value === "string" && holdsKey(value, secrets)) yield writtenKey(path);
  else if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) yield* writtenKeys([...path, index], each, secrets);
  } else if (isJsonObject(value)) {
    for (const [name, each] of Object.entries(value)) {
      if (holdsKey(name, secrets)) yield writtenKey(path);
      else yield* writtenKeys([...path, name], each, secrets);
    }
  }
};

const NAME_THE_VARIABLE = "take it out, and name the variable that holds it (key_variable of a server)";

const writtenKey = (path: SettingPath): SettingFault => ({
  path,
  at: "value",
  message: `there seems to be a key in ${pathText(path)}`,
  hint: NAME_THE_VARIABLE,
});

const expected = (path: SettingPath, words: string): SettingFault => {
  const name = path.length === 0 ? "the file" : pathText(path);
  return { path, at: "value", message: `${name} must be ${words}`, hint: "write that, or leave the setting out" };
};

/** An unknown group: perhaps a setting's name, or a misspelt group. */
const unknownGroup = (name: string): SettingFault => {
  const meant = settingList().find((each) => each.name === name || each.key === name);
  const known = unknown([name], Object.keys(SETTINGS));
  if (meant === undefined || known.hint === NAME_THE_VARIABLE) return known;
  return { ...known, hint: `write it inside its group: {"${meant.group}": {"${meant.key}": …}}` };
};

/** A setting that its group lacks, though another group may have it. */
const strange = (group: string, key: string): SettingFault => {
  const names = settingList()
    .filter((each) => each.group === group)
    .map((each) => each.key);
  const elsewhere = settingList().find((each) => each.key === key)?.name ?? null;
  return nearestName(key, names) === null && elsewhere !== null
    ? { ...unknown([group, key], []), hint: `did you mean ${elsewhere}?` }
    : unknown([group, key], names);
};

const unknown = (path: SettingPath, names: readonly string[]): SettingFault => {
  const written = String(path.at(-1) ?? "");
  const message = `there is no setting ${pathText(path)}`;
  if (holdsKey(written, [])) return writtenKey(path.slice(0, -1));
  if (namesSecret(written)) {
    return {
      path,
      at: "name",
      message: `${message}, and no key may stand in a settings file`,
      hint: NAME_THE_VARIABLE,
    };
  }
  const near = nearestName(written, names);
  const hint =
    near === null ? "`llmch config` lists them all" : `did you mean ${pathText([...path.slice(0, -1), near])}?`;
  return { path, at: "name", message, hint };
};

/** `models.compatible.office.api`, with long names cut. */
const pathText = (path: SettingPath): string =>
  path.length === 0
    ? "the file"
    : path
        .map((part, index) => (typeof part === "number" ? `[${part}]` : `${index === 0 ? "" : "."}${shown(part)}`))
        .join("");

const LONGEST_NAME = 60;
const shown = (name: string): string => {
  if (holdsKey(name, [])) return REDACTED;
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
};
