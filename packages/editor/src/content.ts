import { join } from "node:path";
import { patchFiles } from "@llmch/story";
import type { JsonObject } from "@llmch/text";

/** A longer patch takes an editor's side view long to draw. */
const MOST_CHARACTERS = 200_000;

/** A text that stands as it is in Markdown, column by column. */
export const fenced = (text: string): string => {
  let fence = "```";
  while (text.includes(fence)) fence += "`";
  return `${fence}\n${text.trimEnd()}\n${fence}`;
};

/** A text as the content of a tool call. */
export const textContent = (text: string): JsonObject => {
  return { type: "content", content: { type: "text", text: fenced(text) } };
};

/** A patch as the content of a tool call: each hunk is a diff that the editor draws; what has none, or is too long, is a text. */
export const patchContent = (patch: string, root: string): readonly JsonObject[] => {
  const isLong = patch.length > MOST_CHARACTERS;
  const diffs = (isLong ? [] : patchFiles(patch)).flatMap(({ path, text }) => {
    const hunks = text.split(/^(?=@@ )/m).filter((part) => part.startsWith("@@ "));
    return hunks.map((hunk): JsonObject => {
      const lines = hunk.split(/(?<=\n)/).slice(1);
      const side = (signs: string) =>
        lines.flatMap((each) => (signs.includes(each.charAt(0)) ? each.slice(1) : [])).join("");
      const oldText = text.startsWith("new file") ? null : side(" -");
      return { type: "diff", path: join(root, path), oldText, newText: side(" +") };
    });
  });
  if (diffs.length > 0 || patch === "") return diffs;
  return [textContent(`${patch.slice(0, MOST_CHARACTERS)}${isLong ? "\n… `llmch diff` prints all" : ""}`)];
};
