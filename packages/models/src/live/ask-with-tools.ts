import { accepted } from "@llmch/contract";
import type { Adapter } from "../protocol/answer.ts";
import { refusesTools } from "../transport/capabilities.ts";
import { inActions, readAction } from "./json-actions.ts";
import { withOwnIds } from "./own-ids.ts";

/**
 * Asks a question about tools, or with earlier tool calls. If the model or server does not support tools, asks for actions in JSON,
 * from then on.
 */
export const withTools =
  (adapter: Adapter): Adapter =>
  async (context, question, onReasoning) => {
    // A request without tools may not contain calls either.
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
