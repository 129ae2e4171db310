import type { Examination, ExaminationCheck, Examined } from "@llmch/contract";
import { openFindings } from "@llmch/examiner";
import { shortened } from "@llmch/text";

/** What a planner and a person are told of what came instead. */
const MOST_SAID = 300;

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

const whyOf = (check: ExaminationCheck | undefined): string => {
  const output = check?.results.at(-1)?.output.trim() ?? "";
  const printed = output === "" ? [] : [`printed: ${shortened(output, MOST_SAID)}`];
  return [`expected: ${check?.expects ?? ""}`, ...printed].join("; ");
};
