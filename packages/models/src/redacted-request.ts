import { canonicalJson, type ModelReply, type ModelRequest, type Redactor, type RequestMessage } from "@llmch/contract";
import { perMessage } from "./per-message.ts";

const redactions = new WeakMap<Redactor, (message: RequestMessage) => RequestMessage>();

/** A request without secrets, for whoever is asked. */
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

/** A reply without secrets. What would go back as it was does not, if that holds one: its server would not know it again. */
export const redactedReply = (reply: Answered, redactor: Redactor): Answered => {
  const { carried, ...rest } = redactor.value(reply);
  const isWhole = carried !== undefined && canonicalJson(carried) === canonicalJson(reply.carried ?? null);
  return isWhole ? { ...rest, carried } : rest;
};

type Answered = Extract<ModelReply, { readonly kind: "answered" }>;
