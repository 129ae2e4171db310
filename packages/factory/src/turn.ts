import {
  answeredDocument,
  holdsMoreThan,
  isJsonObject,
  MAX_GIVEN_VALUES,
  type ModelFailureReason,
  type ModelReply,
  type ModelRequest,
  orderCall,
  readJson,
  type Stage,
} from "@llmch/contract";
import { briefOf } from "./brief.ts";
import type { GateOutcome } from "./gate-outcome.ts";
import type { OrderJob } from "./order-job.ts";
import type { Ports } from "./ports.ts";
import { type Turn, turnFolder } from "./turn-folder.ts";

/** Failures caused by the record or the request itself: even a healthy server would refuse it again. */
const OF_THE_REQUEST: ReadonlySet<ModelFailureReason> = new Set<ModelFailureReason>([
  "missing-exchange",
  "request-changed",
  "refused-request",
  "incomplete",
]);

const stageOf = (reason: ModelFailureReason): Stage => (OF_THE_REQUEST.has(reason) ? "exception" : "model_unavailable");

/** Asks one question of an attempt. Records the prompt before asking, and the answer before it is used. */
export const askTurn = async (
  job: OrderJob,
  at: Turn,
  request: Omit<ModelRequest, "call">,
  { ledger, model }: Pick<Ports, "ledger" | "model">,
): Promise<GateOutcome<string>> => {
  const prompt = request.messages.map(({ content }) => content).join("\n\n");
  await ledger.recordText(`${turnFolder(at)}/se_prompt.txt`, prompt);
  const reply = await model.ask({ call: orderCall(job.order.id, at.attempt, at.turn), ...request });
  if (reply.kind === "failed") return failedTurn(job, reply);
  const raw = readJson(answeredDocument(reply.text));
  const isDocument = raw.ok && isJsonObject(raw.value) && !holdsMoreThan(raw.value, MAX_GIVEN_VALUES);
  const rawAnswer = isDocument ? raw.value : { text: reply.text };
  await ledger.record(`${turnFolder(at)}/raw_llm_response.json`, rawAnswer);
  return { kind: "open", value: reply.text, detail: null };
};

/** How an attempt ends if its model gave no answer. */
export const failedTurn = (
  job: OrderJob,
  { reason, message, hint }: Extract<ModelReply, { readonly kind: "failed" }>,
): GateOutcome<never> => {
  if (reason === "interrupted") return { kind: "interrupted" };
  if (reason === "limit") return { kind: "limited", message, hint };
  return { kind: "shut", brief: briefOf(stageOf(reason), job, `${message}: ${hint}`) };
};
