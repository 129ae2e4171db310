import type { Refusal } from "@llmch/contract";
import { DEFAULT_SETTINGS, type Settings } from "@llmch/contract/settings";

/** A settings file that was looked for. */
export interface SettingsFile {
  /** Absolute. */
  readonly path: string;
  readonly writer: "repo" | "user";
  readonly isThere: boolean;
}

/** The settings that hold for a command. */
export interface ResolvedSettings {
  readonly values: Settings;
  /**
   * Where each value that is no default came from: a flag, a variable, a place in a file. By the setting's name, and for a server
   * or a price by its own: `models.compatible.office`.
   */
  readonly origins: Readonly<Record<string, string>>;
  /** In the order in which they count. */
  readonly files: readonly SettingsFile[];
  /** What is wrong with files and variables; where anything is, the values are not to be acted on. */
  readonly faults: readonly Refusal[];
  /** Servers that the repo's own file names and that may not be sent a key, by name, with the reason. */
  readonly untrusted: Readonly<Record<string, Refusal>>;
  /** Servers that the repo's own file names, and nothing of the user's: their addresses, whose contact the user has not asked for. */
  readonly repoServers: readonly string[];
  /** Prices that the repo's own file alone says, of models that are not its own servers': the user is who pays. */
  readonly doubtedPrices: readonly string[];
}

/** What holds for a command that no setting matters to. */
export const NO_SETTINGS: ResolvedSettings = {
  values: DEFAULT_SETTINGS,
  origins: {},
  files: [],
  faults: [],
  untrusted: {},
  repoServers: [],
  doubtedPrices: [],
};
