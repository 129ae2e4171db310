import { basename, dirname, join } from "node:path";
import { candidateFolder, type Refusal, type Result, type Round, refusal, rejected } from "@llmch/contract";
import { readOwnText } from "@llmch/store";
import type { OrderStory, PlanStory } from "@llmch/story";
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
  const name = FILES[story.kind][what]({ attempt: attempt.value, candidate: candidateIn(told) });
  const text = name === null ? rejected("it is missing") : readOwnText(join(story.directory, name));
  if (text.ok) return text;
  const failure = told?.exchange?.failure;
  const why = failure ? `no answer came (${failure.reason})` : `none is kept (${text.issues[0]})`;
  const message = `attempt ${attempt.value} of ${basename(dirname(story.directory))} ${story.run_id}: ${why}`;
  return rejected(refusal("unreadable-input", message, "look at another --attempt"));
};

type Place = Pick<Round, "attempt" | "candidate">;

/** The last candidate of the attempt. */
const candidateIn = (told: object | undefined): number =>
  told !== undefined && "candidate" in told && typeof told.candidate === "number" ? told.candidate : 1;

const FILES = {
  factory: { prompt: (at: Place) => `${candidateFolder(at)}/se_prompt.txt`, response: () => null },
  planner: {
    prompt: ({ attempt }: Place) => `compile/prompt_attempt_${attempt}.txt`,
    response: ({ attempt }: Place) => `compile/llm_raw_response_attempt_${attempt}.txt`,
  },
} as const;
