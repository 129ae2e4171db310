import { GIT_ID, SHA256_HEX } from "@llmch/text";
import { z } from "zod";
import { CONDITION_KINDS } from "../condition.ts";
import { ORDER_ID } from "../order-id.ts";

/** Most context files that an order may name (contract §2). */
const MAX_CONTEXT_FILES = 10;

const path = z
  .string()
  .describe("A relative POSIX path inside the repo; no `..` at the front, no glob, not inside `.git/`.");

const requirementSchema = z
  .looseObject({ kind: z.enum(["file_exists", "file_absent"]).describe("Which of the two must hold."), path })
  .describe("A fact about one file of the repo.");

export const conditionSchema = z
  .looseObject({
    kind: z.enum(CONDITION_KINDS).describe("What must hold for the file."),
    path,
    text: z
      .string()
      .nullable()
      .optional()
      .describe("With `file_contains`: text that is in the file, letter by letter."),
    sha256: z
      .string()
      .regex(SHA256_HEX)
      .nullable()
      .optional()
      .describe("With `file_unchanged`: the file's hash; if left out, the hash at the order's start."),
  })
  .describe("A fact about one file of the repo.");

/** Optional fields: even partial provenance tells where the order came from. */
export const provenanceSchema = z
  .looseObject({
    planner_run_id: z.string().optional().describe("The planner's run that compiled this order."),
    compile_hash: z.string().optional().describe("16 hex digits over spec, template, model and effort."),
    manifest_sha256: z
      .string()
      .optional()
      .describe("SHA-256 of the canonical JSON of the manifest without provenance."),
    bootstrap: z.boolean().optional().describe("True where the order runs before the verify contract can hold."),
    format: z
      .number()
      .int()
      .optional()
      .describe("2 for plans whose acceptance commands must fail before the work; left out for others."),
    repo_commit: z
      .string()
      .regex(GIT_ID)
      .optional()
      .describe("The commit of the target repo that the plan was compiled against."),
    read: z
      .array(
        z.looseObject({
          path: z.string().describe("The file."),
          symbol: z.string().nullable().describe("The definition; null for lines that no parser knows."),
          lines: z.string().describe("`FIRST-LAST`, as the planner saw them."),
          sha256: z.string().describe("Of these lines, joined by line feeds."),
        }),
      )
      .optional()
      .describe("What the planner was shown of the order's files and the order needs; found again by the lines' hash."),
    revised: z
      .looseObject({
        run_id: z.string().describe("The run whose model objected."),
        revision: z.number().int().describe("Counts from 1."),
        from_sha256: z.string().describe("Of the order before the revision."),
      })
      .optional()
      .describe("If the order was revised after an objection."),
  })
  .describe("Written by the planner: where this order came from.");

const acceptanceSchema = z
  .union([
    z.string(),
    z.looseObject({
      command: z.string().describe("Runs as one process, without a shell."),
      hidden: z
        .boolean()
        .optional()
        .describe(
          "True to hide the command's text from the model that carries out the order; only its output is shown.",
        ),
    }),
  ])
  .describe("A command, or a command with its options.");

export const derivationSchema = z
  .looseObject({
    command: z.string().describe("Runs as one process, without a shell, after the order's files are written."),
    files: z.array(path).min(1).describe("The files that it makes: these become part of the work, and no others."),
  })
  .describe("Files that a tool makes, such as a lock file.");

export const checkFileSchema = z
  .looseObject({
    name: z.string().describe("A plain file name."),
    content: z.string().describe("The program, or a module that others of them import."),
    hidden: z.boolean().describe("True to lay it for hidden commands alone."),
  })
  .describe("A file that acceptance commands find, read-only, at `$LLMCH_CHECKS`.");

