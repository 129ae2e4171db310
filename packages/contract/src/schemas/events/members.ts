import { z } from "zod";
import { diagnosticSchema } from "../diagnostic.ts";

export const strings = z.array(z.string()).readonly();
export const count = z.number().int();
export const milliseconds = z.number().describe("In milliseconds.");
export const diagnostics = z.array(diagnosticSchema).readonly();

export const format = count.describe("Version of the event format.");
/** What begins a session that runs commands. */
export const session = {
  format,
  isolation: z.string().optional().describe("How commands are isolated; left out in parts of another run."),
};
export const model = z.string().describe("The model that is asked; several if one stands in for another.");
export const order = z.string().describe("The order's id, such as WO-01.");
export const branch = z.string().describe("The working branch.");
export const baseline = z.string().describe("The commit that the work starts from.");
export const exitCode = count.describe("The exit code of the command of llmch.");
export const ok = z.boolean().describe("Whether it succeeded.");
export const command = z.string().describe("As the order, or the repo's verification, writes it.");
export const attempt = count.describe("Counts from 1.");
export const maxAttempts = count.describe("How many there may be.");
export const designSha256 = z
  .string()
  .optional()
  .describe("Of the design in the orders' folder; left out if there was none.");

/** One kind of event with its fields, without its place in the journal. */
export const kind = <Type extends string, Members extends z.core.$ZodLooseShape>(type: Type, members: Members) =>
  z.object({ type: z.literal(type).describe("What happened."), ...members });
