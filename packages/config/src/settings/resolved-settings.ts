import type { Settings } from "@llmch/contract/settings";
import type { Refusal } from "@llmch/text";

/** A settings file that was looked for. */
export interface SettingsFile {
  /** Absolute. */
  readonly path: string;
  readonly writer: "repo" | "user";
  readonly isThere: boolean;
}

/** The settings that apply to a command. */
export interface ResolvedSettings {
  readonly values: Settings;
  /**
   * Where each non-default value came from: a flag, a variable, a place in a file. Keyed by the setting's name, and for a server or price
   * by its own: `models.compatible.office`.
   */
  readonly origins: Readonly<Record<string, string>>;
  /** In order of precedence, lowest first. */
  readonly files: readonly SettingsFile[];
  /** Faults in files and variables; if there are any, the values must not be used. */
  readonly faults: readonly Refusal[];
  /** Servers named by the repo's own file that may not be sent a key, by name, with the reason. */
  readonly untrusted: Readonly<Record<string, Refusal>>;
  /** Servers named only by the repo's own file: the user has not asked to contact their addresses. */
  readonly repoServers: readonly string[];
  /** Prices that only the repo's own file gives, except those of servers that only it names: the user is the one who pays. */
  readonly doubtedPrices: readonly string[];
  /** Secrets in the files that `setup.copy` names: no output may show them either. */
  readonly copiedSecrets?: readonly string[];
  /** True if the user's own file turns the sandbox off: then commands that a model chose run without one, too. */
  readonly runsUnseen?: boolean;
}
