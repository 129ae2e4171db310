import type { FailureBrief } from "@llmch/contract";
import { needsOf, type OrderRun, type Prepared, type ScheduleEnding } from "@llmch/run";
import { attemptsMade } from "@llmch/story";
import { z } from "zod";
import { document } from "../../description/members.ts";
import { needsSchema } from "./needs.ts";
import { spentSchema } from "./spent.ts";

/** What a run would do. */
const dryRunSchema = () =>
  z.object({
    sandbox: z.string(),
    wouldRun: z.array(z.string()),
    config: document("the run's options and settings"),
    graph: z.array(z.object({ id: z.string(), after: z.array(z.string()) })),
    waves: z
      .array(z.array(z.string()))
      .describe("orders that could be carried out together, one group after the other"),
    longestChain: z.array(z.string()).describe("orders that must follow one another"),
    commands: z.object({
      setup: z.array(z.string()),
      verify: z.array(z.string()),
      verifyReason: z.string(),
      derive: z.array(z.string()),
      acceptance: z.record(z.string(), z.array(z.string())),
    }),
    estimate: document("what it may cost").optional(),
  });

const evidenceSchema = () =>
  z
    .object({ tests: z.int().nullable(), acceptance: z.int(), hidden: z.int() })
    .nullable()
    .describe(
      "what the PASS rests on: tests that the verification ran (null if not told), checks, hidden checks; or null",
    );

/** How an order's run ended, as results have it. */
const endedOrderSchema = () =>
  z.object({
    ...{ order: z.string(), title: z.string(), runId: z.string(), directory: z.string() },
    verdict: z.enum(["PASS", "FAIL", "ERROR"]),
    exitCode: z.int(),
    attempts: z.int(),
    commit: z.string().nullable().describe("null if there is none"),
    evidence: evidenceSchema(),
    stage: z.string().nullable().describe("the stage of its last attempt; null if that did not fail"),
    fault: z.string().nullable().describe("what went wrong besides, also after its commit; or what it waits for"),
    needs: needsSchema(),
    weakened: z.array(z.string()).describe("how its last attempt weakened tests"),
    durationMs: z.number(),
  });

export type EndedOrder = z.output<ReturnType<typeof endedOrderSchema>>;

/** How an order's run ended. */
export const endedOrder = (run: OrderRun, title: string): EndedOrder => ({
  ...{ order: run.orderId, title, runId: run.runId, directory: run.directory },
  ...{ verdict: run.verdict, exitCode: run.exitCode, attempts: attemptsMade(run), commit: run.commit },
  ...{ evidence: run.evidence, stage: run.brief?.stage ?? null, fault: run.fault, needs: [...needsOf([run])] },
  ...{ weakened: [...(run.attempts.at(-1)?.weakened ?? [])], durationMs: run.durationMs },
});

/** One run of orders, as results have it. */
export const runSchema = () =>
  z.object({
    kind: z.enum(["run", "run-all"]),
    runId: z.string(),
    verdict: z.enum(["PASS", "FAIL", "ERROR"]),
    directory: z.string().describe("the run's own folder"),
    branch: z.string(),
    baseline: z.string().describe("the commit that the run started from"),
    orders: z.array(endedOrderSchema()).describe("the orders that were begun, in order"),
    skipped: z.array(z.string()).describe("orders that the branch's history shows done"),
    left: z.array(z.string()).optional().describe("orders left out because they depend on one that failed"),
    workOrderId: z.string().optional().describe("of `run`: the order"),
    commit: z.string().nullable().optional().describe("of `run`: the order's commit"),
    evidence: evidenceSchema(),
    spent: spentSchema(),
    push: z.object({
      mode: z.enum(["each", "end", "never"]),
      remote: z.string().nullable(),
      address: z.string().nullable(),
      pushed: z.boolean(),
      rejected: z.boolean().optional().describe("whether somebody said no to it"),
      message: z.string(),
    }),
    pullRequest: z.string().nullable().optional().describe("with `pr`: its address, null if none was opened"),
    failureBrief: document<FailureBrief>(
      "why the plan as a whole failed, though every order may have passed",
    ).optional(),
    resume: z.string().optional().describe("the command that continues the run, if it did not pass or was not pushed"),
    dryRun: z.boolean().optional().describe("true if it only says what it would do"),
    ...dryRunSchema().partial().shape,
    needs: needsSchema().optional(),
  });

export type RunResult = z.output<ReturnType<typeof runSchema>>;

/** The outcome of pushes: the plan, and what came of it. */
export const pushOf = (
  { pushed, rejected, message }: ScheduleEnding["push"],
  { mode, target }: Prepared["push"],
): RunResult["push"] => ({
  ...{ mode, remote: target?.remote ?? null, address: target?.address ?? null, pushed, message },
  ...(rejected === undefined ? {} : { rejected }),
});
