import { type RunStatus, runStatus } from "@llmch/app/detached";
import { z } from "zod";
import { answer, refusedAnswer } from "./answer.ts";
import { READS, type Tool } from "./tool.ts";

const input = z.strictObject({
  run: z.string().min(1).describe("the run's id"),
  since: z.int().min(0).optional().describe("the seq of the last answer: only what came later is told"),
  wait_ms: z.int().min(0).max(30_000).default(0).describe("how long to wait for something new"),
});

const output = z.looseObject({
  run_id: z.string().optional(),
  state: z.enum(["queued", "running", "waiting", "done", "failed", "cancelled", "interrupted"]).optional(),
  verdict: z.string().nullable().optional(),
  exit_code: z.int().nullable().optional(),
  seq: z.int().nullable().optional().describe("give it as since"),
  events: z.array(z.object({ seq: z.int(), at: z.string(), text: z.string() })).optional(),
  orders: z.array(z.object({ order: z.string(), run_id: z.string(), text: z.string() })).optional(),
  needs: z.array(z.object({ id: z.string(), kind: z.string(), what: z.string(), sha256: z.string() })).optional(),
  summary: z.looseObject({}).nullable().optional().describe("run_summary.json, once it has ended"),
});

export const statusTool = (): Tool => ({
  ...{ name: "run_status", input, output, hints: READS },
  about: "how a run stands, what it did since you last asked, and what it waits for",
  call: async (given, host) => {
    const { run, since = null, wait_ms: waitMs } = input.parse(given);
    const { artifactsDir, keys, cwd, signal } = host;
    const status = await runStatus(run, { since, waitMs, artifactsDir }, { env: keys.env, cwd, signal });
    return status.ok
      ? answer(statusDocument(status.value), `llmch show ${status.value.runId}`)
      : refusedAnswer(status.issues);
  },
});

const statusDocument = ({ runId: run_id, exitCode: exit_code, orders, ...status }: RunStatus) => ({
  ...{ run_id, exit_code, ...status },
  orders: orders.map(({ runId, ...order }) => ({ ...order, run_id: runId })),
});
