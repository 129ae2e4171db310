import { type ListedRun, listRuns, runsAbove, storedSummaries } from "@llmch/records";
import { directoryEntries, resolveArtifactsRoot } from "@llmch/store";
import { z } from "zod";
import type { OperationContext } from "../context.ts";
import { artifactsDir, choice, document } from "../members.ts";
import { describe, type RequestOf, type ResultOf } from "../operation.ts";
import { done, type Outcome, refused } from "../outcome.ts";
import { unbegunRun } from "../resume/unbegun-runs.ts";

export const description = /* @__PURE__ */ describe(() => ({
  name: "runs",
  topic: "Look",
  sentence: "list the runs that are kept, the newest first",
  may: "read",
  request: z.strictObject({
    all: choice("the orders' runs of each run-all too"),
    limit: z.int().min(1).optional().describe("how many at most").meta({ value: "n" }),
    artifactsDir: artifactsDir(),
  }),
  result: z.object({ runs: z.array(document("a run: its id, kind, verdict, subject, time and spending")) }),
  examples: ["runs", "runs --all --limit 50"],
}));

/** A run with the command that begins it, if nobody has yet. */
export type RunInList = ListedRun & { readonly next: string | null };

/** What a face needs to list runs. */
export interface RunsDrawing {
  readonly runs: readonly RunInList[];
  readonly more: number;
  /** Where else runs are kept, if there are none here. */
  readonly above: string | null;
}

/** Lists the stored runs, newest first. */
export const operate = async (
  { all, limit = Number.POSITIVE_INFINITY, artifactsDir }: RequestOf<typeof description>,
  { env, cwd }: OperationContext,
): Promise<Outcome<ResultOf<typeof description>, RunsDrawing>> => {
  const root = resolveArtifactsRoot(artifactsDir, env, cwd);
  if (artifactsDir !== undefined) {
    const kept = await directoryEntries(root);
    if (!kept.ok) return refused(kept.issues);
  }
  const summaries = storedSummaries(root);
  const { runs: listed, more } = listRuns(summaries, { all, limit });
  const nextOf = ({ kind, run_id: runId }: ListedRun) =>
    unbegunRun(summaries, { kind, runId }, { env, cwd })?.next ?? null;
  const runs = listed.map((run) => ({ ...run, next: nextOf(run) }));
  return done(
    { runs: runs.map(documented) },
    {
      paths: { artifacts: root },
      counts: { runs: runs.length, more },
      drawing: { runs, more, above: runs.length === 0 ? runsAbove(root) : null },
    },
  );
};

const documented = ({ spending, orders, short_id: _, ...run }: RunInList) => ({
  ...run,
  orders: orders === null ? null : { ...orders },
  spending: { ...spending, usage: { ...spending.usage } },
});
