import type { Adapter } from "../live/adapter.ts";
import { call } from "../transport/call.ts";
import { mostCharacters } from "../transport/capabilities.ts";
import { chatBody, readChat } from "./chat-protocol.ts";
import { OPENAI_REFUSABLE } from "./refusable.ts";

/**
 * Asks through Chat Completions, as a stream if the server gives one, so that who watches sees the answer grow. A stream that breaks is
 * asked for once more, as an answer in one piece would be.
 */
export const askChat: Adapter = async (context, question, reasoning) => {
  const answer = await call(context, {
    method: "post",
    path: "/chat/completions",
    question,
    body: (known) => chatBody(question, known),
    refusable: OPENAI_REFUSABLE,
    read: (response, silence) =>
      readChat(response, silence, question.model, mostCharacters(question.budget, context.capabilities), {
        reasoning,
        answering: context.answering ?? (() => {}),
      }),
    // Whoever thinks may do so in silence.
    idleMs: () => null,
  });
  // Some servers tell what a stream took not even when asked: what an answer costs matters more than to see it grow.
  if (answer.ok && answer.value.usage === null) context.capabilities = { ...context.capabilities, stream: false };
  return answer;
};
