import type { GivenSettings } from "@llmch/config";
import { beyondLimits, withModelFiles } from "@llmch/config";
import { accepted, isJsonObject, type Refusal, type Result, refusal, rejected } from "@llmch/contract";
import { judgeSettings } from "@llmch/contract/settings/files";
import { plainJson } from "../plain-json.ts";

/**
 * Judges settings passed by a program, by the rules for the user's own file. Reports all faults.
 * @param cwd what paths of model files are relative to
 * @param secrets values that must not occur in settings
 */
export const givenSettings = (
  settings: unknown,
  cwd: string,
  secrets: readonly string[],
): Result<GivenSettings, Refusal> => {
  const read = plainJson(settings ?? {}, "settings");
  if (!read.ok) return rejected(bad(read.issues[0], "give plain values"));
  if (!isJsonObject(read.value)) return rejected(bad("settings must be an object of settings by group", EXAMPLE));
  const { values, faults } = judgeSettings(read.value, "user", secrets);
  const [first, ...rest] = [...faults, ...beyondLimits(values, "user", cwd)].map(({ message, hint }) =>
    bad(`settings: ${message}`, hint),
  );
  return first === undefined ? accepted(withModelFiles(values, cwd)) : rejected(first, ...rest);
};

const EXAMPLE = 'write it as in { factory: { model: "gpt-5.2" } }';

const bad = (message: string, hint: string): Refusal => refusal("bad-settings", message, hint);
