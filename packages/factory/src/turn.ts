import {
  isJsonObject,
  type ModelFailureReason,
  type ModelRequest,
  orderCall,
  readJson,
  type Stage,
  stripMarkdownFences,
} from "@llmch/contract";
import { briefOf } from "./brief.ts";
import type { GateOutcome } from "./gate-outcome.ts";
import type { OrderJob } from "./order-job.ts";
import type { Ports } from "./ports.ts";

/** Which question of an order it is. */
export interface Turn {
  readonly attempt: number;
  /** From 1; a later one follows an objection that asked for files. */
  readonly turn: number;
}

/** Where a turn's prompt and answer are kept (contract §7). */
export const turnFolder = ({ attempt, turn }: Turn): string =>
  turn === 1 ? `attempt_${attempt}` : `attempt_${attempt}/turn_${turn}`;

/** Reasons that lie in the record or in the request itself: it would be refused again by a server that is well. */
const OF_THE_REQUEST: ReadonlySet<ModelFailureReason> = new Set<ModelFailureReason>([
  "missing-exchange",
  "request-changed",
  "refused-request",
  "incomplete",
]);

const stageOf = (reason: ModelFailureReason): Stage => (OF_THE_REQUEST.has(reason) ? "exception" : "model_unavailable");

/** Asks one question of an attempt. The prompt is recorded before, and the answer before it is used. */
export const askTurn = async (
  job: OrderJob,
  at: Turn,
  request: Omit<ModelRequest, "call">,
  { ledger, model }: Pick<Ports, "ledger" | "model">,
): Promise<GateOutcome<string>> => {
  const prompt = request.messages.map(({ content }) => content).join("\n\n");
  await ledger.recordText(`${turnFolder(at)}/se_prompt.txt`, prompt);
  const reply = await model.ask({ call: orderCall(job.order.id, at.attempt, at.turn), ...request });
  if (reply.kind === "failed") {
    if (reply.reason === "interrupted") return { kind: "interrupted" };
    if (reply.reason === "limit") return { kind: "limited", message: reply.message, hint: reply.hint };
    return { kind: "shut", brief: briefOf(stageOf(reply.reason), job, `${reply.message}: ${reply.hint}`) };
  }
  const raw = readJson(stripMarkdownFences(reply.text));
  const rawAnswer = raw.ok && isJsonObject(raw.value) ? raw.value : { text: reply.text };
  await ledger.record(`${turnFolder(at)}/raw_llm_response.json`, rawAnswer);
  return { kind: "open", value: reply.text, detail: null };
};
