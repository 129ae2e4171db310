import { z } from "zod";
import { ASSESSMENTS } from "../../build-limits.ts";
import { abortSchema, noteChangeSchema } from "../build.ts";
import { STAGE } from "../failure-brief.ts";
import { reviewedSchema as reviewed } from "../review.ts";
import { buildConfigSchema } from "../run-config.ts";
import { verdictSchema as verdict } from "../run-summary.ts";
import { spentSchema } from "../spent.ts";
import { baseline, branch, count, exitCode, kind, order, session, strings } from "./members.ts";

const window = count.describe("Counts from 1, across milestones.");
const milestone = z.string().nullable().describe("The milestone that it works on; null for a build without a scope.");
const run = z.string().describe("The id of the run of its own.");
const cites = strings.describe("Ids of orders, commits, and commands that failed.");

/** A loop of plans and their orders: what each step came to. The steps themselves are runs of their own. */
export const buildEvents = [
  kind("build_started", {
    ...session,
    spec: z.string().describe("The spec's file as it was given, or `-`."),
    title: z.string().optional().describe("The headline of the spec."),
    spec_sha256: z.string().describe("Of its text, `spec.txt`."),
    scoped: z.boolean().describe("Whether it has a scope; else it is one plan and its orders."),
    baseline,
    config: buildConfigSchema,
    continues: z
      .object({
        run: z.string().describe("The id of the build that had passed."),
        branch: branch.nullable().describe("Its branch; null if it made none."),
        next_order: count.describe("The number of its first order."),
      })
      .optional()
      .describe("The build whose scope, numbers and branch it takes; left out if none."),
  }),
  kind("settings_given", {
    settings: buildConfigSchema.shape.settings.describe("The settings that hold from then on."),
    changes: strings.describe("What a resume was given, in lines."),
  }),
  kind("noted", {
    of: z.enum(["note", "more"]).describe("A note, or new sentences, which are a milestone of their own."),
    text: z.string().describe("What the user said; from now on it is part of the spec."),
    at: z.string().describe("UTC; when it was said."),
  }),
  kind("scope_taken", {
    sha256: z.string().describe("Of `scope.json`."),
    by: z.enum(["model", "user", "assessment"]).describe("Who wrote it."),
    reached: strings.optional().describe("Its milestones that the build before had reached."),
    changes: strings.optional().describe("How it differs from the one before, in lines."),
    milestones: z
      .array(
        z.object({ id: z.string().describe("Such as M1."), outcome: z.string().describe("What a user can do then.") }),
      )
      .readonly()
      .describe("In order."),
  }),
  kind("build_step_started", {
    step: z.enum(["plan", "run-all"]).describe("What the run does."),
    window,
    run,
  }),
  kind("window_planned", {
    window,
    milestone,
    run,
    verdict,
    exit_code: exitCode,
    orders: z
      .array(z.object({ id: order, title: z.string().describe("The order's.") }))
      .readonly()
      .describe("Empty if there is no plan, or if its planner gives an order up."),
    completes: z.boolean().describe("Whether its planner holds that the milestone is reached then."),
    notes: strings.describe("What the next window is told."),
    changes: z.array(noteChangeSchema).readonly().describe("What became of each note."),
    abort: abortSchema.nullable().describe("The order that its planner gives up; null for none."),
    faults: strings.optional().describe("The first of what is wrong with it; left out if it is valid."),
    spent: spentSchema,
  }),
  kind("window_ended", {
    window,
    run,
    verdict,
    exit_code: exitCode,
    landed: z
      .array(z.object({ order, commit: z.string().describe("The commit that it became."), reviewed }))
      .readonly()
      .describe("What landed, orders that had landed before included."),
    failed: z
      .array(
        z.object({
          order,
          stage: STAGE.nullable().describe("The gate that its last attempt ended at; null if there was none."),
          why: z.string().describe("The first lines of why, or its objection."),
          reviewed,
        }),
      )
      .readonly()
      .describe("Which orders failed."),
    left: strings.describe("Orders that were not begun."),
    branch,
    tip: z.string().describe("The branch's commit afterwards."),
    spent: spentSchema,
  }),
  kind("milestones_judged", {
    tip: z.string().describe("The commit that their acceptance ran on."),
    milestones: z
      .array(
        z.object({
          id: z.string().describe("Such as M1."),
          failing: strings.describe("The commands that failed."),
          printed: strings.optional().describe("Of goals: each failing command and what it printed, shortened."),
        }),
      )
      .readonly()
      .describe("The current milestone and all before it."),
  }),
  kind("assessed", {
    assessment: count.describe("Counts from 1."),
    window,
    milestone: z.string().describe("The milestone that it is about."),
    verdict: z.enum(ASSESSMENTS).describe("Whether to go on, and how."),
    reasons: z
      .array(z.object({ text: z.string().describe("One sentence."), cites }))
      .readonly()
      .describe("Why."),
    tip: z.string().optional().describe("The branch's commit by then; `complete` counts once acceptance passes there."),
  }),
  kind("milestone_reached", {
    milestone: z.string().describe("Whose acceptance passes, and whose examination found nothing that stands."),
    tip: z.string().describe("The branch's commit."),
  }),
  kind("bound_reached", {
    bound: z.enum(["rounds", "orders", "replans", "rescopes"]).describe("Which bound of the build."),
    message: z.string().describe("In words."),
    hint: z.string().describe("What to do about it."),
  }),
] as const;
