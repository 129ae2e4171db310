import { z } from "zod";

const strings = z.array(z.string()).readonly();

export const baselineSourceSchema = z
  .enum(["run", "order", "remembered"])
  .describe(
    "Whether the commands ran for it, the order before had verified the same tree, or an earlier run had, with all passing.",
  );

const redSchema = z.object({
  command: z.string().describe("As the repo's verification writes it."),
  exit_code: z.number().int().nullable().describe("Null if it did not end by itself."),
  mark: z
    .object({
      failures: strings.describe("Each failure, by its name and its file."),
      telling: strings.describe("The lines that report a failure, without what changes from run to run."),
      repeated: strings
        .optional()
        .describe("Lines of one fault each that were printed several times, once for each time after the first."),
      output_sha256: z
        .string()
        .optional()
        .describe("Of everything that it printed, without what changes from run to run."),
      stopped: z
        .boolean()
        .optional()
        .describe("Whether tests failed and none is excused, as others may not have run for that. By default no."),
    })
    .nullable()
    .describe("Null if its output cannot be compared: then nothing is excused."),
});

export const changedTestsSchema = strings
  .optional()
  .describe(
    "The files of tests and of what configures them that commands changed, which is excused; they were put back.",
  );

/** The result of the repo's verification on the tree that an order starts from (contract §5). */
export const baselineVerificationSchema = z
  .object({
    tree: z.string().describe("The tree's hash in git."),
    source: baselineSourceSchema,
    ok: z.boolean().describe("Whether every command passed."),
    reason: z.string().describe("Why these commands verify the repo."),
    red: z
      .array(redSchema)
      .readonly()
      .describe("The commands that failed. Their failures are not held against the order."),
    flaky: strings.describe("What failed in one of two runs."),
    tests: z
      .array(
        z.object({
          command: z.string().describe("As the repo's verification writes it."),
          ran: z.number().int().nullable().describe("How many ran. Null if its runner does not tell."),
          failed: z.number().int().optional().describe("How many of them failed. By default none."),
          skipped: z.number().int().describe("How many were found and did not run."),
          names: strings.optional().describe("Those that passed, without numbers, where the runner names them."),
        }),
      )
      .readonly()
      .optional()
      .describe("What each command told of its tests."),
    without_ci: z
      .boolean()
      .optional()
      .describe("Whether it was verified without `CI=true`, because it fails with that. By default no."),
    left_out: strings
      .optional()
      .describe(
        "Variables of llmch's for tools without which it was verified, because it fails with them. By default none.",
      ),
    changed_tests: changedTestsSchema,
    commands: z
      .array(z.looseObject({ command: z.string().describe("As the repo's verification writes it.") }))
      .readonly()
      .describe("Each command: how it ended, and where its output is. Empty if none ran for it."),
  })
  .meta({
    title: "llmch baseline verification",
    description: "What failed before an order: `baseline_verification.json`.",
  });
