import { eventSchema } from "./event.ts";
import { exchangeSchema } from "./exchange.ts";
import { failureBriefSchema } from "./failure-brief.ts";
import { proposalSchema } from "./proposal.ts";
import { sealSchema } from "./seal.ts";
import { manifestSchema, workOrderSchema } from "./work-order.ts";

/** The published documents by the name of their file in `templates/schemas/`: the source of types and JSON Schemas. */
export const PUBLISHED_SCHEMAS = {
  "work-order": workOrderSchema,
  manifest: manifestSchema,
  proposal: proposalSchema,
  "failure-brief": failureBriefSchema,
  exchange: exchangeSchema,
  event: eventSchema,
  seal: sealSchema,
} as const;
