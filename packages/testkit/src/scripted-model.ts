import type { ModelReply, ModelRequest } from "@llmch/contract";

/** A model in memory: gives its replies in order and keeps what it was asked. For tests of pure code. */
export interface ScriptedModel {
  readonly requests: readonly ModelRequest[];
  ask(request: ModelRequest): Promise<ModelReply>;
}

/** A string is an answer with that text; a function makes its reply from the request. More questions than replies throw. */
export const scriptedModel = (
  replies: readonly (string | ModelReply | ((request: ModelRequest) => string | ModelReply))[],
): ScriptedModel => {
  const requests: ModelRequest[] = [];
  return {
    requests,
    ask: async (request) => {
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
