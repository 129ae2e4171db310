import { join } from "node:path";
import { EXAMINATION_FILE, type Examination, readExamination } from "@llmch/contract";
import { openFindings } from "@llmch/examiner";
import { realLocation } from "@llmch/files";
import { readOwnObject, storedRuns } from "@llmch/store";
import { objectMember, textMember } from "@llmch/text";

/** What the newest examination of a plan's work holds against it, for the planner that mends it; empty if nothing does. */
export const findingsOfPlan = (place: string, root: string): string => {
  const runs = storedRuns(root).filter(({ kind }) => kind === "run-all");
  for (const { kind, runId } of runs) {
    const directory = join(root, kind, runId);
    const config = objectMember(readOwnObject(join(directory, "run_summary.json")) ?? {}, "config");
    const carried = [textMember(config, "orders"), join(directory, "orders")];
    if (!carried.some((each) => each !== null && realLocation(each) === realLocation(place))) continue;
    const read = readExamination(readOwnObject(join(directory, EXAMINATION_FILE)) ?? {});
    return read.ok ? findingsText(read.value) : "";
  }
  return "";
};

const findingsText = (examination: Examination): string => {
  const lines = openFindings(examination).map(({ id, sentence, check }) => {
    const found = examination.checks.find((each) => each.id === check);
    return `${id}: the product does not do this: ${sentence}\nexpected: ${found?.expects ?? ""}\nprinted: ${found?.results.at(-1)?.output ?? ""}`;
  });
  return lines.length === 0 ? "" : `\n\n${MENDING}\n\n${lines.join("\n\n")}`;
};

const MENDING =
  "All orders of the plan have landed: leave each as it is. Checks from the specification find what stands below. Add orders with new numbers, " +
  "after the last one, that mend it.";
