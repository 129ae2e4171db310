import type { Outcome, ShowDrawing } from "@llmch/app";
import { checksInWords, examinationInWords, proposalDiffs } from "@llmch/story";
import { withMeasure } from "../console/measure.ts";
import { colorsFor } from "../console/paint.ts";
import { pageWidth } from "../show/page.ts";
import { storyLines } from "../show/story-view.ts";
import type { View } from "../view.ts";

/** The story of a run, or what a model was asked or answered, verbatim. */
export const view: View = async (
  {
    result,
    drawing = null,
    lines: said = [],
  }: Outcome<
    {
      readonly prompt?: string;
      readonly response?: string;
      readonly examination?: Parameters<typeof examinationInWords>[0];
      readonly scope?: Parameters<typeof checksInWords>[0];
    },
    ShowDrawing | null
  >,
  { shown, request },
  console,
  { env },
) => {
  if (shown.json) return { lines: [] };
  if (drawing === null) {
    const { prompt, response, examination, scope } = result ?? {};
    const checks = scope === undefined ? "" : checksInWords(scope);
    console.verbatim(prompt ?? response ?? (examination === undefined ? checks : examinationInWords(examination)));
    return { lines: said };
  }
  const page = {
    colors: colorsFor(shown, env, console.stdout.isTTY === true),
    ...pageWidth(console.stdout),
    whole: shown.verbose || request.attempt !== undefined,
  };
  const { story, detail, waits } = drawing;
  // What waits is told as it would land, which is more than its last proposal.
  const last = waits !== null && !page.whole ? detail?.attempts.at(-1) : undefined;
  const diffs = new Map(detail === null ? [] : [...proposalDiffs(detail)].filter(([attempt]) => attempt !== last));
  const only = typeof request.attempt === "number" ? request.attempt : null;
  const lines = await withMeasure((measure) =>
    storyLines(story, detail, { ...drawing, diffs, only }, { ...page, measure }),
  );
  // The verdict is the last line.
  return { lines: shown.quiet ? lines.slice(-1) : lines };
};
