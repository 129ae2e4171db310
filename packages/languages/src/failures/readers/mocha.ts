import type { FailureReader } from "../failure.ts";
import { blocksOf, dedented, isJavaScriptFrame, placeInStack } from "../lines.ts";

/** Mocha: a numbered list after the count of failures. The last line of a test's name ends in a colon. */
export const readMocha: FailureReader = (lines) => {
  const start = lines.findIndex((line) => /^ {2}\d+ failing$/.test(line));
  if (start === -1) return [];
  return blocksOf(lines.slice(start + 1), (line) => /^ {2}\d+\) (.*)$/.exec(line)?.[1] ?? null).map(
    ({ head, body }) => {
      const end = head.endsWith(":") ? -1 : body.findIndex((line) => line.endsWith(":"));
      const name = [head, ...body.slice(0, end + 1).map((line) => line.trim())].join(" > ").replace(/:$/, "");
      const said = body.slice(end + 1);
      // A failed assertion's difference appears twice: in Node's form, then in Mocha's.
      const own = said.findIndex((line) => /^\s+\+ expected - actual$/.test(line));
      const shown = own === -1 ? said : said.slice(0, own);
      return { name, place: placeInStack(said), detail: dedented(shown.filter((line) => !isJavaScriptFrame(line))) };
    },
  );
};
