import { reviewFolder } from "@llmch/contract";
import { type Ledger, type Model, parseReview, type Reviewer, type ReviewJob } from "@llmch/factory";
import { monotonicClock } from "@llmch/files";
import { agentLimits } from "@llmch/records";
import { rejected } from "@llmch/text";
import type { OrderPorts } from "./ports.ts";

/** The reviewer of an order's work: the given model, with tools for looking around unless tools are off. */
export const reviewerOf = (
  { model, ledger, review }: { readonly model: Model; readonly ledger: Ledger; readonly review: ReviewJob },
  { facts: { settings }, watch: { signal } }: OrderPorts,
): Reviewer => {
  const { factory, agent, tools } = settings;
  if (factory.agent === "off") return model;
  const ask: Reviewer["ask"] = async (request, { order, files, outlines, redact }) => {
    const { call, messages: opening, answerSchema } = request;
    const { converse, createDraft, deniedPaths, NOTHING_TAKEN, toolset, unanswered } = await import("@llmch/agent");
    const ended = await converse(
      {
        named: (turn) => ({ ...call, turn }),
        firstTurn: call.turn,
        ...{ opening, answerSchema, limits: agentLimits(agent, review.limits), taken: NOTHING_TAKEN },
        toolset: toolset("reader", tools),
        scene: {
          ...{ files, outlines, checks: null },
          draft: createDraft([], files, { wholeFileBytes: 0 }),
          denies: deniedPaths(tools, [...order.allowed_files, ...order.context_files]),
        },
        readText: parseReview,
        readEnd: () => rejected("a review is an answer in words"),
      },
      {
        model,
        ledger: {
          emit: ledger.emit,
          recordTurn: ({ attempt, role, turn }, results) => {
            const folder = reviewFolder({ attempt, round: role.kind === "review" ? role.round : 1 });
            return ledger.record(`${folder}/turn_${turn}/tool_results.json`, results);
          },
        },
        ...{ clock: monotonicClock, redact, stop: signal },
      },
    );
    return ended.kind === "ended"
      ? { kind: "answered", text: ended.text, reasoning: null, usage: null, model: "" }
      : unanswered(ended);
  };
  return { hasTools: true, ask };
};
