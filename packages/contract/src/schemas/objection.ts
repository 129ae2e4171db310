import { z } from "zod";

/** The most files that an objection may ask for or name. */
const MOST = 20;
const paths = z.array(z.string().min(1)).max(MOST);

/** Either `command` or `condition` (`readAnswer`). */
const contradictionSchema = z.looseObject({
  command: z.string().min(1).nullish().describe("An acceptance command of the order, letter by letter."),
  condition: z.string().min(1).nullish().describe("Or a condition of the order, as its prompt gives it."),
  sentence: z.string().min(1).describe("The sentence of the order that it contradicts."),
});

/**
 * What a model may answer to an order instead of writing: a reason, and at least one of `needs`, `contradiction` and `blocked_by`
 * (`readAnswer`).
 */
export const objectionSchema = z
  .looseObject({
    reason: z.string().min(1).max(4_000).describe("Why the order cannot be carried out as it stands."),
    needs: paths.nullish().describe("Files to be shown: a path, or `path:symbol`."),
    contradiction: contradictionSchema.nullish().describe("The parts of the order that contradict each other."),
    blocked_by: paths
      .nullish()
      .describe(
        "Files outside `allowed_files` that would have to change, such as a test that asserts the old behaviour.",
      ),
  })
  .describe("A model's objection to an order that it cannot carry out as it stands.");

const strings = z.array(z.string()).readonly();
const sentence = z.string().describe("The sentence of the order that the command or condition contradicts.");

/** The recorded form of an objection, with all members. */
export const saidObjectionSchema = z
  .object({
    reason: z.string().describe("Why the order cannot be carried out as it stands."),
    needs: strings.describe("Files to be shown: a path, or `path:symbol`."),
    contradiction: z
      .union([
        z.object({ command: z.string().describe("An acceptance command of the order."), sentence }),
        z.object({ condition: z.string().describe("A condition of the order, in words."), sentence }),
      ])
      .nullable()
      .describe("The parts of the order that contradict each other."),
    blocked_by: strings.describe("Files outside `allowed_files` that would have to change."),
  })
  .describe("A model's objection to an order.");
