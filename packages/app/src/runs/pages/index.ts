import { join } from "node:path";
import { followRun } from "@llmch/records";
import { followLines, listRunFiles, readOwnBytes } from "@llmch/store";
import { type Result, rejected } from "@llmch/text";
import type { liveRun } from "./live-run.ts";

export { type Reader, type ToldRun, toldRun } from "../show/told-run.ts";
export { type LiveOrder, type LiveRun, liveRun } from "./live-run.ts";
export { type PlanToReview, planToReview } from "./plan-to-review.ts";

/** A run by its kind and id. */
export type StoredRunName = Parameters<typeof liveRun>[0];

/** A function that gives the events that came to a run's journal, and to those of its parts, since it was last called. */
export const newEventsOf = (root: string, { kind, runId }: StoredRunName) => followRun({ root, kind, runId });

/** Follows the lines of a run's own journal. */
export const newLinesOf = (root: string, { kind, runId }: StoredRunName) =>
  followLines(join(root, kind, runId, "events.jsonl"));

/** The names of a run's files, relative to its folder, sorted. */
export const filesOfRun = (root: string, { kind, runId }: StoredRunName): readonly string[] =>
  [...listRunFiles(join(root, kind, runId))].sort();

/** The bytes of one of these files: no name and no link leads out of the run's folder. */
export const fileOfRun = (root: string, run: StoredRunName, name: string): Result<Uint8Array, string> =>
  filesOfRun(root, run).includes(name)
    ? readOwnBytes(join(root, run.kind, run.runId, name))
    : rejected("the run has no such file");
