import { EXIT, printable } from "@llmch/contract";
import { type UnfinishedRun, type UnreadableRun, unfinishedRuns } from "@llmch/engine/resume";
import { localTime } from "@llmch/engine/stored";
import type { Outcome } from "../outcome.ts";

/** `llmch resume --list`: the unfinished runs that no later run has finished, newest first, one per line. */
export const listUnfinished = async (root: string, signal: AbortSignal): Promise<Outcome> => {
  const found: (UnfinishedRun | UnreadableRun)[] = [];
  for await (const run of unfinishedRuns(root, signal)) {
    if (run !== null && !("stored" in run && run.isSuperseded)) found.push(run);
  }
  const runs = found.map((run) =>
    "stored" in run
      ? {
          run_id: run.stored.runId,
          state: run.state,
          what: run.what,
          branch: run.branch,
          started_at_utc: run.startedAt,
        }
      : {
          run_id: run.runId,
          state: `unreadable: ${run.fault.message}`,
          what: run.kind,
          branch: null,
          started_at_utc: null,
        },
  );
  const widest = Math.max(0, ...runs.map(({ state }) => state.length));
  const lines = runs.map(({ run_id, state, what, branch, started_at_utc }) => {
    const where = branch === null ? "" : `  on ${printable(branch)}`;
    return `${run_id}  ${localTime(started_at_utc)}  ${printable(state).padEnd(widest)}  ${printable(what)}${where}`;
  });
  return {
    exitCode: EXIT.ok,
    verdict: "PASS",
    lines: lines.length === 0 ? [`no unfinished run in ${root}`] : lines,
    counts: { unfinished: runs.length },
    extra: { unfinished: runs },
  };
};
