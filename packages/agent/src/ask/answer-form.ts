import type { ModelRequest } from "@llmch/contract";
import {
  accepted,
  answeredDocument,
  isJsonObject,
  type JsonObject,
  member,
  type Result,
  readJson,
  rejected,
  strictObject,
} from "@llmch/text";

/** A model's reply to a question: its answer, and the parts of the question to be answered first. */
export interface SaidAnswer {
  readonly answer: string;
  readonly parts: readonly string[];
}

const PARTS: JsonObject = {
  type: "array",
  items: { type: "string" },
  description: "Questions that are to be answered for you first; empty if there are none.",
};

/** The form of a text answer. If no parts can be handed on, it does not offer them. */
export const answerForm = (helpers: number): ModelRequest["answerSchema"] => ({
  name: "answer",
  schema: strictObject({
    answer: { type: "string", description: "The answer, with path:line behind what it says of the code." },
    ...(helpers > 0 ? { parts: PARTS } : {}),
  }),
});

/** Parses an answer. Text that is not JSON is itself the answer. */
export const readAnswer = (text: string, helpers: number): Result<SaidAnswer, string> => {
  const read = readJson(answeredDocument(text));
  if (!read.ok || !isJsonObject(read.value)) return said(text, []);
  const answer = member(read.value, "answer") ?? "";
  const parts = member(read.value, "parts") ?? [];
  if (typeof answer !== "string") return rejected("`answer` is no text");
  if (!Array.isArray(parts) || !parts.every((part) => typeof part === "string"))
    return rejected("`parts` is no list of questions");
  return said(answer, helpers > 0 ? parts.slice(0, helpers) : []);
};

const said = (answer: string, parts: readonly string[]): Result<SaidAnswer, string> => {
  const questions = parts.map((part) => part.trim()).filter((part) => part !== "");
  if (answer.trim() === "" && questions.length === 0) return rejected("it says nothing: give `answer`");
  return accepted({ answer: answer.trim(), parts: questions });
};
