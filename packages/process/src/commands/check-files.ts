import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CheckFile } from "@llmch/contract";
import { newUlid } from "@llmch/files";

/** The beginning of the folder's name. */
export const CHECKS_NAME = "llmch-checks-";
/** In a command's words: no shell expands it, so llmch does, and nothing else. */
const WORD = /\$LLMCH_CHECKS\b/g;

/** True for a command that uses the files of its plan's checks. */
export const usesChecks = (argv: readonly string[]): boolean => argv.some((word) => word.includes("LLMCH_CHECKS"));

/** Writes a plan's check files read-only into a new folder, whose path is the result (contract §11). Throws a fault of the machine. */
export const layChecks = (parent: string, files: readonly CheckFile[]): string => {
  const folder = join(parent, `${CHECKS_NAME}${newUlid()}`);
  mkdirSync(folder);
  for (const { name, content } of files) writeFileSync(join(folder, name), content, { mode: 0o444, flag: "wx" });
  chmodSync(folder, 0o555);
  return folder;
};

/** A command's words with the folder's path. */
export const withChecks = (argv: readonly string[], folder: string): readonly string[] =>
  argv.map((word) => word.replaceAll(WORD, () => folder));

/** The environment of a command that uses checks: Python imports what they check from the worktree, before any installed copy. */
export const checksEnvironment = (
  environment: Readonly<Record<string, string>>,
  root: string,
  folder: string,
): Readonly<Record<string, string>> => ({
  ...environment,
  LLMCH_CHECKS: folder,
  PYTHONPATH: [root, ...(environment.PYTHONPATH ?? "").split(":")].filter((path) => path !== "").join(":"),
});
