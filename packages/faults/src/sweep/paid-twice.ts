import { existsSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject } from "@llmch/contract";
import { filesBelow, readJsonLines } from "@llmch/testkit";

/** Each call reports an answer that was on record at the previous call and was asked for again since. */
export const paidTwice = (artifacts: string, asked: () => readonly string[]): (() => string | null) => {
  let recorded: readonly string[] = [];
  let known = 0;
  return () => {
    const repeated = asked()
      .slice(known)
      .find((key) => recorded.includes(key));
    known = asked().length;
    recorded = recordedKeys(artifacts);
    return repeated === undefined ? null : `${repeated} was asked again although its answer was on record`;
  };
};

const recordedKeys = (artifacts: string): readonly string[] =>
  (existsSync(artifacts) ? filesBelow(artifacts) : [])
    .filter((path) => path.endsWith("exchanges.jsonl"))
    .flatMap((path) => wholeLines(join(artifacts, path)))
    .flatMap((line) => (isJsonObject(line) && typeof line.key === "string" ? [line.key] : []));

/** A torn last line is no record. */
const wholeLines = (file: string) => {
  try {
    return readJsonLines(file);
  } catch {
    return [];
  }
};
