import type { z } from "zod";
import type { eventBodySchema } from "./schemas/event.ts";
import type { buildConfigSchema, planConfigSchema, runConfigSchema } from "./schemas/run-config.ts";

/** Version of the event format. Raise it when a reader of older events would misread newer ones. */
export const EVENT_FORMAT = 2;

/** Who owns the run: the folder below the artifacts root (contract §7). */
export type RunKind = "planner" | "factory" | "run-all" | "ask" | "build";
export type RunVerdict = "PASS" | "FAIL" | "ERROR";

export type PlanConfig = Readonly<z.infer<typeof planConfigSchema>>;

/** A plan of another tool, as records tell of it: item N is the demand N of the spec that was made from it. */
export type RecordedImport = NonNullable<PlanConfig["imported"]>;
/** A demand of such a plan, with its source. */
export type ImportedItem = RecordedImport["items"][number];

export type BuildConfig = Readonly<z.infer<typeof buildConfigSchema>>;
export type RunConfig = Readonly<z.infer<typeof runConfigSchema>>;

/** What happened in a run. The journal adds `seq`, `ts` and `run_id` (contract §7). Views fold over events. */
export type EventBody = Readonly<z.infer<typeof eventBodySchema>> & {
  readonly speculation?: number | undefined;
  readonly child?: string | undefined;
};

export type RunEvent = EventBody & { readonly seq: number; readonly ts: string; readonly run_id: string };
