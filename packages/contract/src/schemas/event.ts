import { z } from "zod";
import { DIAGNOSTIC_CODES } from "../diagnostic.ts";
import { failureBriefSchema } from "./failure-brief.ts";
import { planConfigSchema, runConfigSchema } from "./run-config.ts";

const strings = z.array(z.string()).readonly();
const count = z.number().int();
const milliseconds = z.number();
const commandPhase = z.enum(["verify", "acceptance"]);
const step = z.enum(["propose", "validate", "apply", "verify", "accept", "finalize"]);
const verdict = z.enum(["PASS", "FAIL", "ERROR"]);
const format = count.describe("Version of the event format.");
const usage = z.object({ input_tokens: z.number(), output_tokens: z.number(), cached_tokens: z.number() });
const diagnostics = z
  .array(
    z.object({
      code: z.enum(Object.keys(DIAGNOSTIC_CODES) as (keyof typeof DIAGNOSTIC_CODES)[]),
      wo_id: z.string().nullable(),
      message: z.string(),
      field: z.string().nullable(),
    }),
  )
  .readonly();

/** What one kind of event holds besides its place in the journal. */
const kind = <Type extends string, Members extends z.core.$ZodLooseShape>(type: Type, members: Members) =>
  z.object({ type: z.literal(type), ...members });

/** Everything that can happen in a run (contract §7): planning, one order's attempts, and a schedule of orders. */
export const eventBodySchema = z.discriminatedUnion("type", [
  kind("plan_started", { format, spec: z.string(), model: z.string(), max_attempts: count, config: planConfigSchema }),
  kind("compile_attempt_started", { attempt: count, max_attempts: count }),
  kind("compile_attempt_judged", { attempt: count, errors: diagnostics, warnings: diagnostics }),
  kind("plan_written", { work_orders: count, directory: z.string() }),

  kind("schedule_started", {
    format,
    branch: z.string(),
    baseline: z.string(),
    orders: z.array(z.object({ order: z.string(), sha256: z.string() })).readonly(),
    skipped: strings,
    config: runConfigSchema,
  }),
  kind("order_run_started", { order: z.string(), run: z.string().describe("The id of the order's own run.") }),
  kind("order_run_ended", {
    order: z.string(),
    run: z.string(),
    verdict,
    exit_code: count,
    commit: z.string().nullable(),
    seal: z.string().nullable().describe("The head of the run's seal; null where it could not be sealed."),
  }),

  kind("order_started", {
    format,
    order: z.string(),
    title: z.string(),
    work_order_sha256: z.string(),
    branch: z.string(),
    baseline: z.string(),
    model: z.string(),
    schedule: z.string().nullable().describe("The id of the run-all that this run is a part of."),
    config: runConfigSchema,
  }),
  kind("attempt_started", { attempt: count, max_attempts: count }),
  kind("step_started", { attempt: count, step }),
  kind("step_finished", {
    attempt: count,
    step,
    ok: z.boolean(),
    duration_ms: milliseconds,
    detail: z.string().nullable(),
  }),
  kind("model_asked", { key: z.string() }),
  kind("model_retried", { key: z.string(), reason: z.string(), wait_ms: milliseconds }),
  kind("model_answered", {
    key: z.string(),
    duration_ms: milliseconds,
    usage: usage.nullable(),
    model: z.string(),
  }),
  kind("model_failed", { key: z.string(), reason: z.string(), message: z.string() }),
  kind("answer_reused", { key: z.string() }),
  kind("command_started", { phase: commandPhase, index: count, command: z.string() }),
  kind("command_finished", {
    phase: commandPhase,
    index: count,
    command: z.string(),
    ok: z.boolean(),
    exit_code: count.nullable(),
    duration_ms: milliseconds,
  }),
  kind("attempt_failed", {
    attempt: count,
    brief: failureBriefSchema,
    touched_files: strings,
    duration_ms: milliseconds,
  }),
  kind("rolled_back", { baseline: z.string() }),
  kind("committing", {
    attempt: count,
    branch: z.string(),
    from: z.string().describe("The commit that the new one is made on."),
    summary: z.string(),
    files: strings,
    drift: strings,
  }),
  kind("committed", { commit: z.string(), tree: z.string(), branch: z.string(), files: strings, drift: strings }),
  kind("pushed", { remote: z.string() }),
  kind("resumed", { format, from_seq: count.describe("The last event of the run's earlier life.") }),
  kind("warning", { message: z.string() }),
  kind("run_finished", { verdict, exit_code: count, duration_ms: milliseconds }),
]);

const placeSchema = z.object({
  seq: count.min(0).describe("Counts from 0."),
  ts: z.string().describe("UTC; a label, never used to decide anything."),
  run_id: z.string(),
});

/** One line of `events.jsonl` without its checksum. */
export const eventSchema = z.intersection(placeSchema, eventBodySchema).meta({ title: "llmch event" });
