import { accepted, type Result } from "@llmch/contract";
import type { Adapter } from "../live/adapter.ts";
import type { Answer, Question } from "../live/answer.ts";
import { type Call, call, type ExchangeContext, endedFault } from "../transport/call.ts";
import { type Capabilities, mostCharacters } from "../transport/capabilities.ts";
import { broken, type ServerFault } from "../transport/fault.ts";
import { isTransient } from "../transport/retry.ts";
import { askChat } from "./chat-exchange.ts";
import { OPENAI_REFUSABLE } from "./refusable.ts";
import {
  type Delivery,
  readKept,
  readStream,
  readWhole,
  responsesBody,
  type Standing,
  type Streamed,
} from "./responses-protocol.ts";

type Outcome = Result<Answer, ServerFault>;

/**
 * Asks through Responses (contract §4): a stream first; when it breaks, the answer that the server keeps under its id, else
 * once more in background mode with polling, else plainly. A server without the endpoint is asked through Chat Completions.
 */
export const askResponses: Adapter = async (context, question, onReasoning) => {
  if (!context.capabilities.responses) return askChat(context, question, onReasoning);
  const streamed = await stream(context, question, onReasoning);
  if (streamed.ok) {
    return streamed.value.kind === "broken-off"
      ? complete(context, question, streamed.value)
      : settle(context, question, streamed.value);
  }
  if (!isMissingEndpoint(streamed.issues[0])) return streamed;
  context.capabilities = { ...context.capabilities, responses: false };
  await context.retried("the server has no Responses endpoint: asked through Chat Completions", 0);
  return askChat(context, question, onReasoning);
};

/**
 * A server that does not stream is asked in background mode from the start, and one from which a stream does not come through
 * (a proxy that gathers answers before it passes them on) from its second call on.
 */
const stream = (
  context: ExchangeContext,
  question: Question,
  onReasoning: (text: string) => void,
): Promise<Result<Streamed, ServerFault>> => {
  let isLost = false;
  const delivery = (known: Capabilities) => (known.stream && !isLost ? "stream" : unstreamed(question, known));
  return call(context, {
    ...post(context, question, delivery),
    read: (response, silence) =>
      readStream(
        ...([
          response,
          silence,
          question.model,
          onReasoning,
          mostCharacters(question.budget, context.capabilities),
        ] as const),
        context.answering,
      ),
    lost: () => {
      isLost = true;
      return wordsOf(unstreamed(question, context.capabilities));
    },
  });
};

/** How it is asked, as what follows `asked once more`. */
const wordsOf = (delivery: Delivery): string => (delivery === "background" ? " in background mode" : "");

/** Background mode is for what the server keeps: nothing, where tools are told of. */
const unstreamed = (question: Question, { background }: Capabilities): Delivery =>
  background && isKept(question) ? "background" : "plain";

const isKept = ({ tools }: Question): boolean => tools.length === 0;

const complete = async (
  context: ExchangeContext,
  question: Question,
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
  const standing = await call(context, post(context, question, delivery));
  return standing.ok ? settle(context, question, standing.value) : standing;
};

/** Waits for an answer that is not there yet; one that the server lost is asked for once more, plainly. */
const settle = async (context: ExchangeContext, question: Question, standing: Standing): Promise<Outcome> => {
  if (standing.kind === "answer") return accepted(standing.answer);
  const kept = await poll(context, question, standing.id);
  if (typeof kept !== "string") return kept;
  if (kept === "unknown") context.capabilities = { ...context.capabilities, background: false };
  await context.retried("the server lost the answer: asked once more, plainly", 0);
  const plain = await call(
    context,
    post(context, question, () => "plain"),
  );
  if (!plain.ok) return plain;
  return plain.value.kind === "answer" ? accepted(plain.value.answer) : broken("answers that it is not done");
};

/** How long a server may take to say how far it is. */
const POLL_SILENCE_MS = 60_000;

/**
 * The answer under an id, for as long as an answer may take: it is paid for, so that a server that does not tell for a while is asked
 * again. `unknown` where the server keeps none, `lost` where it failed.
 */
const poll = async (
  context: ExchangeContext,
  question: Question,
  id: string,
): Promise<Outcome | "lost" | "unknown"> => {
  const { time, transport, deadline } = context;
  let outages = 0;
  for (;;) {
    const kept = await call(context, {
      method: "get",
      path: `/responses/${encodeURIComponent(id)}`,
      question: null,
      body: () => null,
      refusable: [],
      read: (response, silence) => readKept(response, silence, question.model),
      idleMs: () => transport.idleMs ?? POLL_SILENCE_MS,
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
    const pauseMs = Math.min(
      transport.pollIntervalMs * 2 ** outages,
      Math.max(transport.pollIntervalMs, transport.maxWaitMs),
    );
    await time.wait(pauseMs, deadline.signal);
    const ended = endedFault(context);
    if (ended !== null) return ended;
  }
};

/** A server that is there, and that may know more a while later. */
const isPassing = (fault: ServerFault): boolean =>
  isTransient(fault) && !(fault.kind === "connection" && fault.isUnsent);

const post = (
  context: ExchangeContext,
  question: Question,
  delivery: (known: Capabilities) => Delivery,
): Call<Standing> => ({
  method: "post",
  path: "/responses",
  question,
  body: (known) => responsesBody(question, known, delivery(known)),
  refusable: OPENAI_REFUSABLE,
  read: (response, silence) =>
    readWhole(response, silence, question.model, mostCharacters(question.budget, context.capabilities)),
  /** Only a stream has to show signs of life: whoever is asked plainly may think in silence. */
  idleMs: (known) => (delivery(known) === "stream" ? context.transport.idleMs : null),
});

/** A 404 also says that the model is missing; then every endpoint would. */
const isMissingEndpoint = (fault: ServerFault): boolean =>
  fault.kind === "status" && (fault.status === 404 || fault.status === 405) && fault.code !== "model_not_found";

/** A refusal that concerns the id, not the key and not the moment. */
const isUnknown = (fault: ServerFault): boolean =>
  fault.kind === "status" && fault.status !== 401 && fault.status !== 403 && !isTransient(fault);
