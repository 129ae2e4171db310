import type { z } from "zod";
import type { failureBriefSchema } from "./schemas/failure-brief.ts";

export type FailureBrief = z.infer<typeof failureBriefSchema>;
