import { resolve } from "node:path";
import { parseModelName } from "@llmch/contract";
import { settingNamed } from "@llmch/contract/settings";

/** Makes the path in `replay:FILE` absolute: a relative one is relative to where it is written, which is unknown later. */
export const withModelFiles = (
  values: Readonly<Record<string, unknown>>,
  folder: string,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      settingNamed(name)?.kind.namesModels === true ? anchored(value, folder) : value,
    ]),
  );

const anchored = (value: unknown, folder: string): unknown => {
  if (Array.isArray(value)) return value.map((each) => anchored(each, folder));
  const file = typeof value === "string" ? modelFile(value) : null;
  return file === null ? value : `replay:${resolve(folder, file)}`;
};

/** The file in a model's name; null if it names none. */
export const modelFile = (name: string): string | null => {
  const parsed = parseModelName(name);
  return parsed.ok && parsed.value.provider === "replay" ? parsed.value.model : null;
};
