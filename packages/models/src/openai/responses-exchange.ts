import { accepted, type Result } from "@llmch/text";
import type { Adapter, Answer, AnswerListener, ProtocolRequest } from "../protocol/answer.ts";
import { type Call, call, type ExchangeContext, endedFault } from "../transport/call.ts";
import type { Capabilities } from "../transport/capabilities.ts";
import { broken, type ServerFault } from "../transport/fault.ts";
import { isTransient } from "../transport/retry.ts";
import { askChat } from "./chat-protocol.ts";
import { OPENAI_REFUSABLE } from "./refusable.ts";
import {
  type Delivery,
  type ResponseState,
  readKept,
  readStream,
  readWhole,
  responsesBody,
  type Streamed,
} from "./responses-protocol.ts";

type Outcome = Result<Answer, ServerFault>;

/**
 * Asks through Responses (contract §4): first as a stream. If that breaks, fetches the answer by its id if the server keeps it;
 * otherwise asks once more, in background mode with polling, or plainly. If the server lacks the endpoint, asks through Chat
 * Completions.
 */
export const askResponses: Adapter = async (context, question, listener) => {
  if (!context.capabilities.responses) return askChat(context, question, listener);
  const streamed = await stream(context, question, listener);
  if (streamed.ok) {
    return streamed.value.kind === "broken-off"
      ? complete(context, question, streamed.value)
      : settle(context, question, streamed.value);
  }
  if (!isMissingEndpoint(streamed.issues[0])) return streamed;
  context.capabilities = { ...context.capabilities, responses: false };
  await context.retried("the server has no Responses endpoint: asked through Chat Completions", 0);
  return askChat(context, question, listener);
};

/**
 * A server that cannot stream is asked in background mode from the start. If a stream does not arrive (a proxy that buffers
 * answers), the second call switches to it.
 */
const stream = (
  context: ExchangeContext,
  question: ProtocolRequest,
  listener: AnswerListener,
): Promise<Result<Streamed, ServerFault>> => {
  let isLost = false;
  const delivery = (known: Capabilities) => (known.stream && !isLost ? "stream" : unstreamed(question, known));
  return call(context, {
    ...post(question, delivery),
    read: (response, most) => readStream(response, question.model, most, listener),
    lost: () => {
      isLost = true;
      return wordsOf(unstreamed(question, context.capabilities));
    },
  });
};

/** The delivery in words, to follow `asked once more`. */
const wordsOf = (delivery: Delivery): string => (delivery === "background" ? " in background mode" : "");

/** Background mode requires that the server keeps the answer, which it does not for requests with tools. */
const unstreamed = (question: ProtocolRequest, { background }: Capabilities): Delivery =>
  background && isKept(question) ? "background" : "plain";

const isKept = ({ tools }: ProtocolRequest): boolean => tools.length === 0;

const complete = async (
  context: ExchangeContext,
  question: ProtocolRequest,
  { id, why }: { readonly id: string | null; readonly why: string },
): Promise<Outcome> => {
  if (id !== null && isKept(question)) {
    await context.retried(`${why}: the answer is fetched by its id`, 0);
    const kept = await poll(context, question, id);
    if (typeof kept !== "string") return kept;
  }
  const delivery = (known: Capabilities) => unstreamed(question, known);
  const way = wordsOf(delivery(context.capabilities));
  await context.retried(`${why}: asked once more${way}, and both calls may be billed`, 0);
  const standing = await call(context, post(question, delivery));
  return standing.ok ? settle(context, question, standing.value) : standing;
};

/** Waits for a pending answer; if the server lost it, asks once more, plainly. */
const settle = async (
  context: ExchangeContext,
  question: ProtocolRequest,
  standing: ResponseState,
): Promise<Outcome> => {
  if (standing.kind === "answer") return accepted(standing.answer);
  const kept = await poll(context, question, standing.id);
  if (typeof kept !== "string") return kept;
  if (kept === "unknown") context.capabilities = { ...context.capabilities, background: false };
  await context.retried("the server lost the answer: asked once more, plainly", 0);
  const plain = await call(
    context,
    post(question, () => "plain"),
  );
  if (!plain.ok) return plain;
  return plain.value.kind === "answer" ? accepted(plain.value.answer) : broken("answers that it is not done");
};

/** How long a server may take to report its progress. */
const POLL_MS = 60_000;

/**
 * Fetches the answer under an id, for as long as an answer may take: it is paid for, so a server that is unavailable for a while is
 * polled again. `unknown` if the server keeps no such answer, `lost` if the answer failed.
 */
const poll = async (
  context: ExchangeContext,
  question: ProtocolRequest,
  id: string,
): Promise<Outcome | "lost" | "unknown"> => {
  const { time, transport, deadline } = context;
  const pollMs = 2 * transport.retryBaseMs;
  let outages = 0;
  for (;;) {
    const kept = await call(context, {
      method: "get",
      path: `/responses/${encodeURIComponent(id)}`,
      isBilled: false,
      body: () => null,
      refusable: [],
      read: (response) => readKept(response, question.model),
      limitMs: POLL_MS,
    });
    if (kept.ok) {
      if (kept.value.kind === "answer") return accepted(kept.value.answer);
      if (kept.value.kind === "lost") return "lost";
      outages = 0;
    } else {
      const [fault] = kept.issues;
      if (isUnknown(fault)) return "unknown";
      if (!isPassing(fault)) return kept;
      outages++;
    }
    await time.wait(Math.min(pollMs * 2 ** outages, Math.max(pollMs, transport.maxWaitMs)), deadline.signal);
    const ended = endedFault(context);
    if (ended !== null) return ended;
  }
};

/** Whether the server was reached, and may know more a while later. */
const isPassing = (fault: ServerFault): boolean =>
  isTransient(fault) && !(fault.kind === "connection" && fault.isUnsent);

const post = (question: ProtocolRequest, delivery: (known: Capabilities) => Delivery): Call<ResponseState> => ({
  method: "post",
  path: "/responses",
  isBilled: true,
  body: (known, tokens) => responsesBody(question, known, delivery(known), tokens),
  refusable: OPENAI_REFUSABLE,
  read: (response, most) => readWhole(response, question.model, most),
});

/** A 404 may also mean that the model is missing; then every endpoint would return it. */
const isMissingEndpoint = (fault: ServerFault): boolean =>
  fault.kind === "status" && (fault.status === 404 || fault.status === 405) && fault.code !== "model_not_found";

/** Whether a refusal is about the id, not about the key or a transient problem. */
const isUnknown = (fault: ServerFault): boolean =>
  fault.kind === "status" && fault.status !== 401 && fault.status !== 403 && !isTransient(fault);
