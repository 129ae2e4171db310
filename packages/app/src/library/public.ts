// The types of the library. The package ships this file as its declarations, with those of the operations, which the build makes from
// their descriptions; so it may import only document types from the contract.
import type { RunEvent } from "@llmch/contract";
import type { SettingsDocument } from "@llmch/contract/settings";
import type { Llmch } from "../generated/library.ts";

export type { Llmch, RunEvent, SettingsDocument };

/** Creates an instance of llmch. It reads and writes nothing yet, and any number of instances may work at once. */
export type CreateLlmch = (options?: LlmchOptions) => Llmch;

/** The repo of an instance, and what it may use. */
export interface LlmchOptions {
  /** The folder of the target repo. By default the working directory. */
  readonly repo?: string;
  /** Settings in the form of `llmch.config.json`. They take precedence over those in the repo's own file. */
  readonly settings?: SettingsDocument;
  /** Aborts what is running: what is not committed is put back, and the operation ends with an issue `interrupted`. */
  readonly signal?: AbortSignal;
  /** Receives the events of every run, in order. If it throws, that becomes a warning and harms no run. */
  readonly onEvent?: (event: RunEvent) => void;
  /** Where run records are kept. By default `artifacts` in the repo that contains `cwd`, else in `cwd`. */
  readonly artifactsDir?: string;
  /** What relative paths start from. By default the working directory at the time of the call. */
  readonly cwd?: string;
  /**
   * Environment variables, such as model keys. If they are given, the user's own settings file and `LLMCH_…` variables apply too, as they
   * do for the command. By default the process's variables at the time of the call, used only for keys, git and commands.
   */
  readonly env?: Readonly<Record<string, string | undefined>>;
}
