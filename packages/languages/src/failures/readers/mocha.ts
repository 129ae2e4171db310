import type { FailureReader } from "../failure.ts";
import { blocksOf, dedented, isJavaScriptFrame, placeInStack } from "../lines.ts";

/** Of the title below a group's; messages are indented less. */
const FIRST_INDENT = 7;

/** Mocha: a numbered list after the count of failures. Each title is indented deeper than its group's; the last one ends in a colon. */
export const readMocha: FailureReader = (lines) => {
  const start = lines.findIndex((line) => /^ {2}\d+ failing$/.test(line));
  if (start === -1) return [];
  return blocksOf(lines.slice(start + 1), (line) => /^ {2}\d+\) (.*)$/.exec(line)?.[1] ?? null).map(
    ({ head, body }) => {
      const end = body.findIndex((line, depth) => line.search(/\S/) !== FIRST_INDENT + 2 * depth);
      const titles = body.slice(0, end === -1 ? body.length : end);
      const name = [head, ...titles.map((line) => line.trim())].join(" > ").replace(/:$/, "");
      const said = body.slice(titles.length);
      // A failed assertion's difference appears twice: in Node's form, then in Mocha's.
      const own = said.findIndex((line) => /^\s+\+ expected - actual$/.test(line));
      const shown = own === -1 ? said : said.slice(0, own);
      return { name, place: placeInStack(said), detail: dedented(shown.filter((line) => !isJavaScriptFrame(line))) };
    },
  );
};
