import { z } from "zod";
import { askEvents } from "./events/ask-events.ts";
import { attemptEvents } from "./events/attempt-events.ts";
import { buildEvents } from "./events/build-events.ts";
import { decisionEvents } from "./events/decision-events.ts";
import { escalationEvents } from "./events/escalation-events.ts";
import { examinationEvents } from "./events/examination-events.ts";
import { count } from "./events/members.ts";
import { modelEvents } from "./events/model-events.ts";
import { orderEvents } from "./events/order-events.ts";
import { planEvents } from "./events/plan-events.ts";
import { scheduleEvents } from "./events/schedule-events.ts";
import { sessionEvents } from "./events/session-events.ts";

/** Everything that can happen in a run (contract §7): planning, one order's attempts, and a schedule of orders. */
export const eventBodySchema = z.discriminatedUnion("type", [
  ...planEvents,
  ...askEvents,
  ...buildEvents,
  ...examinationEvents,
  ...scheduleEvents,
  ...orderEvents,
  ...attemptEvents,
  ...escalationEvents,
  ...decisionEvents,
  ...modelEvents,
  ...sessionEvents,
]);

/** Events of a speculation carry its number; they do not count. */
const speculation = count.optional().describe("The speculation that it belongs to, from 1; left out if none.");

/** Events of a child carry its id. */
const child = z
  .string()
  .optional()
  .describe("The child of a divided order that it is about; left out if it is about the order itself.");

const placeSchema = z.object({
  seq: count.min(0).describe("Counts from 0."),
  ts: z.string().describe("UTC; a label, never used to decide anything."),
  run_id: z.string().describe("A ULID."),
  speculation,
  child,
});

/** One line of `events.jsonl` without its checksum. */
export const eventSchema = z
  .intersection(placeSchema, eventBodySchema)
  .meta({ title: "llmch event", description: "One line of `events.jsonl`." });
