import { join } from "node:path";
import type { StoredRunName } from "@llmch/records";
import { listRunFiles, readOwnBytes } from "@llmch/store";
import { type Result, rejected } from "@llmch/text";

export type { StoredRunName } from "@llmch/records";
export { type Reader, type ToldRun, toldRun } from "../show/told-run.ts";
export { type LiveOrder, type LiveRun, liveRun } from "./live-run.ts";
export { type PlanToReview, planToReview } from "./plan-to-review.ts";

/** The names of a run's files, relative to its folder, sorted. */
export const filesOfRun = (root: string, { kind, runId }: StoredRunName): readonly string[] =>
  [...listRunFiles(join(root, kind, runId))].sort();

/** The bytes of one of these files: no name and no link leads out of the run's folder. */
export const fileOfRun = (root: string, run: StoredRunName, name: string): Result<Uint8Array, string> =>
  filesOfRun(root, run).includes(name)
    ? readOwnBytes(join(root, run.kind, run.runId, name))
    : rejected("the run has no such file");
