import { basename, dirname, join } from "node:path";
import { attemptFolder } from "@llmch/contract";
import { readOwnText } from "@llmch/store";
import type { OrderStory, PlanStory } from "@llmch/story";
import { type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { chooseAttempt } from "./choose.ts";

/** What the model was asked in an attempt, or what it answered, verbatim as recorded. */
export const recordedText = (
  story: OrderStory | PlanStory,
  what: "prompt" | "response",
  asked: number | undefined,
): Result<string, Refusal> => {
  const attempt = chooseAttempt(story, asked);
  if (!attempt.ok) return attempt;
  const told = story.attempts.findLast((each) => each.attempt === attempt.value);
  // The story has the whole answer, but only the beginning of a long prompt.
  const answer = what === "response" ? (told?.exchange?.answer ?? null) : null;
  if (answer !== null && story.kind === "factory") return { ok: true, value: answer };
  const name = FILES[story.kind][what](attempt.value);
  const text = name === null ? rejected("it is missing") : readOwnText(join(story.directory, name));
  if (text.ok) return text;
  const failure = told?.exchange?.failure;
  const why = failure ? `no answer came (${failure.reason})` : `none is kept (${text.issues[0]})`;
  const message = `attempt ${attempt.value} of ${basename(dirname(story.directory))} ${story.run_id}: ${why}`;
  return rejected(refusal("unreadable-input", message, "look at another --attempt"));
};

const FILES = {
  factory: { prompt: (attempt: number) => `${attemptFolder(attempt)}/se_prompt.txt`, response: () => null },
  planner: {
    prompt: (attempt: number) => `compile/prompt_attempt_${attempt}.txt`,
    response: (attempt: number) => `compile/llm_raw_response_attempt_${attempt}.txt`,
  },
} as const;
