import type { Examination, ExaminationCheck, Examined } from "@llmch/contract";
import { openFindings } from "@llmch/examiner";
import { shortened } from "@llmch/text";

/** What a planner and a person are told of what came instead. */
const MOST_SAID = 300;

/** A line of a program that is shorter could stand in any output. */
const SAYS_MUCH = 12;

/** The journal's data about an examination. */
export const examinedEvent = (
  { examination, examined }: { readonly examination: Examination; readonly examined: Examined },
  at: { readonly examination: number; readonly milestone: string | null; readonly tip: string },
) => ({
  ...({ type: "examined", ...at, examined } as const),
  findings: openFindings(examination).map(({ id, check, sentence, flaky }) => ({
    ...{ id, sentence, flaky },
    why: whyOf(examination.checks.find((each) => each.id === check)),
  })),
});

/** Without the lines of the program that its output shows: they are for people alone. */
const whyOf = (check: ExaminationCheck | undefined): string => {
  const own = (check?.program.split("\n") ?? []).map((line) => line.trim()).filter((line) => line.length >= SAYS_MUCH);
  const printedLines = check?.results.at(-1)?.output.split("\n") ?? [];
  const output = printedLines
    .filter((line) => !own.some((each) => line.includes(each)))
    .join("\n")
    .trim();
  const printed = output === "" ? [] : [`printed: ${shortened(output, MOST_SAID)}`];
  return [`expected: ${check?.expects ?? ""}`, ...printed].join("; ");
};
