import { likelyAnswerBytes, likelyAnswerTokens, MAX_GIVEN_VALUES, type ModelRequest, orderCall } from "@llmch/contract";
import { answeredDocument, holdsMoreThan, isJsonObject, readJson } from "@llmch/text";
import { briefOf } from "../job/brief.ts";
import { failedTurn } from "../job/failed-turn.ts";
import { type GateOutcome, open } from "../job/gate-outcome.ts";
import type { OrderJob } from "../job/order-job.ts";
import type { Ports } from "../job/ports.ts";
import { type Turn, turnFolder } from "../job/turn-folder.ts";
import type { OrderFile } from "../prompt/order-files.ts";
import { parseAnswer } from "../proposal/parse-proposal.ts";
import type { Answered } from "./ask-author.ts";

/** Asks for the whole answer in one reply, without tools. */
export const askOnce = async (
  job: OrderJob,
  at: Turn,
  request: Parameters<typeof askTurn>[2],
  ports: Ports,
): Promise<GateOutcome<Answered>> => {
  const reply = await askTurn(job, at, request, ports);
  if (reply.kind !== "open") return reply;
  const answer = parseAnswer(reply.value);
  const isSentence = request.executor !== undefined && !reply.value.startsWith("{");
  if (!answer.ok) return invalidAnswer(job, reply.value, isSentence ? [reply.value] : answer.issues);
  return open({ answer: answer.value, text: reply.value, turn: at.turn });
};

/** Fails the attempt because the answer is invalid. */
export const invalidAnswer = (job: OrderJob, answer: string, faults: readonly string[]): GateOutcome<never> => ({
  kind: "shut",
  brief: briefOf("llm_output_invalid", job, faults.join("\n")),
  answer,
});

/** Estimates the length of the answer from the files that the order may write. */
export const likelyTokens = (files: readonly OrderFile[]): number =>
  likelyAnswerTokens(
    likelyAnswerBytes(
      files.filter(({ allowed }) => allowed).map(({ state }) => (state.kind === "file" ? state.bytes : null)),
    ),
  );

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
  return open(reply.text);
};
