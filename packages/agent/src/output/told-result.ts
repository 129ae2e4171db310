import type { RequestMessage } from "@llmch/contract";
import { fingerprint, firstBytes, quoteAsData, utf8Length } from "@llmch/text";
import type { Outcome } from "../tool.ts";

/** The result of a call, as the model sees it. */
export interface ToldResult {
  readonly tool: string;
  readonly ok: boolean;
  readonly message: RequestMessage;
  /** The size of what is shown; the same every time the call is repeated. */
  readonly bytes: number;
}

/** Composes a result: our own words, then the shown text, quoted as data that cannot end its own quote (reliability, S3). */
export const toldResult = (
  { id, tool }: { readonly id: string; readonly tool: string },
  { ok, said, shown }: Outcome,
  room: number,
): ToldResult => {
  const whole = shown?.text ?? "";
  const text = firstBytes(whole, room);
  const words = text === whole ? said : `${said} (cut: its first ${utf8Length(text)} bytes)`;
  const withText = (data: string): string =>
    shown === undefined || whole === "" ? words : `${words}\n\n${quoteAsData(shown.label, data)}`;
  const stable = shown?.isOutput === true ? fingerprint(text) : text;
  const message = { role: "tool" as const, content: withText(text), callId: id };
  return {
    tool,
    ok,
    message: shown?.isOutput === true ? { ...message, stableContent: withText(stable) } : message,
    bytes: utf8Length(stable),
  };
};

/** The part of a message that a request's hash covers. */
export const stableText = ({ content, stableContent = content }: RequestMessage): string => stableContent;
