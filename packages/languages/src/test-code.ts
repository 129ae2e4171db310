import { decidingKind } from "@llmch/contract";
import { isTestFile } from "./knowledge.ts";
import { isProgramFile } from "./program-file.ts";

const TEST_FOLDER = /(?:^|\/)(?:tests?|__tests__|__mocks__|specs?|e2e)\//i;
/** Runners write these themselves, and compare with them. */
const SNAPSHOT = /(?:^|\/)_*snapshots?_*\/|\.snap(?:\.|$)|\.ambr$/i;
/** What runs leave beside tests, unless its name says that it is one. */
const RESULT =
  /(?:^|\/)(?:goldens?|expected|outputs?|out|dist|build|generated|te?mp)\/(?:[^/]+\/)*(?![^/]*(?:test|spec))[^/]+$/i;
/** Vite's own copy of its configuration, while it reads it. */
const PASSING = /\.timestamp-/;

/** True for test code, its helpers, and the configuration of what runs it. Not for snapshots and other results of runs. */
export const isTestCode = (path: string): boolean =>
  !SNAPSHOT.test(path) &&
  (configures(path) || ((isTestFile(path) || (TEST_FOLDER.test(path) && isProgramFile(path))) && !RESULT.test(path)));

/** True for a file that a runner reads before others of its folder, even if it is new. */
export const comesBeforeTests = (path: string): boolean => decidingKind(path) === "runner" && !PASSING.test(path);

const configures = (path: string): boolean => {
  const kind = decidingKind(path);
  return kind !== null && kind !== "ci" && kind !== "hook" && !PASSING.test(path);
};
