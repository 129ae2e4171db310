import type { JsonObject } from "@llmch/contract";
import { defineEnd } from "../define-tool.ts";

const texts = { type: ["array", "null"], maxItems: 20, items: { type: "string", minLength: 1 } };

/** Ends the conversation with an objection to the order. */
export const object = defineEnd<JsonObject>({
  name: "object",
  about:
    "Ends your work without a proposal: the order cannot be carried out as it stands. Names a `contradiction` in it, what it is `blocked_by`, or what it `needs`: one of them at least.",
  properties: {
    reason: { type: "string", minLength: 1, maxLength: 4_000, description: "Why it cannot be carried out." },
    needs: { ...texts, description: "Files to be shown: a path, or path:symbol." },
    contradiction: {
      type: ["object", "null"],
      additionalProperties: false,
      required: ["sentence"],
      properties: {
        command: { type: ["string", "null"], minLength: 1, description: "The acceptance command, copied; or null." },
        condition: { type: ["string", "null"], minLength: 1, description: "Or the condition, copied; or null." },
        sentence: { type: "string", minLength: 1, description: "The sentence of the order that it contradicts." },
      },
    },
    blocked_by: { ...texts, description: "Files outside those that may be written that would have to change." },
  },
  required: ["reason"],
  ending: (objection) => ({ tool: "object", objection }),
});
