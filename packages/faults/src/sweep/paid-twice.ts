import { existsSync } from "node:fs";
import { join } from "node:path";
import { filesBelow, readJsonLines, sha256 } from "@llmch/testkit";
import { isJsonObject, type JsonValue } from "@llmch/text";
import type { Asked } from "./answers.ts";

/**
 * Each call reports a question that has been asked again in the same words although its answer was on record at the previous call. An order
 * that is asked before its turn may be asked again in different words.
 */
export const paidTwice = (artifacts: string, asked: () => readonly Asked[]): (() => string | null) => {
  let recorded: ReadonlySet<string> = new Set();
  let known = 0;
  return () => {
    const repeated = asked()
      .slice(known)
      .find((question) => recorded.has(wordsOf(question)));
    known = asked().length;
    recorded = recordedIn(artifacts);
    return repeated === undefined ? null : `${repeated.key} was asked again although its answer was on record`;
  };
};

const wordsOf = ({ key, sha256 }: Asked): string => `${key} ${sha256}`;

const recordedIn = (artifacts: string): ReadonlySet<string> =>
  new Set(
    (existsSync(artifacts) ? filesBelow(artifacts) : [])
      .filter((path) => path.endsWith("exchanges.jsonl"))
      .flatMap((path) => wholeLines(join(artifacts, path)))
      .flatMap(questionIn),
  );

const questionIn = (line: JsonValue): readonly string[] => {
  if (!isJsonObject(line) || typeof line.key !== "string" || !isJsonObject(line.request)) return [];
  const { prompt } = line.request;
  const key = line.key.replace(/\/speculation-\d+$/, "");
  // A turn with tools is known by its key alone.
  const byKey = wordsOf({ key, sha256: "" });
  return typeof prompt === "string" ? [byKey, wordsOf({ key, sha256: sha256(prompt) })] : [byKey];
};

/** A torn last line is no record. */
const wholeLines = (file: string) => {
  try {
    return readJsonLines(file);
  } catch {
    return [];
  }
};
