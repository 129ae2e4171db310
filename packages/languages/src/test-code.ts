import { decidingKind } from "@llmch/contract";
import { isTestFile } from "./knowledge.ts";
import { isProgramFile } from "./program-file.ts";

const TEST_FOLDER = /(?:^|\/)(?:tests?|__tests__|__mocks__|specs?|e2e)\//i;
/** What runners write themselves: snapshots to compare with, and Vite's own copy of its configuration while it reads it. */
const WRITTEN = /(?:^|\/)_*snapshots?_*\/|\.snap(?:\.|$)|\.ambr$|\.timestamp-\d+-/i;
/** What runs leave beside tests, unless its name says that it is one. */
const RESULT =
  /(?:^|\/)(?:goldens?|expected|outputs?|out|dist|build|generated|te?mp)\/(?:[^/]+\/)*(?![^/]*(?:test|spec))[^/]+$/i;

/** True for test code, its helpers, and the configuration of what runs it. Not for snapshots and other results of runs. */
export const isTestCode = (path: string): boolean => {
  const kind = decidingKind(path);
  const configures = kind !== null && kind !== "ci" && kind !== "hook";
  const isCode = isTestFile(path) || (TEST_FOLDER.test(path) && isProgramFile(path));
  return !WRITTEN.test(path) && (configures || (isCode && !RESULT.test(path)));
};

/** True for a file that a runner reads before others of its folder, even if it is new. */
export const comesBeforeTests = (path: string): boolean => decidingKind(path) === "runner" && !WRITTEN.test(path);
