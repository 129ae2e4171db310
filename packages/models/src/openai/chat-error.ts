import { type JsonValue, rejected } from "@llmch/text";
import { at, listAt, textAt } from "../transport/envelope.ts";
import { type Rejected, statusFault } from "../transport/fault.ts";

/** Endings that mean that the provider failed, not that its model was done. */
const FAILED: ReadonlySet<string> = new Set(["error", "network_error"]);

/**
 * The error in a completion, or in a chunk of one, as the equivalent status: gateways in front of several providers report a failed one
 * with status 200. Null if it holds none.
 * @param isBegun whether an answer had begun, and may therefore be billed
 */
export const errorIn = (completion: JsonValue, isBegun: boolean): Rejected | null => {
  const [choice] = listAt(completion, "choices");
  const error = at(completion, "error") ?? at(choice, "error") ?? null;
  const finish = textAt(choice, "finish_reason") ?? "";
  if (error === null && !FAILED.has(finish)) return null;
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
