// The catalogue of settings, for faces that have flags and fields for them.
import { type NamedSetting, settingList } from "@llmch/contract/settings";
import type { Result } from "@llmch/text";

/** A setting as a face gives it. */
export interface SettingToGive extends Pick<NamedSetting, "name" | "group" | "flag" | "isRare" | "about" | "default"> {
  /** Reads what a person typed. The issue says what to give instead. */
  readonly read: (text: string) => Result<unknown, string>;
}

/** Every setting, in the order in which they are documented. */
export const settingCatalogue = (): readonly SettingToGive[] =>
  settingList().map(({ kind, ...setting }) => ({ ...setting, read: kind.fromText }));
