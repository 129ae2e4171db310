import { dirname } from "node:path";
import { accepted, type JsonValue, type Refusal, type Result, refusal, rejected, schemaUri } from "@llmch/contract";
import type { NamedSetting } from "@llmch/contract/settings";
import { judgeSettings, SETTINGS_SCHEMA } from "@llmch/contract/settings/files";
import { commentedJson } from "./commented-json.ts";
import { fileLayer, type SettingsText } from "./file-layer.ts";
import { memberOf, withMember, withoutMember } from "./json-edits.ts";
import { beyondLimits } from "./limits-of-files.ts";
import { MAX_SETTINGS_BYTES } from "./places.ts";

/** A settings file that is to be changed; null is the text of one that is not there. */
export interface ChangedFile extends Omit<SettingsText, "text"> {
  readonly text: string | null;
}

/**
 * The text of a settings file in which a setting has another value, or none: everything else stays, byte by byte. Refuses what may not
 * stand in it, and to change a file that would still have a fault.
 * @param value as the file holds it; undefined takes the setting out
 * @param secrets values of the environment that must not stand in it
 */
export const changedSettings = (
  file: ChangedFile,
  setting: NamedSetting,
  value: JsonValue | undefined,
  secrets: readonly string[],
): Result<string, Refusal> => {
  const [refused, ...more] = value === undefined ? [] : valueRefusals(file, setting, value, secrets);
  if (refused !== undefined) return rejected(refused, ...more);
  const old = file.text ?? `${JSON.stringify({ $schema: schemaUri(SETTINGS_SCHEMA) }, null, 2)}\n`;
  const faultsOf = (text: string) => fileLayer({ ...file, text }, secrets).faults;
  const mark = old.startsWith("\ufeff") ? "\ufeff" : "";
  const changed = changedText(old.slice(mark.length), setting, value);
  const text = changed === null ? old : mark + changed;
  const faults = faultsOf(text);
  if (faults.length > 0) {
    // The user mends the file that is there, so its own faults are told, at their places in it.
    const standing = faultsOf(old);
    const [first, ...others] = standing.length > 0 ? standing : faults;
    if (first !== undefined) return rejected(first, ...others);
  }
  return Buffer.byteLength(text) > MAX_SETTINGS_BYTES
    ? rejected(
        refusal("bad-settings", `${file.name} would be larger than ${MAX_SETTINGS_BYTES} bytes`, "make it smaller"),
      )
    : accepted(text);
};

/** Null where the text has no place for the setting, which is a fault of it. */
const changedText = (
  text: string,
  { group, key }: Pick<NamedSetting, "group" | "key">,
  value: JsonValue | undefined,
): string | null => {
  const read = commentedJson(text);
  if ("fault" in read || read.root.type !== "object") return null;
  const { root } = read;
  const members = memberOf(root, group)?.children?.[1];
  if (members === undefined) {
    // With an empty group there, the setting goes the same way as into any other.
    return value === undefined ? text : changedText(withMember({ text, root }, root, group, {}), { group, key }, value);
  }
  if (members.type !== "object") return null;
  return value === undefined
    ? withoutMember({ text, root }, members, key)
    : withMember({ text, root }, members, key, value);
};

const valueRefusals = (
  { path, writer }: ChangedFile,
  setting: NamedSetting,
  value: JsonValue,
  secrets: readonly string[],
): readonly Refusal[] => {
  const { group, key, scope } = setting;
  const { values, faults } = judgeSettings({ [group]: { [key]: value } }, writer, secrets);
  const hintOf = (hint: string) =>
    scope === "user" && writer === "repo" ? "set it in your own file, with --user" : hint;
  return [...faults, ...beyondLimits(values, writer, dirname(path))].map(({ message, hint }) =>
    refusal("bad-settings", message, hintOf(hint)),
  );
};
