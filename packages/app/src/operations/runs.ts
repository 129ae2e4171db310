import { type ListedRun, listRuns, runsAbove, storedSummaries } from "@llmch/records";
import { directoryEntries, resolveArtifactsRoot } from "@llmch/store";
import { z } from "zod";
import type { OperationContext } from "../context.ts";
import { artifactsDir, choice, document } from "../members.ts";
import { describe, type RequestOf, type ResultOf } from "../operation.ts";
import { done, type Outcome, refused } from "../outcome.ts";

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

/** What a face needs to list runs. */
export interface RunsDrawing {
  readonly runs: readonly ListedRun[];
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
  const { runs, more } = listRuns(storedSummaries(root), { all, limit });
  return done(
    { runs: runs.map(documented) },
    {
      paths: { artifacts: root },
      counts: { runs: runs.length, more },
      drawing: { runs, more, above: runs.length === 0 ? runsAbove(root) : null },
    },
  );
};

const documented = ({ spending, orders, short_id: _, ...run }: ListedRun) => ({
  ...run,
  orders: orders === null ? null : { ...orders },
  spending: { ...spending, usage: { ...spending.usage } },
});
