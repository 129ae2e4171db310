import { z } from "zod";
import { diagnosticSchema } from "../diagnostic.ts";
import { verdictSchema as verdict } from "../run-summary.ts";
import { count, exitCode, kind, milliseconds, session } from "./members.ts";

/** Any run's session. */
export const sessionEvents = [
  kind("resumed", { ...session, from_seq: count.describe("The last event of the run's previous session.") }),
  kind("warning", {
    message: z.string().describe("In words."),
    diagnostic: diagnosticSchema.optional().describe("The same, if it is a diagnostic of an order."),
    about: z.enum(["push"]).optional().describe("What failed, if a later command can make up for it."),
  }),
  kind("speculation_started", {}),
  kind("speculation_ended", {}),
  kind("run_finished", { verdict, exit_code: exitCode, duration_ms: milliseconds }),
] as const;
