import { accepted } from "@llmch/contract";
import { refusesTools } from "../transport/capabilities.ts";
import type { Adapter } from "./adapter.ts";
import { inActions, readAction } from "./json-actions.ts";
import { withOwnIds } from "./own-ids.ts";

/**
 * Asks a question in which tools may be called, or were called before. A model or a server without tools is asked for actions in JSON, now
 * and from then on.
 */
export const withTools =
  (adapter: Adapter): Adapter =>
  async (context, question, onReasoning) => {
    // Servers that are told of no tools know no calls either.
    if (question.tools.length === 0) return adapter(context, inActions(question), onReasoning);
    if (context.capabilities.tools) {
      const answer = await adapter(context, withOwnIds(question), onReasoning);
      if (answer.ok || !refusesTools(answer.issues[0])) return answer;
      context.capabilities = { ...context.capabilities, tools: false };
      const [{ message }] = answer.issues;
      await context.retried(`the server refuses tools (${message}): asked once more for actions in JSON`, 0);
    }
    const answer = await adapter(context, inActions(question), onReasoning);
    return answer.ok ? accepted(readAction(answer.value, question)) : answer;
  };
