import type { FailureReader } from "../failure.ts";
import { blocksOf, dedented, isJavaScriptFrame, placeInStack } from "../lines.ts";

/** Mocha: a numbered list behind the count of failures. The last line of a test's name ends in a colon. */
export const readMocha: FailureReader = (lines) => {
  const start = lines.findIndex((line) => /^ {2}\d+ failing$/.test(line));
  if (start === -1) return [];
  return blocksOf(lines.slice(start + 1), (line) => /^ {2}\d+\) (.*)$/.exec(line)?.[1] ?? null).map(
    ({ head, body }) => {
      const end = head.endsWith(":") ? -1 : body.findIndex((line) => line.endsWith(":"));
      const name = [head, ...body.slice(0, end + 1).map((line) => line.trim())].join(" > ").replace(/:$/, "");
      const said = body.slice(end + 1);
      // An assertion prints its difference twice: as Node does, and as Mocha does.
      const own = said.findIndex((line) => /^\s+\+ expected - actual$/.test(line));
      const shown = own === -1 ? said : said.slice(0, own);
      return { name, place: placeInStack(said), detail: dedented(shown.filter((line) => !isJavaScriptFrame(line))) };
    },
  );
};
