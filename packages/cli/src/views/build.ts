import { dirname } from "node:path";
import { type BuildResult, type Outcome, spendingOf, storedBuild } from "@llmch/app";
import { buildInWords, buildStop, verdictInWords } from "@llmch/story";
import { evidenceInWords, printable } from "@llmch/text";
import { withMeasure } from "../console/measure.ts";
import { colorsFor } from "../console/paint.ts";
import { tellSpent } from "../run/ending-lines.ts";
import { statusLines } from "../show/build-view.ts";
import { pageWidth } from "../show/page.ts";
import type { View } from "../view.ts";

/** How a build ended; or how it stands, if only that was asked. */
export const view: View = async (
  { result, verdict, exitCode, errors = [], warnings = [], lines = [], next = [] }: Outcome<BuildResult>,
  { request, shown },
  console,
  { env },
) => {
  if (result === null) return { lines: [] };
  const story = storedBuild(dirname(dirname(result.directory)), result.runId);
  if (request.status === true) {
    if (shown.json) return { lines: [] };
    const page = { colors: colorsFor(shown, env, console.stdout.isTTY === true), ...pageWidth(console.stdout) };
    return { lines: await withMeasure((measure) => statusLines(story, next, { ...page, whole: false, measure })) };
  }
  for (const { message } of warnings) console.error(`warning: ${printable(message)}`);
  // The orders' failures were told as they came.
  for (const error of errors) if (!("order" in error)) console.failure(error);
  tellSpent(spendingOf(result.spent), console);
  const why = buildStop(story) || (errors[0]?.message ?? "");
  const branch = story.branch === null ? "" : `  on ${printable(story.branch)}`;
  const rests = story.evidence === undefined ? "" : `  ${evidenceInWords(story.evidence)}`;
  const line = `${verdictInWords(verdict, exitCode)}  build  ${buildInWords(story)}${verdict === "PASS" || why === "" ? "" : `; ${printable(why)}`}${branch}${rests}`;
  return { lines: [...lines, line], next: ["next:", ...next.map((command) => `  ${printable(command)}`)] };
};
