import { join } from "node:path";
import type { RunKind } from "@llmch/contract";
import { foldersIn } from "@llmch/files";

/** The kinds of runs that a store keeps, each in its own folder. */
export const RUN_KINDS: readonly RunKind[] = ["planner", "factory", "run-all", "ask", "build"];

/** The source of an expression for a ULID, as runs are named. */
export const RUN_ID = "[0-9A-HJKMNP-TV-Z]{26}";
const WHOLE_RUN_ID = new RegExp(`^${RUN_ID}$`);

/** True for a ULID, as runs are named. */
export const isRunId = (name: string): boolean => WHOLE_RUN_ID.test(name);

/** The runs below an artifacts root, the newest first. Only folders count. */
export const storedRuns = (root: string): readonly { readonly kind: RunKind; readonly runId: string }[] =>
  RUN_KINDS.flatMap((kind) =>
    foldersIn(join(root, kind))
      .filter(isRunId)
      .map((runId) => ({ kind, runId })),
  ).sort((a, b) => (a.runId < b.runId ? 1 : -1));
