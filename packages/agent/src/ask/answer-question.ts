import { questionCall, type RequestMessage } from "@llmch/contract";
import { accepted } from "@llmch/text";
import type { Conversed, Limits, LoopUsage } from "../conversation.ts";
import { NOTHING_TAKEN } from "../conversation.ts";
import { converse } from "../loop/converse.ts";
import { shareOf, takenTogether } from "../loop/limit-share.ts";
import { openFiles } from "../paths.ts";
import type { Ports } from "../ports.ts";
import type { Scene } from "../scene.ts";
import type { Toolset } from "../toolset.ts";
import { answerForm, readAnswer, type SaidAnswer } from "./answer-form.ts";
import { type Cited, checkCitations } from "./citations.ts";
import { type AnsweredPart, askPrompt, joinedPrompt } from "./prompt.ts";

/** A user's question about a repo. */
export interface AskedQuestion {
  readonly question: string;
  /** How many parts of it may be handed on. */
  readonly helpers: number;
  readonly toolset: Toolset;
  readonly scene: Scene;
  /** The limits for the question and its parts together. */
  readonly limits: Limits;
}

export interface Answer extends Cited {
  readonly parts: readonly AnsweredPart[];
}

/** How a question ended. */
export type AskEnding = { readonly taken: LoopUsage } & (
  | { readonly kind: "answered"; readonly answer: Answer }
  | Exclude<Conversed<never>, { kind: "ended" }>
);

type Said = Conversed<SaidAnswer>;

/**
 * Answers a question about a repo with read-only tools. The model may hand on parts of it, once: each gets its own conversation,
 * all in parallel, with an equal share of the remaining limits. Then the model is asked again with their answers. Citations in the
 * answer are checked.
 */
export const answerQuestion = async (asked: AskedQuestion, ports: Ports): Promise<AskEnding> => {
  const { question, scene } = asked;
  const files = (await openFiles(scene)).length;
  const { helpers, limits } = asked;
  const whole = { part: null, firstTurn: 1, helpers, limits, taken: NOTHING_TAKEN };
  const first = await talk(asked, whole, askPrompt(question, helpers, files), ports);
  if (first.kind !== "ended") return first;
  const { answer, parts } = first.value;
  if (parts.length === 0) return answered(answer, [], first.taken, scene);

  const own = { firstTurn: 1, helpers: 0, limits: shareOf(limits, first.taken, parts.length), taken: NOTHING_TAKEN };
  const said = await Promise.all(
    parts.map((part, index) => talk(asked, { ...own, part: index + 1 }, askPrompt(part, 0, files), ports)),
  );
  const taken = takenTogether(
    first.taken,
    said.map((each) => each.taken),
  );
  const told: AnsweredPart[] = [];
  for (const [index, each] of said.entries()) {
    if (each.kind === "interrupted" || each.kind === "limited") return { ...each, taken };
    told.push(partOf(parts[index] ?? "", each));
  }
  const last = await talk(
    asked,
    { ...whole, firstTurn: first.lastTurn + 1, helpers: 0, taken },
    joinedPrompt(question, answer, told, files),
    ports,
  );
  return last.kind === "ended" ? answered(last.value.answer, told, last.taken, scene) : last;
};

interface Talk {
  readonly part: number | null;
  readonly firstTurn: number;
  readonly helpers: number;
  readonly limits: Limits;
  readonly taken: LoopUsage;
}

const talk = (
  { toolset, scene }: AskedQuestion,
  { part, firstTurn, helpers, limits, taken }: Talk,
  prompt: string,
  ports: Ports,
): Promise<Said> => {
  const opening: readonly RequestMessage[] = [{ role: "user", content: ports.redact(prompt) }];
  return converse<SaidAnswer>(
    {
      named: (turn) => questionCall(part, turn),
      ...{ firstTurn, opening, toolset, scene, limits, taken },
      answerSchema: answerForm(helpers),
      readText: (text) => readAnswer(text, helpers),
      // A reader has no end tool.
      readEnd: () => accepted({ answer: "", parts: [] }),
    },
    ports,
  );
};

const partOf = (question: string, said: Exclude<Said, { kind: "interrupted" | "limited" }>): AnsweredPart => {
  switch (said.kind) {
    case "ended":
      return { question, answer: said.value.answer, why: null };
    case "stuck":
      return { question, answer: null, why: said.why };
    case "failed":
      return { question, answer: null, why: said.reply.message };
  }
};

const answered = async (
  text: string,
  parts: readonly AnsweredPart[],
  taken: LoopUsage,
  scene: Scene,
): Promise<AskEnding> => ({
  kind: "answered",
  taken,
  answer: { ...(await checkCitations(text, scene)), parts },
});
