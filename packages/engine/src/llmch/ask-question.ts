import { resolve } from "node:path";
import { refusal } from "@llmch/contract";
import { ask, prepareAsk } from "../ask/index.ts";
import type { ActContext } from "./act.ts";
import { type Ended, refusedBy } from "./ended.ts";
import type { Instance } from "./instance.ts";
import { INTERRUPTED, issue, warningOf } from "./issues.ts";
import { optionFault } from "./option-faults.ts";
import { ASK_OPTIONS } from "./option-kinds.ts";
import type { Answer, AskOptions } from "./public.ts";
import { spentOf } from "./spent.ts";

/** Answers a question about the instance's repo. */
export const askQuestion = async (
  question: string,
  options: AskOptions,
  { repo, artifactsDir, cwd }: Instance,
  context: ActContext,
): Promise<Ended<Answer>> => {
  const fault = optionFault(options, ASK_OPTIONS);
  if (fault !== null) return refusedBy([fault]);
  if (typeof question !== "string")
    return refusedBy([refusal("usage", "the question is not text", "say what you want to know")]);
  const { replay, replayStrict = false } = options;
  const asking = {
    ...{ question, repo, artifactsDir, given: context.given, replayStrict },
    ...(replay === undefined ? {} : { replay: resolve(cwd, replay) }),
  };
  const prepared = await prepareAsk(asking, context);
  if (!prepared.ok) return refusedBy(prepared.issues);
  const {
    runId,
    directory,
    answer,
    fault: why,
    spent,
    warnings: said,
  } = await ask(prepared.value, asking, context, context);
  const warnings = said.map((sentence) => warningOf(sentence));
  if (answer === null) {
    const isStopped = why === null || why.code === "interrupted";
    return {
      value: null,
      issues: [isStopped ? INTERRUPTED : issue(why.code, why.message, { hint: why.hint })],
      warnings,
    };
  }
  const { text, citations, struck, parts } = answer;
  const run = { kind: "ask", runId, directory } as const;
  return { value: { ...run, answer: text, citations, struck, parts, spent: spentOf(spent) }, issues: [], warnings };
};
