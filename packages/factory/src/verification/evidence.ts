import { acceptanceOf, decidingKind, type Evidence, testsTogether, type WorkOrder } from "@llmch/contract";
import { isTestFile, runsNoTest } from "@llmch/languages";
import type { OrderJob } from "../job/order-job.ts";
import type { Verified } from "../job/outcome.ts";
import type { TestsTold } from "../job/red-command.ts";

/**
 * What work that passed every gate rests on.
 * @param isContinued whether the author went on with its planner's conversation, and so saw the hidden checks too (contract §11)
 */
export const evidenceOf = (
  order: Pick<WorkOrder, "acceptance_commands">,
  { tests: told, ciAlone = [] }: Pick<Verified, "tests" | "ciAlone">,
  isContinued = false,
): Evidence => {
  const checks = acceptanceOf(order);
  const hidden = isContinued ? 0 : checks.filter((check) => check.hidden).length;
  // Failures may be of more than tests, such as the parts of one, or all that was left of a runner's summary.
  const passed = told.map(({ ran, failed = 0, ...each }) => ({
    ...each,
    ran: ran === null || failed > ran ? null : ran - failed,
  }));
  const seen = {
    acceptance: checks.length - hidden,
    hidden,
    ...(isContinued ? { same_conversation: true as const } : {}),
  };
  const rests = { tests: testsIn(passed), ...seen };
  return ciAlone.length === 0 ? rests : { ...rests, ci_alone: [...ciAlone] };
};

/** How many tests a verification ran; null if that cannot be told. A linter runs none, though it does not say so. */
export const testsIn = (told: TestsTold): number | null =>
  testsTogether(told.map(({ command, ran }) => ran ?? (runsNoTest(command) ? 0 : null)));

/** Why `--strict` refuses what commands verified (contract §10, "Evidence"); null if it does not. */
export const refusedUntested = ({ order, needsTests = false }: OrderJob, told: TestsTold): string | null =>
  needsTests && !order.verify_exempt && testsIn(told) === 0 ? "no test ran: --strict refuses that" : null;

/** False if certainly nothing that the order may write makes the verification run a test. */
export const mayAddTests = ({ allowed_files }: Pick<WorkOrder, "allowed_files">, told: TestsTold): boolean => {
  const looksAnywhere = told.some(({ command }) => !runsNoTest(command) && !OF_TEST_FILES.test(command));
  return allowed_files.some(
    (path) => isTestFile(path) || decidingKind(path) !== null || (looksAnywhere && HOLDS_TESTS.test(path)),
  );
};

/** Runners that look for tests in test files alone. */
const OF_TEST_FILES = /^node (?:\S+ )*--test(?: |$)/;

/** Languages whose tests may stand in any file: as modules, doctests, or in-source. */
const HOLDS_TESTS = /\.(?:rs|py|[cm]?[jt]sx?|exs?)$/;
