import { z } from "zod";
import { needsSchema } from "../runs/results/needs.ts";
import { madePlanSchema } from "../runs/results/plan.ts";
import { runSchema } from "../runs/results/run-result.ts";
import { buildSchema } from "./result.ts";

/** What a person must decide before anything is done. */
const waitingSchema = () => z.object({ kind: z.literal("waiting"), needs: needsSchema() });

const pushedSchema = () =>
  z.object({ kind: z.literal("push"), branch: z.string(), commit: z.string(), remote: z.string() });

/** What comes of carrying a run on, whatever its kind. */
export const resumedSchema = () =>
  z.union([runSchema(), madePlanSchema(), buildSchema(), pushedSchema(), waitingSchema()]);

export const RESUMED_ELSEWHERE = ["kind", "verdict", "directory", "orders", "baseline"];
