import type { JsonObject } from "@llmch/text";
import { messageClosing, messageEnvelope, messageError, messageOpening } from "./anthropic-envelopes.ts";
import { chatClosing, chatOpening } from "./chat-chunks.ts";
import { chatEnvelope, closingEvent, openingEvents, responseEnvelope, type ScriptedAnswer } from "./envelopes.ts";

/** How a protocol encodes what a scripted model says. */
export interface WireFormat {
  whole(id: string, answer: ScriptedAnswer): JsonObject;
  /** The events of a stream before those that end it. */
  opening(id: string, answer: ScriptedAnswer): readonly string[];
  closing(id: string, answer: ScriptedAnswer): string;
  error(
    status: number,
    refusal: { readonly message: string; readonly param: string | null; readonly code: string | null },
  ): JsonObject;
}

const openAiError: WireFormat["error"] = (_, { message, param, code }) => ({ error: { message, param, code } });

const RESPONSES: WireFormat = {
  whole: responseEnvelope,
  opening: openingEvents,
  closing: closingEvent,
  error: openAiError,
};
const CHAT: WireFormat = { ...RESPONSES, whole: chatEnvelope, opening: chatOpening, closing: chatClosing };
const MESSAGES: WireFormat = {
  whole: messageEnvelope,
  opening: messageOpening,
  closing: messageClosing,
  error: (status, { message }) => messageError(status, message),
};

/** The protocol at a path under `/v1`. */
export const wireFormat = (path: string): WireFormat => {
  if (path.startsWith("/messages")) return MESSAGES;
  return path.startsWith("/chat") ? CHAT : RESPONSES;
};
