import type { Adapter } from "../protocol/answer.ts";
import { call } from "../transport/call.ts";
import { mostCharacters } from "../transport/capabilities.ts";
import { chatBody, readChat } from "./chat-protocol.ts";
import { OPENAI_REFUSABLE } from "./refusable.ts";

/**
 * Asks through Chat Completions, as a stream if the server supports it, so that the user sees the answer grow. A broken stream is
 * retried like a broken answer in one piece.
 */
export const askChat: Adapter = async (context, question, reasoning) => {
  const answer = await call(context, {
    method: "post",
    path: "/chat/completions",
    isBilled: true,
    body: (known) => chatBody(question, known),
    refusable: OPENAI_REFUSABLE,
    read: (response, silence) =>
      readChat(response, silence, question.model, mostCharacters(question.budget, context.capabilities), {
        reasoning,
        answering: context.answering ?? (() => {}),
      }),
  });
  // Some servers report no usage for streams, even on request: knowing the cost matters more than seeing the answer grow.
  if (answer.ok && answer.value.usage === null) context.capabilities = { ...context.capabilities, stream: false };
  return answer;
};
