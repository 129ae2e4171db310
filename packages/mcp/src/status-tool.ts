import { entryOf, resultMembers } from "@llmch/app";
import type { OpenNeed, RunStatus } from "@llmch/app/detached";
import { RUN_STATES } from "@llmch/story";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { z } from "zod";
import { answer, refusedAnswer } from "./answer.ts";
import { detached, type Host, look, printed } from "./host.ts";
import { linksOf } from "./resources.ts";
import { READS, type Tool } from "./tool.ts";

const input = z.strictObject({
  run: z.string().min(1).max(200).describe("the run's id"),
  since: z.int().min(0).optional().describe("the seq of the last answer: only later events are told"),
  wait_ms: z.int().min(0).max(600_000).default(0).describe("how long to wait until it ends, or waits for somebody"),
});

/** What run_status answers, and the tools that begin a run. */
export const statusSchema = (): z.ZodObject =>
  z.looseObject({
    run_id: z.string().optional().describe("what the other tools, and `llmch resume`, take"),
    kind: z.string().optional(),
    state: z.enum(RUN_STATES).optional(),
    discarded: z.literal(true).optional().describe("its branch was removed"),
    next: z
      .array(z.object({ command: z.string(), why: z.string() }))
      .optional()
      .describe("what a person would type next"),
    verdict: z.string().optional().describe("once it has ended"),
    exit_code: z.int().optional(),
    seq: z.int().optional().describe("give it as since"),
    events: z.array(z.object({ seq: z.int(), at: z.string(), text: z.string() })).optional(),
    orders: z.array(z.object({ order: z.string(), run_id: z.string(), text: z.string() })).optional(),
    needs: z
      .array(
        z.looseObject({
          ...{ id: z.string(), kind: z.string(), what: z.string(), sha256: z.string().describe("give it to decide") },
          diff: z.string().optional().describe("of an order's work: what it would change where it would land"),
          who: z.enum(["you", "a person"]).describe("who may decide it"),
          commands: z.array(z.string()).describe("what a person would type"),
        }),
      )
      .optional(),
    result: z.looseObject({}).optional().describe("what came of it, once it has ended"),
  });

export const statusTool = (): Tool => ({
  ...{ name: "run_status", input, output: statusSchema(), hints: READS },
  about: "how a run stands, what it did since you last asked, and what it waits for",
  call: async (given, host) => {
    const { run, since = null, wait_ms: waitMs } = input.parse(given);
    return statusAnswer(run, { since, waitMs }, host);
  },
});

/** Whether a model may decide it: nothing that lands, publishes, opens the network, or is wider than what the user saw. */
export const mayDecide = ({ kind, wider }: Pick<OpenNeed, "kind" | "wider">): boolean =>
  kind === "question" || ((kind === "plan" || kind === "revision") && wider !== true);

const whoDecides = (need: OpenNeed) => (mayDecide(need) ? "you" : "a person");

/** How a run stands. */
export const statusAnswer = async (
  run: string,
  { since, waitMs }: { readonly since: number | null; readonly waitMs: number },
  host: Host,
): Promise<CallToolResult> => {
  const { keys, cwd, signal, repo: here } = host;
  const { rootWith, runStatus } = await detached();
  const artifactsDir = rootWith(run, { ...host, env: keys.env, here });
  const status = await runStatus(run, { since, waitMs, artifactsDir }, { env: keys.env, cwd, signal });
  if (!status.ok) return refusedAnswer(status.issues);
  const { runId, kind, exitCode } = status.value;
  const links = exitCode === null ? [] : linksOf(runId, kind);
  const document = await statusDocument(status.value, host);
  return answer(document, await inWords(status.value, host), `llmch show ${runId} --json`, { links });
};

/** What happened, what works now or came of it, and what `decide` wants to know. */
const inWords = async ({ runId, state, seq, events, orders, needs, exitCode }: RunStatus, host: Host) => {
  const shown = exitCode === null ? "" : (await printed(["show", runId], host)).text.trimEnd();
  return [
    ...events.map(({ text }) => text),
    ...orders.map(({ order, text }) => `${order}: ${text}`),
    ...(shown === "" ? [] : ["", shown]),
    ...needs.map(
      (need) => `${need.id} waits for ${whoDecides(need)} (${need.kind}): ${need.what}; sha256 ${need.sha256}`,
    ),
    `${runId} is ${state}${seq === null ? "" : `; what comes next is since ${seq}`}`,
  ].join("\n");
};

const statusDocument = async (status: RunStatus, host: Host) => {
  const { runId: run_id, exitCode: exit_code, isDiscarded, orders, needs, result, ...others } = status;
  const work = needs.some(({ kind }) => kind === "orders") ? await look("diff", { run: run_id }, host) : null;
  const { waits, patch } = Object(work?.result);
  return {
    ...{ run_id, exit_code, ...others, ...(isDiscarded ? { discarded: true } : {}) },
    needs: needs.map((need) => ({
      ...{ ...need, who: whoDecides(need) },
      ...(need.kind === "orders" && need.id === waits ? { diff: String(patch) } : {}),
    })),
    orders: orders.map(({ runId, ...order }) => ({ ...order, run_id: runId })),
    result: status.kind === "planner" && status.state === "passed" ? await planIn(run_id, host) : result,
  };
};

/** The orders of a plan, and what each depends on. */
const planIn = async (plan: string, host: Host) =>
  resultMembers(entryOf("plan show"), await look("plan show", { plan, repo: host.repo }, host));
