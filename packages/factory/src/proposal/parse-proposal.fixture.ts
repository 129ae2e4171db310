import type { Proposal } from "@llmch/contract";
import { accepted, type Result, rejected } from "@llmch/text";
import { parseAnswer } from "./parse-proposal.ts";

/** Parses a model's answer, and accepts only a proposal. */
export const parseProposal = (text: string): Result<Proposal, string> => {
  const answer = parseAnswer(text);
  if (!answer.ok) return answer;
  return answer.value.kind === "proposal" ? accepted(answer.value.proposal) : rejected("the answer is an objection");
};
