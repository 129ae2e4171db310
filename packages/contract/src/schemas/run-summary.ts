import { z } from "zod";
import { evidenceSchema } from "./evidence.ts";
import { failureBriefSchema, STAGE } from "./failure-brief.ts";
import { buildConfigSchema, runConfigSchema } from "./run-config.ts";
import { spentSchema } from "./spent.ts";

const count = z.number().int();
const strings = z.array(z.string()).readonly();

export const verdictSchema = z.enum(["PASS", "FAIL", "ERROR"]).describe("How it ended.");

const common = {
  run_id: z.string().describe("A ULID, the name of the run's directory."),
  verdict: verdictSchema,
  exit_code: count.describe("The exit code of the command of llmch."),
  working_branch: z.string().describe("The branch that the work was committed to."),
  baseline_commit: z.string().nullable().describe("The commit that the work started from."),
  config: runConfigSchema,
  spent: spentSchema.optional(),
  evidence: evidenceSchema.optional(),
  needs: z
    .array(
      z.object({
        id: z.string().describe("What it is about: `plan`, `network`, `push`, or an order's id."),
        kind: z.string().describe("`question` wants an answer; any other kind wants a yes or a no."),
        what: z.string().describe("What to decide or to answer."),
        sha256: z.string().optional().describe("Of what is to be decided: it tells whether that has changed."),
        wider: z.boolean().optional().describe("True for a revision that is wider than what the user saw."),
        shown: z.string().optional().describe("What to read before: commands, or what changes."),
      }),
    )
    .readonly()
    .optional()
    .describe("What it waits for a person to decide or answer; then the exit code is 6."),
};

/** The part of `run_summary.json` about one attempt. */
const attemptSchema = z.object({
  attempt: count.describe("Counts from 1."),
  verdict: verdictSchema,
  stage: STAGE.nullable().describe("The gate that refused it; null if none did."),
  summary: z.string().nullable().describe("The proposal's own."),
  touched_files: strings.describe("The files that the proposal wrote."),
  repo_drift: strings.describe(
    "Files that changed outside the proposal. Of more than 500, the last entry is how many more.",
  ),
  weakened: strings
    .optional()
    .describe("What passed has lost of the tests that ran before, and its files that decide what verifies the repo."),
  failure_brief: failureBriefSchema.nullable().describe("Why it failed; null if it did not."),
  duration_ms: z.number().describe("In milliseconds."),
});

const orderSummarySchema = z
  .object({
    ...common,
    work_order_id: z.string().describe("Such as WO-01."),
    total_attempts: count.describe("The attempts that were made; one whose model could not be asked does not count."),
    commit: z.string().nullable().describe("The commit that the order became, if any."),
    repo_tree_hash_after: z.string().nullable().describe("The commit's tree."),
    rollback_failed: z.boolean().describe("Whether something is left that could not be put back."),
    hint: z.string().nullable().describe("The command that puts it back by hand."),
    error: z.string().nullable().describe("What was unexpected."),
    warnings: strings.describe("What went wrong without stopping it."),
    ended_by: z
      .enum(["repeat"])
      .optional()
      .describe(
        "Why no other attempt was made, although one was allowed: the last gave the same answer as the one before.",
      ),
    attempts: z.array(attemptSchema).readonly().describe("One after the other."),
  })
  .describe("Of a run of one order.");

const scheduleSummarySchema = z
  .object({
    ...common,
    stage: STAGE.optional().describe("Where the plan as a whole failed; left out if it did not."),
    failure_brief: failureBriefSchema.optional().describe("Why the plan as a whole failed; left out if it did not."),
    warnings: strings.optional().describe("What went wrong without stopping it, and is about none of its orders."),
    skipped: strings.describe("Orders that the branch's history showed done."),
    orders: z
      .array(
        z.object({
          work_order_id: z.string().describe("Such as WO-01."),
          run_id: z.string().describe("The id of the order's own run."),
          verdict: verdictSchema,
          attempts: count.describe("How many there were."),
          commit: z.string().nullable().describe("The commit that the order became, if any."),
          evidence: evidenceSchema.optional(),
        }),
      )
      .readonly()
      .describe("The orders that were begun."),
  })
  .describe("Of a run-all.");

const { working_branch: _, config: __, ...commonOfBuild } = common;

const buildSummarySchema = z
  .object({
    ...commonOfBuild,
    config: buildConfigSchema,
    working_branch: z.string().nullable().describe("The branch of its windows; null before the first has made one."),
    warnings: strings.describe("What went wrong without stopping it, and is about none of its steps."),
    milestones: z
      .array(
        z.object({
          id: z.string().describe("Such as M1."),
          outcome: z.string().describe("What a user can do then."),
          state: z.enum(["done", "current", "next"]).describe("Whether it is reached."),
        }),
      )
      .readonly()
      .describe("Empty for a build without a scope."),
  })
  .describe("Of a build.");

/** `run_summary.json`: the outcome of a run (contract §7). */
export const runSummarySchema = z
  .union([orderSummarySchema, scheduleSummarySchema, buildSummarySchema])
  .meta({ title: "llmch run summary", description: "What came of a run." });
