import { type Answer, accepted, asksOnly, proposalDocument, type Result, rejected } from "@llmch/contract";
import { briefOf } from "../brief.ts";
import type { GateOutcome } from "../gate-outcome.ts";
import { objectionFaults } from "../objection/judge-objection.ts";
import type { OrderJob } from "../order-job.ts";
import type { Ports } from "../ports.ts";
import { parseAnswer } from "../proposal/parse-proposal.ts";
import { failedTurn } from "../turn.ts";
import { type Turn, turnFolder } from "../turn-folder.ts";
import type { Author, AuthorQuestion } from "./author.ts";

/** An answer to an order, and its text as the next attempt's prompt shows it. */
export interface Answered {
  readonly answer: Answer;
  readonly text: string;
  /** The turn that gave the answer. */
  readonly turn: number;
}

/** Has a model with tools work on an order. Records the answer before it is used. */
export const askAuthor = async (
  job: OrderJob,
  at: Turn,
  author: Author,
  question: Omit<AuthorQuestion, "order" | "at" | "judge">,
  tracked: ReadonlySet<string>,
  { ledger }: Pick<Ports, "ledger">,
): Promise<GateOutcome<Answered>> => {
  const opening = question.opening.map(({ content }) => content).join("\n\n");
  await ledger.recordText(`${turnFolder(at)}/se_prompt.txt`, opening);
  const judge = (text: string) => judgeAnswer(job, text, tracked);
  const authored = await author.work({ ...question, order: job.order, at, judge });
  switch (authored.kind) {
    case "answered": {
      const { answer, text, turn = at.turn } = authored;
      const document = answer.kind === "proposal" ? proposalDocument(answer.proposal) : { objection: answer.objection };
      await ledger.record(`${turnFolder(at)}/raw_llm_response.json`, JSON.parse(JSON.stringify(document)));
      return { kind: "open", value: { answer, text, turn }, detail: null };
    }
    case "stuck": {
      const { why, isLast } = authored;
      await ledger.record(`${turnFolder(at)}/raw_llm_response.json`, { text: why });
      return { kind: "shut", brief: briefOf("stuck", job, why), isLast };
    }
    case "failed":
      return failedTurn(job, authored);
    default:
      return authored;
  }
};

/** An author with tools can read files itself, so it may object only if the order is impossible. */
const judgeAnswer = (job: OrderJob, text: string, tracked: ReadonlySet<string>): Result<Answer, string> => {
  const answer = parseAnswer(text);
  if (!answer.ok || answer.value.kind === "proposal") return answer;
  const { objection } = answer.value;
  const [first, ...rest] = objectionFaults(job.order, objection, tracked);
  if (first !== undefined) return rejected(first, ...rest);
  return asksOnly(objection)
    ? rejected(
        "the files that it needs can be read with the tools: an objection names a `contradiction` or `blocked_by`",
      )
    : accepted(answer.value);
};
