import type { Adapter } from "../protocol/answer.ts";
import { readAnswer } from "../transport/body-reader.ts";
import { call } from "../transport/call.ts";
import { createDraft } from "./message-draft.ts";
import { messagesBody, readMessage } from "./messages-protocol.ts";
import { MESSAGES_REFUSABLE } from "./refusable.ts";

/** Asks through Anthropic's Messages, as a stream if the server supports it. */
export const askMessages: Adapter = (context, question, listener) =>
  call(context, {
    method: "post",
    path: "/v1/messages",
    isBilled: true,
    body: (known, tokens) => messagesBody(question, known, tokens),
    refusable: MESSAGES_REFUSABLE,
    read: (response, most) =>
      readAnswer(response, most, createDraft(question.model, listener), (message) =>
        readMessage(message, question.model),
      ),
  });
