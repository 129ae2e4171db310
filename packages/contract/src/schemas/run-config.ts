import { z } from "zod";

/** What a run was asked with: enough to go on with it later, wherever from. Paths are absolute. */
export const runConfigSchema = z
  .object({
    repo: z.string(),
    branch: z.string().nullable().describe("As it was asked for; null for a generated one."),
    create_branch: z.boolean(),
    reuse_branch: z.boolean(),
    commit_hash: z.string().nullable(),
    max_attempts: z.number().int(),
    llm_model: z.string(),
    llm_temperature: z.number(),
    timeout_seconds: z.number().int(),
    allow_verify_exempt: z.boolean(),
    allow_dirty: z.boolean(),
    allow_stale: z.boolean(),
    stop_on_repeat: z.boolean(),
    sandbox: z.enum(["auto", "required", "off"]).describe("Whether commands are isolated."),
    allow_network: z.boolean().describe("Whether isolated commands reach the network."),
    push: z.boolean(),
    out: z.string().nullable(),
    orders: z.string().describe("The work order's file, or the directory of the orders."),
    replay: z.string().nullable(),
    replay_strict: z.boolean(),
  })
  .describe("What the run was asked with.");

/** What a plan was asked with. Paths are absolute. */
export const planConfigSchema = z
  .object({
    spec: z.string().describe("The spec's file, or `-`; its text is kept beside."),
    template: z.string().nullable(),
    outdir: z.string().nullable(),
    repo: z.string().nullable(),
    overwrite: z.boolean(),
    print_summary: z.boolean(),
    model: z.string(),
    reasoning_effort: z.string(),
    max_attempts: z.number().int(),
    replay: z.string().nullable(),
    replay_strict: z.boolean(),
  })
  .describe("What the plan was asked with.");
