import type { Adapter } from "../live/adapter.ts";
import { call } from "../transport/call.ts";
import { mostCharacters } from "../transport/capabilities.ts";
import { chatBody, readChat } from "./chat-protocol.ts";
import { OPENAI_REFUSABLE } from "./refusable.ts";

/** Asks through Chat Completions, in one piece. */
export const askChat: Adapter = (context, question) =>
  call(context, {
    method: "post",
    path: "/chat/completions",
    question,
    body: (known) => chatBody(question, known),
    refusable: OPENAI_REFUSABLE,
    read: (response, silence) =>
      readChat(response, silence, question.model, mostCharacters(question.budget, context.capabilities)),
    idleMs: () => null,
  });
