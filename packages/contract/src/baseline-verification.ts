import type { Result } from "@llmch/text";
import type { z } from "zod";
import { baselineVerification } from "./generated/baseline-validator.js";
import { judge } from "./schema-judge.ts";
import type { baselineVerificationSchema } from "./schemas/baseline-verification.ts";

export type BaselineVerification = Readonly<z.infer<typeof baselineVerificationSchema>>;

/** Judges a recorded baseline by its schema. */
export const judgeBaseline = (value: unknown): Result<BaselineVerification, string> =>
  judge(baselineVerification, value);