export const tickSchema = z
  .looseObject({
    path: z
      .string()
      .regex(/^(?!.*(?:^|\/)(?:\.{0,2}|\.[Gg][Ii][Tt])(?:\/|$))\P{Cc}{1,1000}\.md$/u)
      .describe("A markdown file of the repo, which the order need not be allowed to write."),
    line: z.number().int().min(1).describe("The line of the box, counted from 1."),
    sha256: z
      .string()
      .regex(SHA256_HEX)
      .describe("Of that line as it was when the plan was made, without its line end."),
    from: z.literal("[ ]").describe("The line's first box before the order lands."),
    to: z.literal("[x]").describe("The same box in the order's commit."),
  })
  .describe("A box that is ticked in the order's commit.");

/** One unit of work (contract §2). Unknown keys are ignored. Missing conditions mean that there are none. */
export const workOrderSchema = z
  .looseObject({
    id: z
      .string()
      .regex(ORDER_ID)
      .describe("`WO-` and the order's number, zero-padded to two digits; a plan holds no child such as `WO-03.2`."),
    title: z.string().describe("One line; the subject of the commit."),
    intent: z
      .string()
      .describe("What to build, complete in itself: the model that carries out the order sees nothing else."),
    preconditions: z.array(conditionSchema).default([]).describe("What must hold before a model is asked."),
    postconditions: z
      .array(conditionSchema)
      .default([])
      .describe(
        "What must hold when the order is done. Each allowed file has one; `file_absent` means that it is removed.",
      ),
    allowed_files: z.array(path).describe("The only files that a proposal may write."),
    forbidden: z.array(z.string()).describe("What must not be done, in words."),
    acceptance_commands: z
      .array(acceptanceSchema)
      .min(1)
      .describe("Commands that prove the intent; each runs as one process, without a shell."),
    context_files: z.array(path).max(MAX_CONTEXT_FILES).describe("Files shown to the model, at most ten."),
    notes: z.string().nullable().optional().describe("Signatures, constants and formats that the intent relies on."),
    fulfils: z.array(z.string()).optional().describe("Sentences of the spec that the order fulfils, word for word."),
    depends_on: z
      .array(z.string().regex(ORDER_ID))
      .optional()
      .describe("Orders that this one depends on, besides those that its files imply."),
    already_true_because: z
      .string()
      .nullable()
      .optional()
      .describe("Why all acceptance commands may pass before the work; an order without it is refused if they do."),
    derive: z.array(derivationSchema).optional().describe("Files that commands make from the order's files."),
    ticks: z
      .array(tickSchema)
      .optional()
      .describe("Boxes of the plan that the order was made from, ticked when it lands: part of what it may change."),
    checks: z
      .array(checkFileSchema)
      .optional()
      .describe(
        "Check files of its plan that its commands use, in records; otherwise they stand in the manifest beside it.",
      ),
    verify_exempt: z
      .boolean()
      .default(false)
      .describe("Computed by the planner: a syntax check stands in for verification."),
    provenance: provenanceSchema.nullable().optional().describe("Written by the planner: where this order came from."),
  })
  .meta({ title: "llmch work order", description: "One unit of work, carried out to one commit or none." });

export const verifyContractSchema = z
  .looseObject({
    command: z.string().optional().describe("The command that verifies the whole repo."),
    requires: z.array(requirementSchema).optional().describe("What must hold before that command can pass."),
  })
  .describe("How the finished plan is verified.");

/** A compiled plan: `WORK_ORDERS_MANIFEST.json`. */
export const manifestSchema = z
  .looseObject({
    system_overview: z.array(z.string()).optional().describe("What the plan builds, a sentence each."),
    verify_contract: verifyContractSchema
      .nullable()
      .optional()
      .describe("How the finished plan is verified; null if it is not."),
    plan_acceptance: z
      .array(acceptanceSchema)
      .nullable()
      .optional()
      .describe("Commands that hold once all orders have landed; run once, on the final tree."),
    checks: z.array(checkFileSchema).nullable().optional().describe("Files that acceptance commands use."),
    work_orders: z.array(workOrderSchema).min(1).describe("The orders, WO-01 first."),
  })
  .meta({ title: "llmch manifest", description: "A plan: its orders, and what the whole is verified by." });
