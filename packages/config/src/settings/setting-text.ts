import { basename, dirname, join, relative, resolve } from "node:path";
import { type NamedSetting, settingList, settingNamed } from "@llmch/contract/settings";
import { holdsKey, nearestName, type SettingsWriter } from "@llmch/contract/settings/files";
import { realLocation } from "@llmch/files";
import {
  accepted,
  type JsonValue,
  printable,
  REDACTED,
  type Refusal,
  type Result,
  refusal,
  rejected,
} from "@llmch/text";
import { modelFile } from "./model-files.ts";

/** The setting with a name; for an unknown name, a refusal with the nearest one. */
export const settingCalled = (name: string): Result<NamedSetting, Refusal> => {
  const setting = settingNamed(name);
  if (setting !== undefined) return accepted(setting);
  const message = `there is no setting ${holdsKey(name, []) ? REDACTED : printable(name)}`;
  const inSection = settingList().filter(({ group }) => group === name);
  if (inSection.length > 0) {
    return rejected(
      refusal("usage", message, `name one of the section: ${inSection.map((each) => each.name).join(", ")}`),
    );
  }
  const near = nearestSetting(name);
  return rejected(refusal("usage", message, near === null ? "`llmch config` lists them all" : `did you mean ${near}?`));
};

/** The full names that were probably meant: settings with this name in any section, else the nearest. */
const nearestSetting = (name: string): string | null => {
  const names = settingList().map((each) => each.name);
  const called = settingList().filter(({ key }) => key === name);
  return called.length === 0 ? nearestName(name, names) : called.map((each) => each.name).join(" or ");
};

/** Where the text of a value is written, and the file that it goes into. */
export interface ValuePlace {
  readonly cwd: string;
  /** The file's folder. */
  readonly folder: string;
  readonly writer: SettingsWriter;
  /** Values of the environment that must not be in the file. */
  readonly secrets: readonly string[];
}

/** Reads the text of a value as its flag and variable do, and returns its form in a file. */
export const valueOfText = (setting: NamedSetting, text: string, place: ValuePlace): Result<JsonValue, Refusal> => {
  const { name, kind } = setting;
  if (holdsKey(text, place.secrets)) {
    const hint = "leave it out, and name the variable that holds it (key_variable of a server)";
    return rejected(refusal("bad-settings", `there seems to be a key in the value of ${name}`, hint));
  }
  const read = kind.fromText(text);
  if (!read.ok) return rejected(refusal("usage", `${name} must be ${read.issues[0]}`, "give it such a value"));
  // Keep out what the user left out of an object.
  const value: JsonValue = kind.parts?.of === "map" ? JSON.parse(text) : JSON.parse(JSON.stringify(read.value));
  return accepted(kind.namesModels === true ? modelsIn(value, place) : value);
};

/** Models as written in a file: a chain of one as a single name, and file paths relative to the settings file's folder. */
const modelsIn = (value: JsonValue, place: ValuePlace): JsonValue => {
  if (!Array.isArray(value)) return typeof value === "string" ? anchored(value, place) : value;
  const [first, ...others] = value.map((each) => modelsIn(each, place));
  return first !== undefined && others.length === 0 ? first : [...(first === undefined ? [] : [first]), ...others];
};

const anchored = (model: string, { cwd, folder, writer }: ValuePlace): string => {
  const file = modelFile(model);
  if (file === null) return model;
  const path = resolve(cwd, file);
  if (writer === "user") return `replay:${path}`;
  return `replay:${relative(realLocation(folder), join(realLocation(dirname(path)), basename(path)))}`;
};
