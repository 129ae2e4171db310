import { SHA256_HEX } from "@llmch/text";
import { z } from "zod";
import { diagnosticSchema } from "./diagnostic.ts";
import { buildConfigSchema, issueSourceSchema, planConfigSchema, runConfigSchema } from "./run-config.ts";
import { spentSchema } from "./spent.ts";

const count = z.number().int();
const sha256 = z.string().regex(SHA256_HEX);
const diagnostics = z.array(diagnosticSchema).readonly();

const common = {
  run_id: z.string().describe("A ULID, the name of the run's directory."),
  version: z.string().describe("Of llmch."),
  started_at_utc: z.string().describe("A label, never used to decide anything."),
  finished_at_utc: z.string().nullable().describe("Null while the run is in progress, and if it was killed."),
  success: z.boolean().nullable().describe("Null while the run is in progress, and if it was killed."),
  mark: z
    .string()
    .nullable()
    .optional()
    .describe("A keyed signature of the user and machine that began the run; null if no key could be stored."),
};

const estimated = z.object({
  input_tokens: count.describe("Of all prompts together."),
  output_tokens: count.describe("Of all answers together, reasoning included."),
  cost_usd: z.number().nullable().describe("Null if a price is not known."),
});

const estimateSchema = z.object({
  orders: count.describe("How many there are."),
  model: z.string().describe("The model that carries orders out."),
  max_attempts: count.describe("The most attempts at an order."),
  likely: estimated.describe("What orders usually take."),
  high: estimated.describe("All attempts."),
  prices_as_of: z
    .string()
    .nullable()
    .describe("The day of llmch's own prices; null if one is not known, or if all are yours."),
  basis: z.string().describe("The same in words."),
});

const planRecordSchema = z.object({
  ...common,
  tool: z.literal("planner").describe("`llmch plan`."),
  compile_hash: z.string().describe("16 hex digits over spec, template, model and effort."),
  config: planConfigSchema,
  source: issueSourceSchema.optional().describe("The issue that the spec is the text of."),
  inputs: z
    .object({
      spec_path: z.string().describe("As it was given, or `-`."),
      spec_sha256: sha256.describe("Of the spec's text."),
      template_path: z.string().describe("Absolute."),
      template_sha256: sha256.describe("Of the template's text."),
      question_sha256: sha256
        .optional()
        .describe("Of everything that a live plan depends on: if it is the same again, the stored plan is used."),
    })
    .describe("What the plan is made from."),
  outputs: z
    .object({
      work_order_count: count.describe("0 if there is no plan."),
      compile_attempts: count.describe("How many times the model was asked."),
      manifest_sha256: sha256.nullable().describe("Of the canonical JSON of the manifest without provenance."),
      validation_errors: diagnostics.describe("What was wrong with the last answer."),
      warnings: diagnostics.describe("The warnings about the last answer."),
      outdir: z.string().nullable().describe("Where else the orders were written."),
      estimate: estimateSchema.optional().describe("What carrying out the plan may take."),
      spent: spentSchema.optional(),
    })
    .nullable()
    .describe("Null while the run is in progress, and if it was killed."),
});

const orderRecordSchema = z.object({
  ...common,
  tool: z.literal("factory").describe("`llmch run`, or an order of `llmch run-all`."),
  work_order_id: z.string().describe("Such as WO-01."),
  work_order_sha256: sha256.describe("Of the order without provenance and `$schema`."),
  working_branch: z.string().describe("The branch that the work is committed to."),
  schedule: z.string().nullable().describe("The id of the run-all that this run is a part of."),
  config: runConfigSchema,
});

const scheduleRecordSchema = z.object({
  ...common,
  tool: z.literal("run-all").describe("`llmch run-all`."),
  working_branch: z.string().describe("The branch that the work is committed to."),
  config: runConfigSchema,
});

const askRecordSchema = z.object({
  ...common,
  tool: z.literal("ask").describe("`llmch ask`."),
  question: z.string().describe("What the user asked."),
  repo: z.string().describe("The repo that it is about, absolute."),
  commit: z.string().describe("The commit whose files were read."),
  spent: spentSchema.nullable().describe("Null while the run is in progress, and if it was killed."),
});

const buildRecordSchema = z.object({
  ...common,
  tool: z.literal("build").describe("`llmch build`."),
  config: buildConfigSchema,
});

/** `run.json`: the request for a run, and when it began and ended (contract §7). */
export const runRecordSchema = z
  .discriminatedUnion("tool", [
    planRecordSchema,
    orderRecordSchema,
    scheduleRecordSchema,
    askRecordSchema,
    buildRecordSchema,
  ])
  .meta({ title: "llmch run record", description: "What a run was asked, and when it began and ended." });
