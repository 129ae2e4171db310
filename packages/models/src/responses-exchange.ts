import { accepted, type Verdict } from "@llmch/contract";
import type { Answer, Question } from "./answer.ts";
import { type Call, call, endedFault, type Line } from "./call.ts";
import type { Capabilities } from "./capabilities.ts";
import { askChat } from "./chat-exchange.ts";
import { broken, type ServerFault } from "./fault.ts";
import {
  type Delivery,
  readKept,
  readStream,
  readWhole,
  responsesBody,
  type Standing,
  type Streamed,
} from "./responses-protocol.ts";
import { isTransient } from "./retry.ts";

type Outcome = Verdict<Answer, ServerFault>;

/**
 * Asks through Responses (contract §4): a stream first; when it breaks, the answer that the server keeps under its id, else
 * once more in background mode with polling, else plainly. A server without the endpoint is asked through Chat Completions.
 */
export const askResponses = async (
  line: Line,
  question: Question,
  onReasoning: (text: string) => void,
): Promise<Outcome> => {
  if (!line.capabilities.responses) return askChat(line, question);
  const streamed = await stream(line, question, onReasoning);
  if (streamed.ok) {
    return streamed.value.kind === "broken-off"
      ? mend(line, question, streamed.value)
      : settle(line, question, streamed.value);
  }
  if (!isMissingEndpoint(streamed.issues[0])) return streamed;
  line.capabilities = { ...line.capabilities, responses: false };
  await line.retried("the server has no Responses endpoint: asked through Chat Completions", 0);
  return askChat(line, question);
};

/** A server that does not stream is asked in background mode from the start. */
const stream = (
  line: Line,
  question: Question,
  onReasoning: (text: string) => void,
): Promise<Verdict<Streamed, ServerFault>> =>
  call(line, {
    ...post(line, question, (known) => (known.stream ? "stream" : unstreamed(known))),
    read: (response, silence) => readStream(response, silence, question.model, onReasoning),
  });

const unstreamed = ({ background }: Capabilities): Delivery => (background ? "background" : "plain");

const mend = async (
  line: Line,
  question: Question,
  { id, why }: { readonly id: string | null; readonly why: string },
): Promise<Outcome> => {
  if (id !== null) {
    await line.retried(`${why}: the answer is fetched by its id`, 0);
    const kept = await poll(line, question, id, line.settings.idleMs);
    if (typeof kept !== "string") return kept;
  }
  await line.retried(`${why}: asked once more`, 0);
  const standing = await call(line, post(line, question, unstreamed));
  return standing.ok ? settle(line, question, standing.value) : standing;
};

/** Waits for an answer that is not there yet; one that the server lost is asked for once more, plainly. */
const settle = async (line: Line, question: Question, standing: Standing): Promise<Outcome> => {
  if (standing.kind === "answer") return accepted(standing.answer);
  const kept = await poll(line, question, standing.id, null);
  if (typeof kept !== "string") return kept;
  if (kept === "unknown") line.capabilities = { ...line.capabilities, background: false };
  await line.retried("the server lost the answer: asked once more, plainly", 0);
  const plain = await call(
    line,
    post(line, question, () => "plain"),
  );
  if (!plain.ok) return plain;
  return plain.value.kind === "answer" ? accepted(plain.value.answer) : broken("answers that it is not done");
};

/** The answer under an id; `unknown` where the server keeps none, `lost` where it failed or takes longer than `patienceMs`. */
const poll = async (
  line: Line,
  question: Question,
  id: string,
  patienceMs: number | null,
): Promise<Outcome | "lost" | "unknown"> => {
  const { time, settings, deadline } = line;
  const since = time.monotonicMs();
  while (patienceMs === null || time.monotonicMs() - since < patienceMs) {
    const kept = await call(line, {
      method: "get",
      path: `/responses/${encodeURIComponent(id)}`,
      body: () => null,
      read: (response, silence) => readKept(response, silence, question.model),
      idleMs: () => settings.idleMs,
    });
    if (!kept.ok) return isUnknown(kept.issues[0]) ? "unknown" : kept;
    if (kept.value.kind === "answer") return accepted(kept.value.answer);
    if (kept.value.kind === "lost") return "lost";
    await time.wait(settings.pollIntervalMs, deadline.signal);
    const ended = endedFault(line);
    if (ended !== null) return ended;
  }
  return "lost";
};

const post = (line: Line, question: Question, delivery: (known: Capabilities) => Delivery): Call<Standing> => ({
  method: "post",
  path: "/responses",
  body: (known) => responsesBody(question, known, delivery(known)),
  read: (response, silence) => readWhole(response, silence, question.model),
  /** Only a stream has to show signs of life: whoever is asked plainly may think in silence. */
  idleMs: (known) => (delivery(known) === "stream" ? line.settings.idleMs : null),
});

/** A 404 also says that the model is missing; then every endpoint would. */
const isMissingEndpoint = (fault: ServerFault): boolean =>
  fault.kind === "status" && (fault.status === 404 || fault.status === 405) && fault.code !== "model_not_found";

/** A refusal that concerns the id, not the key and not the moment. */
const isUnknown = (fault: ServerFault): boolean =>
  fault.kind === "status" && fault.status !== 401 && fault.status !== 403 && !isTransient(fault);
