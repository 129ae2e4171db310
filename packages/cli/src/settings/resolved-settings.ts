import type { Settings } from "@llmch/contract/settings";

/** The settings that hold for a command. */
export interface ResolvedSettings {
  readonly values: Settings;
  /** Where each value that is no default came from, by the setting's name: a flag, a variable, a file. */
  readonly origins: Readonly<Record<string, string>>;
  /** The settings files that were looked for, in the order in which they count, absolute. */
  readonly files: readonly { readonly path: string; readonly isThere: boolean }[];
}
