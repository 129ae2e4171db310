import { defineEnd } from "../define-tool.ts";

/** Ends the conversation with the draft as the proposal. */
export const propose = defineEnd<{ readonly summary: string }>({
  name: "propose",
  about: "Ends your work: the draft as it stands is your proposal. It is then judged and verified afresh.",
  properties: { summary: { type: "string", description: "What was done, in a sentence or two." } },
  required: ["summary"],
  ending: ({ summary }) => ({ tool: "propose", summary }),
});
