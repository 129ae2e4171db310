import { z } from "zod";
import { baselineSourceSchema, changedTestsSchema } from "../baseline-verification.ts";
import { evidenceSchema } from "../evidence.ts";
import { runConfigSchema } from "../run-config.ts";
import {
  attempt,
  baseline,
  branch,
  command,
  count,
  designSha256,
  kind,
  milliseconds,
  model,
  ok,
  order,
  session,
  strings,
} from "./members.ts";

const setupKey = z
  .string()
  .describe("Identifies the installation: a hash of the commands, the folders and the lockfiles.");
const files = strings.describe("The files of the proposal, and those that commands made for it.");
const drift = strings.describe(
  "Files that changed outside the proposal; not committed. Of more than 500, the last entry is how many more.",
);

/** One order's run besides its attempts. */
export const orderEvents = [
  kind("order_started", {
    ...session,
    order,
    title: z.string().describe("The order's title."),
    work_order_sha256: z.string().describe("Of the order without provenance and `$schema`."),
    branch,
    baseline,
    model,
    schedule: z.string().nullable().describe("The id of the run-all that this run is a part of."),
    design_sha256: designSha256,
    config: runConfigSchema,
  }),
  kind("setup_started", {
    key: setupKey,
    commands: strings.describe("The commands that install the dependencies, in order."),
    cached: z.boolean().describe("Whether an earlier installation is reused instead."),
  }),
  kind("setup_finished", {
    key: setupKey,
    ok,
    cached: z.boolean().describe("Whether an earlier installation was reused."),
    command: z.string().nullable().describe("The command that failed; null if none did."),
    exit_code: count.nullable().describe("Of that command; null if it did not end by itself."),
    duration_ms: milliseconds,
  }),
  kind("baseline_verified", {
    source: baselineSourceSchema,
    ok: z.boolean().describe("Whether every command passed."),
    red: z
      .array(
        z.object({
          command,
          exit_code: count.nullable().describe("Null if it did not end by itself."),
          failures: strings.describe("What failed, each by its name and its file; empty if nothing is named."),
        }),
      )
      .readonly()
      .describe(
        "The commands that failed on the baseline. The failures that they name are not held against the order.",
      ),
    flaky: strings.describe("What failed in one of two runs."),
    duration_ms: milliseconds,
  }),
  kind("acceptance_tried", {
    baseline,
    commands_sha256: z.string().describe("Of the acceptance commands, as a list in canonical JSON."),
    failed: z
      .string()
      .nullable()
      .describe("The command that failed on the baseline, as one must; null if all passed: then they prove nothing."),
    changed_tests: changedTestsSchema,
    duration_ms: milliseconds,
  }),
  kind("triaged", {
    complexity: z.enum(["simple", "medium", "complex"]).describe("How hard the order is said to be."),
    reason: z.string().describe("Why, in the model's words."),
  }),
  kind("rolled_back", { baseline }),
  kind("committing", {
    attempt,
    branch,
    from: z.string().describe("The commit that the new one is made on."),
    summary: z.string().describe("The proposal's own."),
    files,
    drift,
    evidence: evidenceSchema,
  }),
  kind("committed", {
    commit: z.string().describe("The new commit."),
    tree: z.string().describe("Its tree."),
    branch,
    files,
    drift,
  }),
  kind("pushed", { remote: z.string().describe("The remote's name.") }),
] as const;
