import type { Verdict } from "@llmch/contract";
import type { Answer, Question } from "./answer.ts";
import { call, type Line } from "./call.ts";
import { chatBody, readChat } from "./chat-protocol.ts";
import type { ServerFault } from "./fault.ts";

/** Asks through Chat Completions, in one piece. */
export const askChat = (line: Line, question: Question): Promise<Verdict<Answer, ServerFault>> =>
  call(line, {
    method: "post",
    path: "/chat/completions",
    body: (known) => chatBody(question, known),
    read: (response, silence) => readChat(response, silence, question.model),
    idleMs: () => null,
  });
