import { counted, type Edit, MAX_EDITS } from "@llmch/text";
import { defineTool } from "../define-tool.ts";
import { drafted } from "./drafted.ts";

/** The most characters of the file and edits to quote if the edits do not fit. */
const MOST_QUOTED = 6_000;

/** Changes parts of a file of the draft. */
export const edit = defineTool<{ readonly path: string; readonly edits: readonly Edit[] }>({
  name: "edit",
  risk: "write",
  about:
    "Changes a file of your draft. Each `find` is a part of the file as it stands now, letter by letter, that stands there exactly once; `replace` is put in its place. All edits are made, or none.",
  properties: {
    path: { type: "string", description: "One of the allowed files." },
    edits: {
      type: "array",
      minItems: 1,
      maxItems: MAX_EDITS,
      items: {
        type: "object",
        additionalProperties: false,
        required: ["find", "replace"],
        properties: { find: { type: "string", minLength: 1 }, replace: { type: "string" } },
      },
    },
  },
  required: ["path", "edits"],
  run: ({ path, edits }, context) =>
    drafted(path, context, async (allowed) => {
      const made = await context.draft.edit(allowed, edits, Math.max(160, Math.min(context.room, MOST_QUOTED)));
      return { made, said: `${counted(edits.length, "edit")} made` };
    }),
});
