import { dirname } from "node:path";
import { schemaUri } from "@llmch/contract";
import type { NamedSetting } from "@llmch/contract/settings";
import { judgeSettings, SETTINGS_SCHEMA } from "@llmch/contract/settings/files";
import { accepted, type JsonValue, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { applyEdits, type Edit, findNodeAtLocation, modify, type Node } from "jsonc-parser";
import { commentedJson } from "./commented-json.ts";
import { fileLayer, type SettingsText } from "./file-layer.ts";
import { beyondLimits } from "./limits-of-files.ts";
import { MAX_SETTINGS_BYTES } from "./places.ts";

/** A settings file to change; its text is null if it does not exist. */
export interface ChangedFile extends Omit<SettingsText, "text"> {
  readonly text: string | null;
}

/**
 * The text of a settings file with one setting changed or removed; comments and other settings stay. Refuses a value that may not be in the file,
 * and a change that would leave a fault in it.
 * @param value in the form of the file; undefined removes the setting
 * @param secrets values of the environment that must not be in it
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
    // The user fixes the existing file, so report its own faults, with their places in it.
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

/** Null if the text has no place for the setting, which is a fault in it. */
const changedText = (
  text: string,
  { path }: Pick<NamedSetting, "path">,
  value: JsonValue | undefined,
): string | null => {
  const read = commentedJson(text);
  if ("fault" in read || read.root.type !== "object") return null;
  const members = findNodeAtLocation(read.root, [path[0]]);
  if (members !== undefined && members.type !== "object") return null;
  if (value === undefined) {
    const removed = findNodeAtLocation(read.root, [...path])?.parent;
    return removed === undefined ? text : applyEdits(text, removal(text, removed));
  }
  const [, indent = "  "] = /^\{\s*?\n([ \t]+)/.exec(text) ?? [];
  const formattingOptions = {
    ...{ insertSpaces: !indent.startsWith("\t"), tabSize: indent.length },
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  };
  // The comment after a group's last setting belongs to that setting, so a new one goes before the others.
  const getInsertionIndex = (names: readonly string[]) => (members === undefined ? names.length : 0);
  return applyEdits(text, modify(text, [...path], value, { formattingOptions, getInsertionIndex }));
};

/** Removes a member with its comma, and its line if nothing else is there. `modify` would remove the comments around it as well. */
const removal = (text: string, member: Node): Edit[] => {
  const { children: siblings = [] } = member.parent ?? {};
  const previous = siblings[siblings.indexOf(member) - 1];
  const end = endOf(member);
  const comma = commaAfter(text, end) ?? (previous === undefined ? null : commaAfter(text, endOf(previous)));
  const isLine = /^,?[ \t]*\r?\n/.test(text.slice(end));
  const [before = ""] = isLine ? (/\r?\n[ \t]*$/.exec(text.slice(0, member.offset)) ?? []) : [];
  const offset = member.offset - before.length;
  return [
    { offset, length: end - offset, content: "" },
    ...(comma === null ? [] : [{ offset: comma, length: 1, content: "" }]),
  ];
};

const endOf = ({ offset, length }: Node): number => offset + length;

const commaAfter = (text: string, from: number): number | null => {
  const comma = /(?:\s|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)*,/y;
  comma.lastIndex = from;
  return comma.test(text) ? comma.lastIndex - 1 : null;
};

const valueRefusals = (
  { path, writer }: ChangedFile,
  setting: NamedSetting,
  value: JsonValue,
  secrets: readonly string[],
): readonly Refusal[] => {
  const {
    path: [group, key],
    scope,
  } = setting;
  const document = { [group]: key === undefined ? value : { [key]: value } };
  const { values, faults } = judgeSettings(document, writer, secrets);
  const hintOf = (hint: string) =>
    scope === "user" && writer === "repo" ? "set it in your own file, with --user" : hint;
  return [...faults, ...beyondLimits(values, writer, dirname(path))].map(({ message, hint }) =>
    refusal("bad-settings", message, hintOf(hint)),
  );
};
