import { accepted, type JsonObject, type JsonValue } from "@llmch/text";
import type { AnswerListener } from "../protocol/answer.ts";
import type { Draft } from "../transport/body-reader.ts";
import { at, listAt, textAt } from "../transport/envelope.ts";
import { createCallDraft } from "./chat-calls.ts";
import { errorIn } from "./chat-error.ts";

/** Assembles a completion from its chunks, as if it had arrived in one piece. An error among them ends it. */
export const createChatDraft = ({ reasoning, answering }: AnswerListener): Draft<JsonValue> => {
  const said: Record<Member, string[]> = { content: [], refusal: [], reasoning_content: [] };
  const draft = createCallDraft();
  let length = 0;
  let finish: string | null = null;
  let model: string | null = null;
  let usage: JsonValue | undefined;
  const completion = (): JsonObject => {
    const texts = Object.entries(said).map(
      ([member, all]) => [member, all.length === 0 ? null : all.join("")] as const,
    );
    const calls = draft.calls();
    const message: JsonObject = { ...Object.fromEntries(texts), ...(calls.length === 0 ? {} : { tool_calls: calls }) };
    return { model, choices: [{ message, finish_reason: finish }], ...(usage ? { usage } : {}) };
  };

  return {
    length: () => length,
    take: (chunk) => {
      const error = errorIn(chunk, length > 0);
      if (error !== null) return error;
      model = textAt(chunk, "model") ?? model;
      usage = at(chunk, "usage") ?? usage;
      const [choice] = listAt(chunk, "choices");
      if (choice === undefined) return null;
      for (const [member, text] of membersOf(choice)) {
        said[member].push(text);
        length += text.length;
        (member === "reasoning_content" ? reasoning : answering)(text);
      }
      const called = draft.take(choice);
      length += called.length;
      if (called !== "") answering(called);
      finish = textAt(choice, "finish_reason") ?? finish;
      return null;
    },
    end: () => {
      if (finish === null) return null;
      if (said.reasoning_content.length > 0) reasoning("\n\n");
      return accepted(completion());
    },
  };
};

type Member = "content" | "refusal" | "reasoning_content";

const membersOf = (choice: JsonValue): readonly (readonly [Member, string])[] => {
  const reasoning = textAt(choice, "delta", "reasoning_content") ?? textAt(choice, "delta", "reasoning");
  return [
    ["reasoning_content", reasoning ?? ""] as const,
    ["content", textAt(choice, "delta", "content") ?? ""] as const,
    ["refusal", textAt(choice, "delta", "refusal") ?? ""] as const,
  ].filter(([, text]) => text !== "");
};
