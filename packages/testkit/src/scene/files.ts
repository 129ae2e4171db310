import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { JsonObject, JsonValue } from "@llmch/text";

/** Parses a file as a single JSON document. */
export const readJsonFile = (...path: string[]): JsonObject =>
  JSON.parse(readFileSync(join(...path), "utf8")) as JsonObject;

/** Parses a JSON Lines file. */
export const readJsonLines = (...path: string[]): JsonValue[] =>
  readFileSync(join(...path), "utf8")
    .split("\n")
    .flatMap((line): JsonValue[] => (line === "" ? [] : [JSON.parse(line)]));

/** Writes files below a folder, and creates the folders in between. */
export const writeFiles = (folder: string, contents: Readonly<Record<string, string>>): void => {
  for (const [path, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
};

/** Paths of all entries below a folder that are not directories, sorted. */
export const filesBelow = (folder: string, prefix = ""): readonly string[] =>
  readdirSync(join(folder, prefix), { withFileTypes: true })
    .flatMap((entry) => {
      const path = prefix === "" ? entry.name : `${prefix}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(folder, path) : [path];
    })
    .sort();

export const sha256 = (bytes: string | Buffer): string => createHash("sha256").update(bytes).digest("hex");

/** Names in a folder, sorted; none if there is no such folder. */
export const entriesOf = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
};
