import { accepted } from "@llmch/contract";
import type { Adapter } from "../protocol/answer.ts";
import { type Call, call } from "../transport/call.ts";
import { type Capabilities, mostCharacters } from "../transport/capabilities.ts";
import { readStream, readWhole } from "./message-stream.ts";
import { messagesBody } from "./messages-protocol.ts";
import { MESSAGES_REFUSABLE } from "./refusable.ts";

/** Asks through Anthropic's Messages: first as a stream and, if that breaks, once more in one piece. */
export const askMessages: Adapter = async (context, question, onReasoning) => {
  const most = () => mostCharacters(question.budget, context.capabilities);
  const post = <Read>(isStreamed: (known: Capabilities) => boolean, read: Call<Read>["read"]): Call<Read> => ({
    method: "post",
    path: "/v1/messages",
    isBilled: true,
    body: (known) => messagesBody(question, known, isStreamed(known)),
    refusable: MESSAGES_REFUSABLE,
    read,
  });

  const streamed = await call(
    context,
    post(
      ({ stream }) => stream,
      (response, silence) => readStream(response, silence, question.model, onReasoning, most(), context.answering),
    ),
  );
  if (!streamed.ok) return streamed;
  if (streamed.value.kind === "answer") return accepted(streamed.value.answer);
  await context.retried(`${streamed.value.why}: asked once more in one piece, and both calls may be billed`, 0);
  return call(
    context,
    post(
      () => false,
      (response, silence) => readWhole(response, silence, question.model, most()),
    ),
  );
};
