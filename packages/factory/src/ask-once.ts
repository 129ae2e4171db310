import { likelyAnswerBytes, likelyAnswerTokens, withoutTurns } from "@llmch/contract";
import type { Answered } from "./author/ask-author.ts";
import { briefOf } from "./brief.ts";
import type { GateOutcome } from "./gate-outcome.ts";
import type { OrderJob } from "./order-job.ts";
import type { Ports } from "./ports.ts";
import type { OrderFile } from "./prompt/order-files.ts";
import { answerInSteps } from "./proposal/parse-proposal.ts";
import { askTurn } from "./turn.ts";
import type { Turn } from "./turn-folder.ts";

/** Asks for an answer in one piece. */
export const askOnce = async (
  job: OrderJob,
  at: Turn,
  request: Parameters<typeof askTurn>[2],
  ports: Ports,
): Promise<GateOutcome<Answered>> => {
  const reply = await askTurn(job, at, request, ports);
  if (reply.kind !== "open") return reply;
  const { inTurns = withoutTurns } = ports;
  const answer = await inTurns(answerInSteps(reply.value));
  if (!answer.ok) return invalidAnswer(job, reply.value, answer.issues);
  return { kind: "open", value: { answer: answer.value, text: reply.value, turn: at.turn }, detail: null };
};

/** An answer that an order cannot take. */
export const invalidAnswer = (job: OrderJob, answer: string, faults: readonly string[]): GateOutcome<never> => ({
  kind: "shut",
  brief: briefOf("llm_output_invalid", job, faults.join("\n")),
  answer,
});

/** How long an answer is likely to be, by the files that the order may write. */
export const likelyTokens = (files: readonly OrderFile[]): number =>
  likelyAnswerTokens(
    likelyAnswerBytes(
      files.filter(({ allowed }) => allowed).map(({ state }) => (state.kind === "file" ? state.bytes : null)),
    ),
  );
