import { z } from "zod";
import { ask, prepareAsk } from "../ask/ask.ts";
import type { OperationContext } from "../context.ts";
import { artifactsDir, replaying, repo, text } from "../description/members.ts";
import { describe, type RequestOf, type ResultOf } from "../description/operation.ts";
import { INTERRUPTED, type Outcome, refused, unplanned } from "../outcome.ts";
import { spentOf, spentSchema } from "../runs/results/spent.ts";

const citationSchema = () =>
  z.object({ path: z.string(), first: z.int().describe("the first line, from 1"), last: z.int() });

export const description = /* @__PURE__ */ describe(() => ({
  name: "ask",
  topic: "Look",
  sentence: "answer a question about a repo, with the lines of its files that support the answer",
  may: "ask",
  makes: "ask",
  argument: { member: "question", shown: "<question>" },
  settings: ["factory.model", "factory.temperature", "budget", "network"],
  request: z.strictObject({
    question: text().describe("what you want to know, in your words"),
    repo: repo("the repo; its HEAD is looked at, and nothing is changed"),
    ...replaying(),
    artifactsDir: artifactsDir(),
  }),
  result: z.object({
    kind: z.literal("ask"),
    runId: z.string(),
    directory: z.string().describe("the run's own folder"),
    answer: z.string().nullable().describe("with a mark after every citation that was struck; null if there is none"),
    citations: z.array(citationSchema()),
    struck: z.array(citationSchema().extend({ why: z.string() })).describe("citations that name no existing place"),
    parts: z
      .array(z.object({ question: z.string(), answer: z.string().nullable(), why: z.string().nullable() }))
      .describe("parts of the question that were answered separately"),
    spent: spentSchema(),
  }),
  elsewhere: ["kind", "runId", "directory"],
  examples: ['ask "where is the discount computed?"', 'ask "why does login retry?" --repo my-project --json'],
  exits: ["0 answered", "1 no answer, or refused", "3 model, network or key", "5 a limit", "130 interrupted"],
}));

/** Answers a question about a repo's HEAD, with read-only tools. */
export const operate = async (
  request: RequestOf<typeof description>,
  context: OperationContext,
): Promise<Outcome<ResultOf<typeof description>>> => {
  const options = { ...request, given: context.given };
  const prepared = await prepareAsk(options, context);
  if (!prepared.ok) return unplanned(prepared.issues);
  const asked = await ask(prepared.value, options, context, context.face);
  if (!asked.ok) return refused(asked.issues);
  const { story, fault } = asked.value;
  const { run_id: runId, directory, verdict, exit_code: exitCode, answer, warnings } = story;
  const paths = { artifacts: directory };
  const isStopped = answer === null && (fault === null || fault.code === "interrupted");
  if (isStopped || verdict === null || exitCode === null) return { ...INTERRUPTED, runId, paths };
  const { citations = [], struck = [], parts = [] } = answer ?? {};
  return {
    ...{ exitCode, verdict, runId, paths },
    result: {
      ...{ kind: "ask", runId, directory, answer: answer?.text ?? null, spent: spentOf(story.spending) },
      citations: citations.map((each) => ({ ...each })),
      struck: struck.map((each) => ({ ...each })),
      parts: parts.map((each) => ({ ...each })),
    },
    ...(answer === null ? {} : { counts: { citations: citations.length, struck: struck.length, parts: parts.length } }),
    errors: answer === null && fault !== null ? [fault] : [],
    warnings: warnings.map((message) => ({ code: "warning", message })),
  };
};
