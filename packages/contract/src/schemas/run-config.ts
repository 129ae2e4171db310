import { z } from "zod";
import { APPROVABLE_KINDS } from "../need.ts";
import { OPEN_BOX, PLAN_FORMATS } from "../plan-formats.ts";

/** Values that differ from the defaults, by group and name. */
const settings = z
  .record(z.string(), z.record(z.string(), z.json()))
  .describe("The settings that differ from the defaults.");

const buildPart = {
  build: z.string().describe("The id of the build's run."),
  window: z.number().int().describe("Counts from 1, across milestones."),
};

/** The request for a run: enough to resume it later, from any folder. Paths are absolute. */
export const runConfigSchema = z
  .object({
    repo: z.string().describe("The target repo."),
    branch: z.string().nullable().describe("The branch that was asked for; null for a generated one."),
    create_branch: z.boolean().describe("Whether the branch must not exist yet."),
    reuse_branch: z.boolean().describe("Whether the branch must exist already."),
    base_branch: z
      .string()
      .optional()
      .describe("The branch that was checked out when it began; left out if none was, or its own."),
    commit_hash: z.string().nullable().describe("The baseline that was asked for; null for HEAD."),
    max_attempts: z.number().int().describe("The most attempts at an order."),
    llm_model: z.string().describe("The factory's model."),
    llm_temperature: z.number().nullable().describe("Sampling temperature."),
    timeout_seconds: z.number().int().describe("The time limit of each command."),
    allow_verify_exempt: z.boolean().describe("Whether `verify_exempt` is honoured without the planner's provenance."),
    allow_empty: z.boolean().describe("Whether an answer may change nothing."),
    allow_dirty: z.boolean().describe("Whether to start even if the checkout has changes."),
    allow_stale: z.boolean().describe("Whether files may differ from those that the plan was compiled against."),
    revise: z.number().int().optional().describe("How many revisions of orders are accepted without asking."),
    approve: z
      .array(z.enum(APPROVABLE_KINDS))
      .readonly()
      .optional()
      .describe("The kinds of steps that wait for a person; left out for none."),
    stop_on_repeat: z
      .boolean()
      .describe("Whether an order ends once an attempt only repeats the answer of the one before."),
    strict: z.boolean().optional().describe("Whether warnings of the check counted as errors."),
    jobs: z.number().int().optional().describe("How many orders may be carried out at once; 1 if left out."),
    keep_going: z.boolean().optional().describe("Whether the others continued after a failed order."),
    sandbox: z.enum(["auto", "required", "off"]).describe("Whether commands are isolated."),
    allow_network: z.boolean().describe("Whether isolated commands reach the network."),
    push: z.boolean().describe("Whether commits are pushed; the settings say when."),
    out: z.string().nullable().describe("Where a copy of the run's artifacts goes."),
    by_hand: z.boolean().optional().describe("Whether a person carried the order out, and no model was asked."),
    orders: z.string().describe("The work order's file, or the directory of the orders."),
    replay: z.string().nullable().describe("The record to replay; null for a live model."),
    replay_strict: z.boolean().describe("Whether a recorded exchange must match its request."),
    part: z.object(buildPart).optional().describe("The window of a build that it carries out; left out if none."),
    settings,
  })
  .meta({ title: "llmch run config", description: "What the run was asked with." });

/** An issue that a plan was made from. */
export const issueSourceSchema = z.object({
  url: z.string().describe("Its address."),
  number: z.number().int().describe("Its number in its repo."),
  sha256: z.string().describe("Of its text, the spec."),
});

/** The plan of another tool that a spec was made from: its demands, in the order of the spec's. */
export const importedPlanSchema = z.object({
  format: z.enum(PLAN_FORMATS).describe("Whose plan it is."),
  items: z
    .array(
      z.object({
        id: z.string().describe("The item's id in that plan, or one made from its place."),
        text: z.string().describe("What it demands, on one line."),
        path: z.string().describe("Its file, relative to the repo's root, with `/`."),
        line: z.number().int().describe("Its line in that file, counted from 1."),
        sha256: z.string().describe("Of that line, without its line end."),
        box: z.literal(OPEN_BOX).nullable().describe("Its box, which can be ticked; null if it has none."),
      }),
    )
    .readonly()
    .describe("Its demands: item N is the demand N of the spec."),
  ticks: z.boolean().describe("Whether orders tick the boxes of the items that they fulfil."),
});

/** The request for a plan. Paths are absolute. */
export const planConfigSchema = z
  .object({
    spec: z.string().describe("The spec's file, or `-`; its text is stored in the run."),
    source: issueSourceSchema.optional().describe("The issue whose text is the spec."),
    imported: importedPlanSchema.optional().describe("The plan of another tool that the spec was made from."),
    template: z.string().nullable().describe("The planner prompt; null for the built-in one."),
    outdir: z.string().nullable().describe("A directory that also receives the orders, besides the run."),
    repo: z.string().nullable().describe("The target repo, if there is one."),
    overwrite: z.boolean().describe("Whether orders in `outdir` may be replaced."),
    strict: z.boolean().optional().describe("Whether warnings counted as errors."),
    run: z
      .boolean()
      .optional()
      .describe("Whether the acceptance commands of each answer were run on the repo as it was."),
    revises: z
      .object({
        plan: z.string().describe("The plan that was revised: a folder of orders, absolute."),
        feedback: z.string().describe("What the user asked to be changed."),
      })
      .optional()
      .describe("What a revised plan was made from, besides its spec."),
    model: z.string().describe("The planner's model."),
    reasoning_effort: z.string().nullable().describe("One of the model's efforts, such as low, medium or high."),
    max_attempts: z.number().int().describe("The most model calls."),
    replay: z.string().nullable().describe("The record to replay; null for a live model."),
    replay_strict: z.boolean().describe("Whether a recorded exchange must match its request."),
    part: z
      .object({
        ...buildPart,
        commit: z.string().describe("The commit that it plans on: the tip of the build's branch."),
        first_order: z.number().int().describe("The number of its first order."),
        most_orders: z.number().int().describe("How many it may have."),
        standing: z
          .string()
          .nullable()
          .describe("Where the build stands, as its planner is told; null without a scope."),
        notes: z.array(z.string()).readonly().describe("The notes of the window before."),
        citable: z.array(z.string()).readonly().describe("What a given-up order may cite."),
      })
      .optional()
      .describe("The window of a build that it plans; left out if none."),
    settings,
  })
  .meta({ title: "llmch plan config", description: "What the plan was asked with." });

/** The request for a build. Paths are absolute. Its windows are carried out as a run-all that was asked for so would be. */
export const buildConfigSchema = runConfigSchema
  .omit({ orders: true, part: true, by_hand: true, out: true })
  .extend({
    spec: z.string().describe("The spec's file, or `-`; its text is stored in the run."),
    scope: z.enum(["auto", "always", "never"]).describe("When it has a scope: if the spec is large, always or never."),
    approve: z.array(z.enum(APPROVABLE_KINDS)).readonly().describe("The kinds of steps that wait for a person."),
    pr: z.boolean().describe("Whether it ends in a pull request."),
    imported: importedPlanSchema.optional().describe("The plan of another tool that the spec was made from."),
    goals: z.array(z.string()).readonly().optional().describe("The commands that end it once they pass, if any."),
  })
  .meta({ title: "llmch build config", description: "What the build was asked with." });
