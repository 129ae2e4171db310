import { resolve } from "node:path";
import type { Need } from "@llmch/contract";
import { type ListedRun, listRuns, type StoredRunName, storedSummaries, waitingRuns } from "@llmch/records";
import { directoryEntries, repoArtifacts, resolveArtifactsRoot } from "@llmch/store";
import { z } from "zod";
import type { OperationContext } from "../context.ts";
import { artifactsDir, choice, document } from "../description/members.ts";
import { describe, type RequestOf, type ResultOf } from "../description/operation.ts";
import { done, type Outcome, refused } from "../outcome.ts";

export const description = /* @__PURE__ */ describe(() => ({
  name: "runs",
  topic: "Look",
  sentence: "list the runs that are kept, the newest first",
  may: "read",
  request: z.strictObject({
    all: choice("the orders' runs of each run-all too"),
    waiting: choice("only those that wait for a person, and what for; `llmch decide` decides it"),
    limit: z.int().min(1).optional().describe("how many at most").meta({ value: "n" }),
    artifactsDir: artifactsDir(),
  }),
  result: z.object({ runs: z.array(document("a run: its id, kind, verdict, subject, time and spending")) }),
  examples: ["runs", "runs --waiting"],
}));

/** A run, and what it waits for, if that was asked for. */
export type RunInList = ListedRun & { readonly needs?: readonly Need[] };

/** What a face needs to list runs. */
export interface RunsDrawing {
  readonly runs: readonly RunInList[];
}

/** Lists the stored runs, newest first. */
export const operate = async (
  { all, waiting, limit = Number.POSITIVE_INFINITY, artifactsDir }: RequestOf<typeof description>,
  { env, cwd, signal, face, here }: OperationContext,
): Promise<Outcome<ResultOf<typeof description>, RunsDrawing>> => {
  const root = resolveArtifactsRoot(artifactsDir, env, cwd);
  const { through } = face.caller;
  const isNamed = artifactsDir !== undefined && through !== "mcp";
  // A program's is always named, and is there from its first run on.
  if (isNamed && through !== "program") {
    const kept = await directoryEntries(root);
    if (!kept.ok) return refused(kept.issues);
  }
  const runs: RunInList[] = [];
  let kept = 0;
  for (const each of new Set(isNamed ? [root] : [root, repoArtifacts(resolve(cwd, here))])) {
    const needs = new Map<string, readonly Need[]>();
    if (waiting) for await (const run of waitingRuns(each, env, signal)) needs.set(run.stored.runId, run.needs);
    const only = waiting ? ({ runId }: StoredRunName) => needs.has(runId) : () => true;
    const { runs: listed, more } = await listRuns(storedSummaries(each), { all, limit, only }, { env, cwd });
    for (const run of listed) runs.push(waiting ? { ...run, needs: needs.get(run.run_id) ?? [] } : run);
    kept += listed.length + more;
  }
  const newest = runs.sort((a, b) => (a.run_id < b.run_id ? 1 : -1)).slice(0, limit);
  const more = kept - newest.length;
  return done(
    { runs: newest.map(documented) },
    { paths: { artifacts: root }, counts: { runs: newest.length, more }, drawing: { runs: newest } },
  );
};

const documented = ({
  spending,
  orders,
  short_id: _,
  ending: __,
  is_begun: ___,
  is_damaged: ____,
  ...run
}: RunInList) => ({
  ...run,
  orders: orders === null ? null : { ...orders },
  spending: { ...spending, usage: { ...spending.usage } },
});
