import { findRun, storedSummaries } from "@llmch/records";
import { recordedRun, resolveArtifactsRoot, storedRuns } from "@llmch/store";
import { costRows, runWhat, spentTogether } from "@llmch/story";
import { questionsOfRun } from "@llmch/story/reading";
import { z } from "zod";
import type { OperationContext } from "../context.ts";
import { artifactsDir, run } from "../description/members.ts";
import { describe, type RequestOf, type ResultOf } from "../description/operation.ts";
import { done, type Outcome, refused } from "../outcome.ts";
import { spentOf, spentSchema } from "../runs/results/spent.ts";

export const description = /* @__PURE__ */ describe(() => ({
  name: "cost",
  topic: "Look",
  sentence: "print what a run spent on models",
  may: "read",
  argument: { member: "run", shown: "[run]" },
  request: z.strictObject({
    run: run(),
    by: z
      .enum(["order", "model", "role", "attempt"])
      .default("order")
      .describe("what each line is of")
      .meta({ value: "what" }),
    artifactsDir: artifactsDir(),
  }),
  result: z.object({
    what: z.string().describe("the run in words"),
    by: z.enum(["order", "model", "role", "attempt"]),
    rows: z.array(z.object({ name: z.string(), ...spentSchema().shape })),
    total: spentSchema(),
  }),
  elsewhere: ["what"],
  examples: ["cost", "cost --by model"],
}));

/** Says what a run spent on models, at the prices of the day it was made. */
export const operate = async (
  { run, by, artifactsDir }: RequestOf<typeof description>,
  { env, cwd }: OperationContext,
): Promise<Outcome<ResultOf<typeof description>>> => {
  const root = resolveArtifactsRoot(artifactsDir, env, cwd);
  const summaries = storedSummaries(root);
  const found = findRun(summaries, run);
  if (!found.ok) return refused(found.issues);
  const { kind, runId } = found.value;
  const record = recordedRun(root, kind, runId);
  const kinds = new Map(storedRuns(root).map((stored) => [stored.runId, stored.kind]));
  const { questions, faults } = questionsOfRun(record, (id) => {
    const itsKind = kinds.get(id);
    return itsKind === undefined ? null : recordedRun(root, itsKind, id);
  });
  const rows = costRows(questions, by).map(({ name, spending }) => ({ name, ...spentOf(spending) }));
  const total = spentOf(spentTogether(questions.map(({ spending }) => spending)));
  const what = `${runId}  ${runWhat(summaries.of(found.value), record.is_running)}`;
  const warnings = faults.map(({ file, line, message }) => ({
    code: "warning",
    message: `${file}${line === null ? "" : `:${line}`}: ${message}`,
  }));
  return done({ what, by, rows, total }, { runId, paths: { run: record.directory }, warnings });
};
