import {
  type ModelReply,
  type ModelRequest,
  onePrompt,
  type RequestMessage,
  type Review,
  type Round,
  reviewCall,
} from "@llmch/contract";
import { quoteAsData } from "@llmch/text";
import type { Reviewer, ReviewScene } from "../job/ports.ts";
import { parseReview, REVIEW_ANSWER } from "./review-answer.ts";

export type AskedReview =
  | { readonly kind: "reviewed"; readonly review: Review }
  /** It gave two invalid answers, or none. */
  | { readonly kind: "unreadable"; readonly fault: string }
  | Extract<ModelReply, { readonly kind: "failed" }>;

/** Asks a reviewer, and once more if its answer is not a valid review. */
export const askReview = async (
  at: Round,
  prompt: string,
  reviewer: Reviewer,
  scene: ReviewScene,
): Promise<AskedReview> => {
  let messages: readonly RequestMessage[] = onePrompt(prompt);
  for (let turn = 1; ; turn++) {
    const request: ModelRequest = { call: reviewCall(scene.order.id, at, turn), messages, answerSchema: REVIEW_ANSWER };
    const reply = await reviewer.ask(request, scene);
    if (reply.kind === "failed") return reply;
    if (reply.kind === "stuck") return { kind: "unreadable", fault: reply.why };
    const review = parseReview(reply.text);
    if (review.ok) return { kind: "reviewed", review: review.value };
    const fault = review.issues.join("\n");
    if (turn === 2) return { kind: "unreadable", fault };
    messages = [
      ...messages,
      { role: "assistant", content: reply.text },
      // The fault quotes JavaScript engine messages, which differ between versions.
      { role: "user", content: refusal(quoteAsData("fault", fault)), stableContent: refusal("") },
    ];
  }
};

const refusal = (fault: string): string =>
  `That is no review:\n\n${fault}\n\nAnswer now with the one JSON object and nothing else.`;
