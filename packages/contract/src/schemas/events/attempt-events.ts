import { z } from "zod";
import { COMMAND_PHASES, STEPS } from "../../gates.ts";
import { failureBriefSchema } from "../failure-brief.ts";
import { toldNoteSchema } from "../review.ts";
import { attempt, command, count, kind, maxAttempts, milliseconds, ok, strings } from "./members.ts";

const commandPhase = z
  .enum(COMMAND_PHASES)
  .describe(
    "Which gate asked for the command; before the first question `baseline` and `baseline_acceptance`; `plan_acceptance` once all orders have landed; `check` on a draft, `review` to prove what a reviewer claims.",
  );
const step = z.enum(STEPS).describe("A gate of the attempt, or what follows the last.");
const again = z.boolean().optional().describe("True if it is repeated on the same tree because it failed.");
const index = count.describe("Which of the phase's commands, from 0.");
const round = count
  .optional()
  .describe("Which proposal of the attempt, from 1; left out for the first. Later ones follow notes of a review.");

/** One attempt at an order. */
export const attemptEvents = [
  kind("attempt_started", { attempt, max_attempts: maxAttempts }),
  kind("step_started", { attempt, step, round }),
  kind("step_finished", {
    attempt,
    step,
    round,
    ok,
    duration_ms: milliseconds,
    detail: z.string().nullable().describe("The result, in words."),
  }),
  kind("command_started", { phase: commandPhase, index, command, again }),
  kind("command_finished", {
    phase: commandPhase,
    index,
    command,
    again,
    ok,
    exit_code: count.nullable().describe("Null if it did not end by itself."),
    duration_ms: milliseconds,
  }),
  kind("reviewed", {
    attempt,
    round: count.describe("Which proposal of the attempt was reviewed, from 1."),
    notes: z.array(toldNoteSchema).readonly().describe("The reviewer's notes, the most serious first."),
    blocks: count.describe("How many notes go back to the author."),
    fault: z.string().optional().describe("Why there is no review; left out if there is one."),
  }),
  kind("attempt_failed", {
    attempt,
    brief: failureBriefSchema,
    touched_files: strings.describe("The files that the proposal wrote."),
    cost_usd: z.number().optional().describe("The cost of the order's attempts so far; left out if it is unknown."),
    work_sha256: z
      .string()
      .optional()
      .describe(
        "Identifies the changes, the tree that they were made to and the model, or an answer that was refused before; left out if it may pass another time.",
      ),
    duration_ms: milliseconds,
  }),
] as const;
