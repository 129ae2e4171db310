import { z } from "zod";
import { schemaUri } from "../schema-uri.ts";
import { baselineVerificationSchema } from "./baseline-verification.ts";
import { assessmentSchema, scopeSchema, windowSchema } from "./build.ts";
import { designSchema } from "./design.ts";
import { eventSchema } from "./event.ts";
import { examinationSchema } from "./examination.ts";
import { exchangeSchema } from "./exchange.ts";
import { failureBriefSchema } from "./failure-brief.ts";
import { proposalSchema } from "./proposal.ts";
import { reviewSchema } from "./review.ts";
import { buildConfigSchema, planConfigSchema, runConfigSchema } from "./run-config.ts";
import { runRecordSchema } from "./run-record.ts";
import { runSummarySchema } from "./run-summary.ts";
import { sealSchema } from "./seal.ts";
import { manifestSchema, workOrderSchema } from "./work-order.ts";

/** The published documents by their file names in `templates/schemas/`: both the types and the JSON Schemas come from here. */
export const PUBLISHED_SCHEMAS = {
  "work-order": workOrderSchema,
  manifest: manifestSchema,
  proposal: proposalSchema,
  design: designSchema,
  review: reviewSchema,
  "failure-brief": failureBriefSchema,
  "baseline-verification": baselineVerificationSchema,
  exchange: exchangeSchema,
  event: eventSchema,
  seal: sealSchema,
  scope: scopeSchema,
  window: windowSchema,
  assessment: assessmentSchema,
  examination: examinationSchema,
  "plan-config": planConfigSchema,
  "run-config": runConfigSchema,
  "build-config": buildConfigSchema,
  "run-record": runRecordSchema,
  "run-summary": runSummarySchema,
} as const;

/** The JSON Schema (draft 2020-12) of a published document, with its URI. */
export const publishedSchema = (name: keyof typeof PUBLISHED_SCHEMAS): Readonly<Record<string, unknown>> => {
  const { $schema, ...schema } = z.toJSONSchema(PUBLISHED_SCHEMAS[name], { io: "input", target: "draft-2020-12" });
  return { $schema, $id: schemaUri(name), ...schema };
};
