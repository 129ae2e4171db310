import { quoteAsData } from "@llmch/contract";
import type { MadeFiles } from "../proposal/made-file.ts";

/**
 * Lists the file contents of an earlier answer that the next one may build on, and shows those that the quoted answer does not
 * contain. Empty if there are none.
 * @param quoted the attempt whose answer the prompt quotes
 * @param room how many bytes of content may still be shown
 */
export const madeInWords = (made: MadeFiles, quoted: number, room: number): string => {
  let rest = room;
  const offered = [...made].flatMap(([path, { state, attempt, isTold }]) => {
    const isShown = !isTold || attempt !== quoted;
    if (isShown && state.bytes > rest) return [];
    if (isShown) rest -= state.bytes;
    const text = isShown ? [quoteAsData(`${path} (as attempt ${attempt} made it)`, state.text)] : [];
    return [{ row: `| ${path} | ${attempt} | ${state.sha256} |`, text }];
  });
  if (offered.length === 0) return "";
  const table = ["| path | made by attempt | base_sha256 |", "| --- | --- | --- |", ...offered.map(({ row }) => row)];
  return [
    "You need not repeat what was right. `edits` may also be of a file as an answer made it: with the `base_sha256` of this table, " +
      "each `find` is looked for in that content, and `[]` takes it as it is. A file that your answer leaves out stays as it stands in the repository.",
    table.join("\n"),
    ...offered.flatMap(({ text }) => text),
  ].join("\n\n");
};
