import { repoPath } from "@llmch/contract";
import { filePatch } from "@llmch/text";
import { defineTool } from "../define-tool.ts";
import { fitLines } from "../output/fit-lines.ts";

/** Shows what the draft changes. */
export const diff = defineTool<{ readonly path?: string }>({
  name: "diff",
  risk: "read",
  about: "Shows how your draft differs from the files as they were: as a unified diff, of all files or of one.",
  properties: { path: { type: ["string", "null"], description: "The file; left out, all of them." } },
  required: [],
  run: async ({ path }, { draft, room, redact }) => {
    const wanted = path === undefined ? null : repoPath(path);
    const files = draft.files().filter((file) => path === undefined || file.path === wanted);
    if (files.length === 0) return { ok: true, said: "the draft changes nothing there" };
    const texts: string[] = [];
    for (const { path, text } of files) {
      const base = await draft.base(path);
      texts.push(filePatch(path, base.kind === "file" ? (base.text ?? "") : null, text));
    }
    const lines = redact(texts.join("")).replace(/\n$/, "").split("\n");
    const { text, count } = fitLines(lines, room);
    const more =
      count < lines.length ? `; its first ${count} of ${lines.length} lines are shown: name one file to see more` : "";
    const what = files.length === 1 ? "1 file differs" : `${files.length} files differ`;
    return { ok: true, said: `${what}${more}`, shown: { label: "diff", text } };
  },
});
