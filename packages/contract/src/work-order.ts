import type { z } from "zod";
import type {
  conditionSchema,
  derivationSchema,
  manifestSchema,
  provenanceSchema,
  verifyContractSchema,
  workOrderSchema,
} from "./schemas/work-order.ts";

export type Condition = z.infer<typeof conditionSchema>;
export type Derivation = z.infer<typeof derivationSchema>;
export type Provenance = z.infer<typeof provenanceSchema>;
export type WorkOrder = z.infer<typeof workOrderSchema>;
export type VerifyContract = z.infer<typeof verifyContractSchema>;
export type Manifest = z.infer<typeof manifestSchema>;
