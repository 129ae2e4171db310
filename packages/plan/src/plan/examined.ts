import { join } from "node:path";
import { EXAMINATION_FILE, type Examination, readExamination } from "@llmch/contract";
import { openFindings } from "@llmch/examiner";
import { realLocation } from "@llmch/files";
import { readOwnObject, storedRuns } from "@llmch/store";
import { objectMember, objectsMember, textMember } from "@llmch/text";

/** What is held against a plan's work, and where that stands. */
export interface ExaminedWork {
  /** For the planner that mends it. */
  readonly findings: string;
  readonly branch: string | null;
  /** The last of its orders' commits. */
  readonly commit: string | null;
}

/** What the newest examination of a plan's work holds against it; null if nothing does. */
export const findingsOfPlan = (place: string, root: string): ExaminedWork | null => {
  const runs = storedRuns(root).filter(({ kind }) => kind === "run-all");
  for (const { kind, runId } of runs) {
    const directory = join(root, kind, runId);
    const summary = readOwnObject(join(directory, "run_summary.json")) ?? {};
    const carried = [textMember(objectMember(summary, "config"), "orders"), join(directory, "orders")];
    if (!carried.some((each) => each !== null && realLocation(each) === realLocation(place))) continue;
    const read = readExamination(readOwnObject(join(directory, EXAMINATION_FILE)) ?? {});
    const findings = read.ok ? findingsText(read.value) : "";
    if (findings === "") return null;
    const commits = objectsMember(summary, "orders").flatMap((order) => textMember(order, "commit") ?? []);
    return { findings, branch: textMember(summary, "working_branch"), commit: commits.at(-1) ?? null };
  }
  return null;
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
