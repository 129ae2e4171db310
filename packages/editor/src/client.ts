import { randomUUID } from "node:crypto";
import type { createPeer } from "@llmch/acp";
import { type JsonObject, objectMember, textMember } from "@llmch/text";

/** The editor's side of a session. */
export interface Client {
  readonly name: string | null;
  tell(update: JsonObject): void;
  /** Has a person say yes or no; null if they say nothing. Throws if the prompt is cancelled first. */
  ask(title: string, content: readonly JsonObject[], yes?: string, no?: string): Promise<boolean | null>;
}

/** @param signal ends the prompt, and whatever is asked for it */
export const clientOf = (
  { notify, request }: ReturnType<typeof createPeer>,
  { sessionId, name }: { readonly sessionId: string; readonly name: string | null },
  signal: AbortSignal,
): Client => {
  const tell = (update: JsonObject): void => notify("session/update", { sessionId, update });
  const ask: Client["ask"] = async (title, content, yes = "Approve", no = "Reject") => {
    const toolCallId = randomUUID();
    const toolCall = { toolCallId, title, kind: "other", status: "pending", content: [...content] };
    const allow = { optionId: "yes", name: yes, kind: "allow_once" };
    const options = [allow, { optionId: "no", name: no, kind: "reject_once" }];
    tell({ sessionUpdate: "tool_call", ...toolCall });
    const cancelled = new Promise<JsonObject>((resolve) => {
      signal.addEventListener("abort", () => resolve({}), { once: true });
    });
    const answered = request("session/request_permission", { sessionId, toolCall, options });
    const outcome = objectMember(await Promise.race([answered, cancelled]), "outcome");
    const chosen = textMember(outcome, "outcome") === "selected" ? textMember(outcome, "optionId") : null;
    tell({ sessionUpdate: "tool_call_update", toolCallId, status: chosen === "yes" ? "completed" : "failed" });
    signal.throwIfAborted();
    return chosen === "yes" ? true : chosen === "no" ? false : null;
  };
  return { name, tell, ask };
};
