import { callKey, type ModelReply, type ModelRequest, type ToolCall } from "@llmch/contract";

/** A request, and what tests look at most: its key, and the text of all its messages. */
export interface AskedRequest extends ModelRequest {
  readonly key: string;
  readonly prompt: string;
}

/** A model in memory: gives its replies in order and records the questions. For tests of pure code. */
export interface ScriptedModel {
  readonly requests: readonly AskedRequest[];
  ask(request: ModelRequest): Promise<ModelReply>;
}

/** What a scripted model gives: a string is an answer with that text. */
export type ScriptedReply = string | ModelReply;

/**
 * A string is an answer with that text; a function makes its reply from the request. Throws if there are more questions than
 * replies.
 */
export const scriptedModel = (
  replies: readonly (ScriptedReply | ((request: AskedRequest) => ScriptedReply))[],
): ScriptedModel => {
  const requests: AskedRequest[] = [];
  return {
    requests,
    ask: async (given) => {
      const prompt = given.messages.map(({ content }) => content).join("\n");
      const request = { ...given, key: callKey(given.call), prompt };
      const reply = replies[requests.length];
      requests.push(request);
      if (reply === undefined) throw new Error(`the script has no reply for ${request.key}`);
      return answered(typeof reply === "function" ? reply(request) : reply);
    },
  };
};

/** A call of a tool: its name and arguments, which are written as JSON unless they are a text. */
export type ScriptedCall = readonly [tool: string, given?: unknown];

/** An answer that calls tools, in this order. */
export const callsOf = (...calls: readonly ScriptedCall[]): Extract<ModelReply, { kind: "answered" }> => ({
  ...ANSWERED,
  text: "",
  toolCalls: calls.map(([name, given = {}], index): ToolCall => {
    const text = typeof given === "string" ? given : JSON.stringify(given);
    return { id: `call-${index + 1}`, name, arguments: text };
  }),
});

const ANSWERED = { kind: "answered", reasoning: null, usage: null, model: "scripted-1" } as const;

const answered = (reply: ScriptedReply): ModelReply =>
  typeof reply === "string" ? { ...ANSWERED, text: reply } : reply;
