import type { Verdict } from "@llmch/contract";
import type { Answer, Question } from "../live/answer.ts";
import { call, type ExchangeContext } from "../transport/call.ts";
import type { ServerFault } from "../transport/fault.ts";
import { chatBody, readChat } from "./chat-protocol.ts";

/** Asks through Chat Completions, in one piece. */
export const askChat = (context: ExchangeContext, question: Question): Promise<Verdict<Answer, ServerFault>> =>
  call(context, {
    method: "post",
    path: "/chat/completions",
    body: (known) => chatBody(question, known),
    read: (response, silence) => readChat(response, silence, question.model),
    idleMs: () => null,
  });
