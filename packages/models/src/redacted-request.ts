import type { ModelReply, ModelRequest, RequestMessage } from "@llmch/contract";
import { canonicalJson, type Redactor } from "@llmch/text";
import { perMessage } from "./per-message.ts";

const redactions = new WeakMap<Redactor, (message: RequestMessage) => RequestMessage>();

/** Removes secrets from a request before it is sent. */
export const redactedRequest = (request: ModelRequest, redactor: Redactor): ModelRequest => {
  const redacted = redactions.get(redactor) ?? perMessage((message) => withoutSecrets(message, redactor));
  redactions.set(redactor, redacted);
  const messages = request.messages.map(redacted);
  return { ...request, messages, ...(request.tools === undefined ? {} : { tools: redactor.value(request.tools) }) };
};

const withoutSecrets = (message: RequestMessage, redactor: Redactor): RequestMessage => {
  const { toolCalls, carried } = message;
  return {
    ...message,
    content: redactor.text(message.content),
    ...(toolCalls === undefined ? {} : { toolCalls: redactor.value(toolCalls) }),
    ...(carried === undefined ? {} : { carried: redactor.value(carried) }),
  };
};

/** Removes secrets from a reply. Drops the carried part if that contained one: its server would no longer recognize it. */
export const redactedReply = (reply: Answered, redactor: Redactor): Answered => {
  const { carried, ...rest } = redactor.value(reply);
  const isWhole = carried !== undefined && canonicalJson(carried) === canonicalJson(reply.carried ?? null);
  return isWhole ? { ...rest, carried } : rest;
};

type Answered = Extract<ModelReply, { readonly kind: "answered" }>;
