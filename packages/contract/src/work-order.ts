import type { z } from "zod";
import type { conditionSchema, provenanceSchema, tickSchema, workOrderSchema } from "./schemas/work-order.ts";

export type Condition = z.infer<typeof conditionSchema>;
export type Provenance = z.infer<typeof provenanceSchema>;
export type WorkOrder = z.infer<typeof workOrderSchema>;
export type Tick = z.infer<typeof tickSchema>;
