import { accepted } from "@llmch/text";
import type { Tool } from "../tool.ts";

/** Has a draft of the answer judged. Its arguments are the answer's own members, so they are not judged twice. */
export const checkDraft: Tool = {
  name: "check",
  risk: "read",
  definition: ({ drafts }) => ({
    name: "check",
    description:
      "Judges a draft of your answer by the rules that it must meet, and tells each fault. The draft is kept: give only the orders that change next time.",
    parameters: drafts?.schema ?? { type: "object" },
  }),
  prepare: (draft) =>
    accepted({
      kind: "run",
      run: async ({ drafts }) => {
        if (drafts === undefined) return { ok: false, said: "there is nothing to judge here" };
        const { said, text } = await drafts.judge(draft);
        return { ok: true, said, ...(text === "" ? {} : { shown: { label: "findings", text } }) };
      },
    }),
};
