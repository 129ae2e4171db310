import { resolve } from "node:path";
import { beyondLimits, type GivenSettings, withModelFiles } from "@llmch/config";
import { judgeSettings } from "@llmch/contract/settings/files";
import { resolveArtifactsRoot } from "@llmch/store";
import {
  accepted,
  type Environment,
  isJsonObject,
  type Refusal,
  type Result,
  refusal,
  rejected,
  secretsOf,
} from "@llmch/text";
import { plainJson } from "../request/plain-json.ts";
import type { LlmchOptions } from "./public.ts";

/** What an installation of llmch provides. */
export interface Installation {
  readonly version: string;
  /** Where the shipped prompts are. */
  readonly templates: string;
  /** The default if the caller gives none. */
  readonly cwd: string;
  readonly env: Environment;
}

/** An instance's options, resolved once. Paths are absolute. */
export interface Instance extends Installation {
  readonly repo: string;
  readonly artifactsDir: string;
  readonly signal: AbortSignal;
  readonly onEvent: LlmchOptions["onEvent"];
  readonly given: Result<GivenSettings, Refusal>;
  /** Whether the user's own settings, from their file and variables, apply. */
  readonly asksUser: boolean;
}

export const instanceOf = (options: LlmchOptions, installation: Installation): Instance => {
  const cwd = resolve(installation.cwd, options.cwd ?? ".");
  const env = { ...(options.env ?? installation.env) };
  return {
    ...{ ...installation, cwd, env },
    repo: resolve(cwd, options.repo ?? "."),
    artifactsDir: resolveArtifactsRoot(options.artifactsDir, {}, cwd),
    signal: options.signal ?? new AbortController().signal,
    onEvent: options.onEvent,
    given: givenSettings(options.settings, cwd, secretsOf(env)),
    asksUser: options.env !== undefined,
  };
};

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
