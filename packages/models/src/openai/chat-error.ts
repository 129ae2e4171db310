import { type JsonValue, rejected } from "@llmch/text";
import { at, listAt, textAt } from "../transport/envelope.ts";
import { type Rejected, statusFault } from "../transport/fault.ts";

/** Endings of an answer, by any server: with any other the provider failed, and its model was not done. */
const KNOWN =
  /^(?:|stop|length|max_tokens|model_length|content_filter.*|tool_calls?|tool_use|function_call|eos|eos_token|end_turn|completed?|stop_sequence)$/i;

/**
 * The error in a completion, or in a chunk of one, as the equivalent status: gateways in front of several providers report a failed one
 * with status 200. Null if it holds none.
 * @param isBegun whether an answer had begun, and may therefore be billed
 */
export const errorIn = (completion: JsonValue, isBegun: boolean): Rejected | null => {
  const [choice] = listAt(completion, "choices");
  const error = at(completion, "error") ?? at(choice, "error") ?? null;
  const finish = textAt(choice, "finish_reason") ?? "";
  if (error === null && KNOWN.test(finish)) return null;
  const code = at(error, "code");
  const status = typeof code === "number" && code >= 400 && code < 600 ? code : 500;
  const message =
    textAt(error, "message") ??
    (typeof error === "string"
      ? error
      : error === null
        ? `its answer ends with ${finish}`
        : "an error without a message");
  return rejected(statusFault(status, message, { isBegun }));
};
