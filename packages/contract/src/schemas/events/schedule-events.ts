import { z } from "zod";
import { failureBriefSchema, STAGE } from "../failure-brief.ts";
import { runConfigSchema } from "../run-config.ts";
import { verdictSchema as verdict } from "../run-summary.ts";
import { checkFileSchema } from "../work-order.ts";
import { baseline, branch, command, designSha256, exitCode, kind, order, session, strings } from "./members.ts";

const checks = z.array(checkFileSchema).readonly().optional().describe("The check files that it finds.");

/** Orders one after the other, or side by side. */
export const scheduleEvents = [
  kind("schedule_started", {
    ...session,
    title: z.string().optional().describe("The headline of the plan's spec."),
    branch,
    baseline,
    orders: z
      .array(z.object({ order, sha256: z.string().describe("Of the order without provenance and `$schema`.") }))
      .readonly()
      .describe("The orders to carry out, in sequence."),
    skipped: strings.describe("Orders that the branch's history shows done."),
    plan_acceptance: z
      .array(z.object({ command, hidden: z.boolean().describe("True if no author sees it."), checks }))
      .readonly()
      .optional()
      .describe(
        "What must hold once these orders have landed; left out if there is nothing, or if orders stay undone.",
      ),
    design_sha256: designSha256,
    folder: z
      .string()
      .regex(/^orders_\d+$/)
      .optional()
      .describe("The folder of its orders if the run begins anew with a plan in place of one that was rejected."),
    mark: z.string().optional().describe("Then also of whom started it."),
    config: runConfigSchema,
  }),
  kind("order_run_started", { order, run: z.string().describe("The id of the order's own run.") }),
  kind("order_run_ended", {
    order,
    run: z.string().describe("The id of the order's own run."),
    verdict,
    exit_code: exitCode,
    commit: z.string().nullable().describe("The commit that it became, if any."),
    seal: z.string().nullable().describe("The head of the run's seal; null if it could not be sealed."),
    stage: STAGE.nullable().optional().describe("The gate that its last attempt ended at; null if it passed."),
  }),
  kind("order_skipped", { order: order.describe("Left out of the run from then on, as its user said.") }),
  kind("plan_judged", {
    commit: z.string().describe("The commit that its acceptance ran on: the branch's tip."),
    brief: failureBriefSchema.nullable().describe("Why it failed; null if every command passed."),
  }),
] as const;
