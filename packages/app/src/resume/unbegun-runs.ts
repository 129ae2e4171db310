import { join } from "node:path";
import type { Context } from "@llmch/config";
import type { StoredRunName, StoredSummaries } from "@llmch/records";
import { isBeingWritten, overAt, readRequest } from "@llmch/store";
import { resumeCommand } from "./next-commands.ts";

/** A run of which nothing is there but its request. */
export interface UnbegunRun extends StoredRunName {
  /** The operation that was asked for. */
  readonly operation: string;
  /** The command that begins it. */
  readonly next: string;
}

/** The run, if it waits for somebody to begin it; else null. */
export const unbegunRun = (
  summaries: StoredSummaries,
  run: StoredRunName,
  place: Pick<Context, "env" | "cwd">,
): UnbegunRun | null => {
  const { kind, runId } = run;
  const directory = join(summaries.root, kind, runId);
  if (summaries.of(run).is_begun || isBeingWritten(directory) || overAt(directory) !== null) return null;
  const request = readRequest(place.env, { directory, runId });
  if (request === null || !request.ok) return null;
  return { kind, runId, operation: request.value.operation, next: resumeCommand(runId, false, summaries.root, place) };
};
