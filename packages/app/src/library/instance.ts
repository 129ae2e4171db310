import { resolve } from "node:path";
import type { GivenSettings } from "@llmch/config";
import { type Environment, type Refusal, type Result, secretsOf } from "@llmch/contract";
import { givenSettings } from "./given-settings.ts";
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
    artifactsDir: resolve(cwd, options.artifactsDir ?? "artifacts"),
    signal: options.signal ?? new AbortController().signal,
    onEvent: options.onEvent,
    given: givenSettings(options.settings, cwd, secretsOf(env)),
    asksUser: options.env !== undefined,
  };
};
