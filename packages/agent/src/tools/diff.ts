import { lineHunks, repoPath } from "@llmch/contract";
import { defineTool } from "../define-tool.ts";
import { fitLines } from "../output/fit-lines.ts";
import type { DraftFile, FileState } from "../ports.ts";

/** The most lines of a file that may differ: comparison time grows with the square of their number. */
const MOST_CHANGED = 2_000;

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
    for (const file of files) texts.push(patchOf(file, await draft.base(file.path)));
    const lines = redact(texts.join("")).replace(/\n$/, "").split("\n");
    const { text, count } = fitLines(lines, room);
    const more =
      count < lines.length ? `; its first ${count} of ${lines.length} lines are shown: name one file to see more` : "";
    const what = files.length === 1 ? "1 file differs" : `${files.length} files differ`;
    return { ok: true, said: `${what}${more}`, shown: { label: "diff", text } };
  },
});

const patchOf = ({ path, text }: DraftFile, base: FileState): string => {
  if (text === null) return `--- ${path}\n+++ (deleted)\n`;
  const before = base.kind === "file" ? (base.text ?? "") : "";
  const head = `--- ${base.kind === "file" ? path : "(new)"}\n+++ ${path}\n`;
  const hunks = lineHunks(before, text, { context: 3, most: MOST_CHANGED });
  if (hunks === null) return `${head}(too much differs to compare it line by line)\n`;
  return (
    head +
    hunks
      .map(
        (hunk) =>
          `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@\n${hunk.lines.join("\n")}\n`,
      )
      .join("")
  );
};
