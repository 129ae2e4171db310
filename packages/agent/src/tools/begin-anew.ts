import { defineTool } from "../define-tool.ts";

/** Takes the whole draft back. */
export const beginAnew = defineTool<Record<string, never>>({
  name: "begin_anew",
  risk: "write",
  about: "Takes your whole draft back: every file is as it stands in the repo.",
  properties: {},
  required: [],
  run: async (_, { draft }) => {
    draft.clear();
    return { ok: true, said: "the draft is empty" };
  },
});
