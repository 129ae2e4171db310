import { likelyAnswerBytes, likelyAnswerTokens } from "@llmch/contract";
import type { Answered } from "./author/ask-author.ts";
import { briefOf } from "./brief.ts";
import type { GateOutcome } from "./gate-outcome.ts";
import type { OrderJob } from "./order-job.ts";
import type { Ports } from "./ports.ts";
import type { OrderFile } from "./prompt/order-files.ts";
import { parseAnswer } from "./proposal/parse-proposal.ts";
import { askTurn } from "./turn.ts";
import type { Turn } from "./turn-folder.ts";

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
  if (!answer.ok) return invalidAnswer(job, reply.value, answer.issues);
  return { kind: "open", value: { answer: answer.value, text: reply.value, turn: at.turn }, detail: null };
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
