import { dirname } from "node:path";
import { holdsKey, judgeSettings, MAX_SETTING_FAULTS, type SettingsWriter } from "@llmch/contract/settings/files";
import { type Refusal, refusal } from "@llmch/text";
import { jsonText } from "../text/json-text.ts";
import { commentedJson, comments, doubles, offsetOf, plainValue } from "./commented-json.ts";
import type { Layer } from "./layers.ts";
import { beyondLimits } from "./limits-of-files.ts";
import { withModelFiles } from "./model-files.ts";

export interface SettingsText {
  /** Absolute, links resolved. */
  readonly path: string;
  /** The name shown to the user. */
  readonly name: string;
  readonly text: string;
  readonly writer: SettingsWriter;
}

export interface FileLayer {
  readonly layer: Layer;
  readonly faults: readonly Refusal[];
}

/**
 * Reads the text of a settings file. Any text gives values or faults; each fault has its line and column, and none repeats a value.
 * @param secrets values of the environment that must not be in it
 */
export const fileLayer = ({ path, name, text, writer }: SettingsText, secrets: readonly string[]): FileLayer => {
  const json = jsonText({ path, text });
  const regionAt = (offset: number) => json.place(offset, 1).region ?? { line: 1, column: 1 };
  const faultAt = (offset: number, message: string, hint: string): Refusal => {
    const { line, column } = regionAt(offset);
    return refusal("bad-settings", `${name}:${line}:${column}: ${message}`, hint);
  };
  const bare = text.replace(/^\ufeff/, "");
  const read = commentedJson(bare);
  if ("fault" in read) {
    const { offset, message } = read.fault;
    const hint = "write an object of settings; comments and trailing commas are allowed";
    return { layer: { values: {}, originOf: () => name }, faults: [faultAt(offset, message, hint)] };
  }
  const { root } = read;
  const { values, faults } = judgeSettings(plainValue(root), writer, secrets);
  const beyond = beyondLimits(values, writer, dirname(path));
  const found = [
    ...doubles(root)
      .slice(0, MAX_SETTING_FAULTS)

      .map(({ offset }) => ({ offset, message: "this key appears twice", hint: "keep one of the two" })),
    ...comments(bare)
      .filter((comment) => commentHoldsKey(comment.text, secrets))
      .slice(0, MAX_SETTING_FAULTS)
      .map(({ offset }) => ({ offset, message: "there seems to be a key in this comment", hint: "take it out" })),
    ...[...faults, ...beyond].map((fault) => ({
      ...fault,
      offset: offsetOf(root, fault.path, fault.at),
    })),
  ];
  const originOf = (setting: string, member?: string): string => {
    const place = [...setting.split("."), ...(member === undefined ? [] : [member])];
    return `${name}:${regionAt(offsetOf(root, place, "name")).line}`;
  };
  return {
    layer: { values: withModelFiles(values, dirname(path)), originOf },
    faults: found
      .sort((a, b) => a.offset - b.offset)
      .map(({ offset, message, hint }) => faultAt(offset, message, hint)),
  };
};

/** Shorter than any key: text of this length only shows how keys begin. */
const SHORTEST_KEY = 20;

const commentHoldsKey = (text: string, secrets: readonly string[]): boolean =>
  secrets.some((secret) => text.includes(secret)) ||
  text.split(/\s+/).some((word) => word.length >= SHORTEST_KEY && holdsKey(word, []));
