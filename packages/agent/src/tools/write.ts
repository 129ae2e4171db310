import { rejected } from "@llmch/text";
import { defineTool } from "../define-tool.ts";
import { drafted } from "./drafted.ts";

interface Arguments {
  readonly path: string;
  readonly content?: string;
  readonly executable?: boolean;
  readonly delete?: boolean;
  readonly revert?: boolean;
}

/** Creates, replaces, deletes or reverts a file of the draft. */
export const write = defineTool<Arguments>({
  name: "write",
  risk: "write",
  about:
    "Writes a whole file of your draft: a new one, or a small one anew. Or takes a file away, or back to what it was before your draft. One of `content`, `delete` and `revert` is wanted.",
  properties: {
    path: { type: "string", description: "One of the allowed files." },
    content: { type: ["string", "null"], description: "The whole content; may be empty." },
    executable: { type: ["boolean", "null"], description: "True for a new script that begins with #!." },
    delete: { type: ["boolean", "null"], description: "True where the file is taken away." },
    revert: { type: ["boolean", "null"], description: "True where the file is to be as before your draft." },
  },
  required: ["path"],
  run: ({ path, content, executable = false, delete: goes = false, revert = false }, context) =>
    drafted(path, context, async (allowed) => {
      const { draft } = context;
      if (content !== undefined && !goes && !revert)
        return { made: await draft.write(allowed, content, executable), said: "written" };
      if (content === undefined && goes && !revert) return { made: await draft.delete(allowed), said: "taken away" };
      if (content === undefined && !goes && revert) return { made: await draft.revert(allowed), said: "taken back" };
      return { made: rejected("exactly one of `content`, `delete` and `revert` is wanted"), said: "" };
    }),
});
