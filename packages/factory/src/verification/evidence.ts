import { acceptanceOf, decidingKind, type Evidence, testsTogether, type WorkOrder } from "@llmch/contract";
import { isSyntaxCheck, isTestFile } from "@llmch/languages";
import type { OrderJob } from "../job/order-job.ts";
import type { TestsTold } from "../job/red-command.ts";

/** What work that passed every gate rests on. */
export const evidenceOf = (order: Pick<WorkOrder, "acceptance_commands">, told: TestsTold): Evidence => {
  const checks = acceptanceOf(order);
  const hidden = checks.filter((check) => check.hidden).length;
  return { tests: testsIn(told), acceptance: checks.length - hidden, hidden };
};

/** How many tests a verification ran; null if that cannot be told. A syntax check runs none, though it does not say so. */
const testsIn = (told: TestsTold): number | null =>
  testsTogether(told.map(({ command, ran }) => ran ?? (isSyntaxCheck(command) ? 0 : null)));

/** Why `--strict` refuses what commands verified (contract §10, "Evidence"); null if it does not. */
export const refusedUntested = ({ order, needsTests = false }: OrderJob, told: TestsTold): string | null =>
  needsTests && !order.verify_exempt && testsIn(told) === 0 ? "no test ran: --strict refuses that" : null;

/** False if nothing that the order may write makes the verification run a test. */
export const mayAddTests = ({ allowed_files }: Pick<WorkOrder, "allowed_files">): boolean =>
  allowed_files.some((path) => isTestFile(path) || decidingKind(path) !== null || HOLDS_TESTS.test(path));

/** Languages whose tests may stand in any file. */
const HOLDS_TESTS = /\.rs$/;
