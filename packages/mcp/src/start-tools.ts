import type { OutcomeError } from "@llmch/app";
import type { SharedQueue, Submitted } from "@llmch/app/queue";
import { accepted, type Result, refusal, rejected, sha256Hex } from "@llmch/text";
import type { ToolAnnotations } from "@modelcontextprotocol/server";
import { z } from "zod";
import { refusedAnswer } from "./answer.ts";
import { detached, type Host } from "./host.ts";
import { runId } from "./look-tools.ts";
import { statusAnswer, statusSchema } from "./status-tool.ts";
import type { Tool } from "./tool.ts";

/** The tools that begin a run, which goes on whatever becomes of the client and of this process, and the one that ends it. */
export const startTools = (): readonly Tool[] => [
  startTool("plan_start", "plan", {
    about: "compile a spec into work orders. Gives the run's id: run_status tells how it goes on",
    input: z.strictObject({
      spec: z.string().min(1).optional().describe("the product spec, as text"),
      spec_file: z.string().min(1).optional().describe("instead: its file, by its path in the repo"),
      budget_usd: budget(),
    }),
    request: async ({ spec, spec_file: file }, host) => {
      if ((spec === undefined) === (file === undefined))
        return rejected(refusal("usage", "a plan is made from one spec", "give spec or spec_file"));
      const text = file === undefined ? accepted(spec) : await (await detached()).specInRepo(file, host);
      return text.ok ? accepted({ spec: text.value }) : text;
    },
  }),
  startTool("run_start", "run-all", {
    about: "carry out a plan: each order becomes a commit on a new branch. Gives the run's id at once",
    input: z.strictObject({
      plan: runId().describe("the run that made the plan"),
      only: z
        .array(z.string().regex(/^WO-\d{2,}$/))
        .min(1)
        .optional()
        .describe("these orders alone"),
      jobs: z.int().min(1).max(16).optional().describe("how many orders to carry out at once"),
      approve: z
        .array(z.enum(KINDS))
        .optional()
        .describe("steps that wait for a person, besides those in the user's settings"),
      budget_usd: budget(),
    }),
    request: async ({ plan, budget_usd: _, approve: __, ...others }, host) => {
      const { planToCarryOut, rootWith } = await detached();
      const place = { ...host, env: host.keys.env, here: host.repo };
      const orders = await planToCarryOut(plan, rootWith(plan, place), place);
      return orders.ok ? accepted({ orders: orders.value, ...others }) : orders;
    },
  }),
  startTool("build_start", "build", {
    about:
      "build a whole product from its spec, in windows of orders until every demand is met. A person agrees to the scope of a large one",
    input: z.strictObject({ spec: z.string().min(1).describe("the product spec, as text"), budget_usd: budget() }),
    request: async ({ spec }) => accepted({ spec }),
  }),
  startTool("ask", "ask", {
    about:
      "answer a question about the repo, with the lines of its files that support the answer. Waits up to 30 s for it",
    input: z.strictObject({ question: z.string().min(1), budget_usd: budget() }),
    request: async ({ question }) => accepted({ question }),
    waitMs: 30_000,
  }),
  {
    ...{ name: "cancel", input: CANCEL, output: statusSchema() },
    about:
      "end a run that works or waits, as Ctrl-C does: what is not committed is put back, and `llmch resume` can go on",
    hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    call: async (given, host) => {
      const { run } = CANCEL.parse(given);
      const { cancelRun } = await detached();
      const place = { env: host.keys.env, cwd: host.cwd };
      const cancelled = await (host.queue?.cancel(run) ?? cancelRun(run, host.artifactsDir, place));
      return cancelled.ok ? statusAnswer(run, { since: null, waitMs: 0 }, host) : refusedAnswer(cancelled.issues);
    },
  },
];

const CANCEL = z.strictObject({ run: runId() });

const KINDS = ["plan", "orders", "network", "push", "revision"] as const;
const budget = () => z.number().positive().optional().describe("dollars at most; never more than the user allows");

const SPENDS: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
};

interface Started<Input extends z.ZodObject> {
  readonly about: string;
  readonly input: Input;
  /** The operation's request, but for the repo. */
  request(args: z.output<Input>, host: Host): Promise<Result<Readonly<Record<string, unknown>>, OutcomeError>>;
  /** How long to wait for its end. */
  readonly waitMs?: number;
}

const startTool = <Input extends z.ZodObject>(
  name: string,
  operation: "plan" | "run-all" | "ask" | "build",
  { about, input, request, waitMs = 0 }: Started<Input>,
): Tool => ({
  ...{ name, about, input, output: statusSchema(), hints: SPENDS },
  call: async (given, host) => {
    const args = input.parse(given);
    const { repo, keys, cwd } = host;
    const { begin, tighterSettings } = await detached();
    const asked = await request(args, host);
    if (!asked.ok) return refusedAnswer(asked.issues);
    const { budget_usd: usd, approve } = TIGHTER.parse(args);
    const bounds = await tighterSettings({ usd, approve }, repo, { env: keys.env, cwd });
    if (!bounds.ok) return refusedAnswer(bounds.issues);
    const submitted = { operation, request: { repo, ...asked.value }, given: bounds.value, by: "program" } as const;
    const started =
      host.queue === undefined
        ? await begin(submitted, { ...host, ...host.keys })
        : await put(submitted, host.queue, cwd);
    if (!started.ok) return refusedAnswer(started.issues);
    return statusAnswer(started.value, { since: null, waitMs }, host);
  },
});

/** While the same is being carried out, it is not begun again. */
const put = async (
  submitted: Omit<Submitted, "cwd">,
  queue: SharedQueue,
  cwd: string,
): Promise<Result<string, OutcomeError>> => {
  const { operation, request, given } = submitted;
  const dedupKey = `mcp ${sha256Hex(JSON.stringify([operation, request, given]))}`;
  const told = await queue.submit({ ...submitted, cwd, dedupKey });
  return told.ok ? accepted(told.value.id) : told;
};

/** What a request may change of the user's settings. */
const TIGHTER = z.looseObject({ budget_usd: budget(), approve: z.array(z.enum(KINDS)).optional() });
