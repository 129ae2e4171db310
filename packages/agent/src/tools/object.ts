import { OBJECTION_WORDS } from "@llmch/contract";
import type { JsonObject } from "@llmch/text";
import { defineEnd } from "../define-tool.ts";

const texts = { type: ["array", "null"], maxItems: 20, items: { type: "string", minLength: 1 } };

/** Ends the conversation with an objection to the order. */
export const object = defineEnd<JsonObject>({
  name: "object",
  about:
    "Ends your work without a proposal: the order cannot be carried out as it stands. Names a `contradiction` in it, what it is `blocked_by`, or what it `needs`: one of them at least.",
  properties: {
    reason: { type: "string", minLength: 1, maxLength: 4_000, description: "Why it cannot be carried out." },
    needs: { ...texts, description: OBJECTION_WORDS.needs },
    contradiction: {
      type: ["object", "null"],
      additionalProperties: false,
      required: ["sentence"],
      properties: {
        command: { type: ["string", "null"], minLength: 1, description: OBJECTION_WORDS.command },
        condition: { type: ["string", "null"], minLength: 1, description: OBJECTION_WORDS.condition },
        sentence: { type: "string", minLength: 1, description: OBJECTION_WORDS.sentence },
      },
    },
    blocked_by: { ...texts, description: OBJECTION_WORDS.blockedBy },
  },
  required: ["reason"],
  ending: (objection) => ({ tool: "object", objection }),
});
