import type { JsonObject, JsonValue, Result } from "@llmch/contract";
import { accepted } from "@llmch/contract";
import { tooLong } from "../transport/body-reader.ts";
import { at, listAt, textAt } from "../transport/envelope.ts";
import { readEvents } from "../transport/event-stream.ts";
import { brokeOff, type ServerFault } from "../transport/fault.ts";
import { createCallDraft } from "./chat-calls.ts";

/** Follows an answer while it arrives. */
export interface ChatListener {
  /** A piece of the model's reasoning. */
  readonly reasoning: (text: string) => void;
  /** How many characters of the answer have arrived. */
  readonly answering: (characters: number) => void;
}

/** True if the beginning of a body looks like an event stream; otherwise it is a document, or not an answer at all. */
export const isEventStream = (head: string): boolean => /^(?:data|event|id|retry)?:/.test(head);

/** Assembles a completion from its chunks, as if it had arrived in one piece. An error among them replaces it. */
export const readChunks = async (
  pieces: AsyncIterable<string>,
  most: number,
  { reasoning, answering }: ChatListener,
): Promise<Result<JsonValue, ServerFault>> => {
  const said: Record<Member, string[]> = { content: [], refusal: [], reasoning_content: [] };
  const draft = createCallDraft();
  let [length, answered] = [0, 0];
  let finish: string | null = null;
  let model: string | null = null;
  let usage: JsonValue | undefined;
  try {
    for await (const chunk of readEvents(pieces)) {
      if (at(chunk, "error") !== undefined) return accepted(chunk);
      model = textAt(chunk, "model") ?? model;
      usage = at(chunk, "usage") ?? usage;
      const [choice] = listAt(chunk, "choices");
      if (choice === undefined) continue;
      for (const [member, text] of membersOf(choice)) {
        said[member].push(text);
        length += text.length;
        if (member === "reasoning_content") {
          reasoning(text);
          continue;
        }
        answered += text.length;
        answering(answered);
      }
      const called = draft.take(choice);
      length += called;
      answered += called;
      if (called > 0) answering(answered);
      if (length > most) return tooLong(most);
      finish = textAt(choice, "finish_reason") ?? finish;
    }
  } catch (error) {
    return brokeOff(error);
  }
  if (finish === null) return brokeOff("the stream ended early");
  if (said.reasoning_content.length > 0) reasoning("\n\n");
  const texts = Object.entries(said).map(([member, all]) => [member, all.length === 0 ? null : all.join("")] as const);
  const calls = draft.calls();
  const message: JsonObject = { ...Object.fromEntries(texts), ...(calls.length === 0 ? {} : { tool_calls: calls }) };
  const completion: JsonObject = { model, choices: [{ message, finish_reason: finish }], ...(usage ? { usage } : {}) };
  return accepted(completion);
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
