import { callKey, type ModelReply, type ModelRequest } from "@llmch/contract";

/** A request, and what tests look at most: its key, and the words of all its messages. */
export interface AskedRequest extends ModelRequest {
  readonly key: string;
  readonly prompt: string;
}

/** A model in memory: gives its replies in order and keeps the questions. For tests of pure code. */
export interface ScriptedModel {
  readonly requests: readonly AskedRequest[];
  ask(request: ModelRequest): Promise<ModelReply>;
}

/**
 * A string is an answer with that text; a function makes its reply from the request. Throws if there are more questions than
 * replies.
 */
export const scriptedModel = (
  replies: readonly (string | ModelReply | ((request: AskedRequest) => string | ModelReply))[],
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

const answered = (reply: string | ModelReply): ModelReply =>
  typeof reply === "string"
    ? { kind: "answered", text: reply, reasoning: null, usage: null, model: "scripted-1" }
    : reply;
