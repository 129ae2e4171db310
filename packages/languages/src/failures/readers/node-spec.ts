import type { FailureReader } from "../failure.ts";
import { blocksOf, dedented, isJavaScriptFrame, placeInStack } from "../lines.ts";

/** The human-readable output of `node --test`, which ends with the list of failing tests. */
export const readNodeSpec: FailureReader = (lines) => {
  const start = lines.findIndex((line) => /^✖ failing tests:$/.test(line.trim()));
  if (start === -1) return [];
  const tests = blocksOf(lines.slice(start + 1), (line) => /^test at (.+)$/.exec(line)?.[1] ?? null);
  return tests.flatMap(({ head, body }) => {
    const at = body.findIndex((line) => /^✖ /.test(line));
    const name = /^✖ (.*?)(?: \([\d.]+ms\))?$/.exec(body[at] ?? "")?.[1];
    if (name === undefined) return [];
    const said = body.slice(at + 1);
    const firstFrame = said.findIndex(isJavaScriptFrame);
    const detail = dedented(firstFrame === -1 ? said : said.slice(0, firstFrame));
    return [{ name, place: placeInStack(said) ?? head, detail }];
  });
};
