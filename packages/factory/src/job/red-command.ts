import type { BaselineVerification } from "@llmch/contract";
import { isLoadError } from "@llmch/languages";
import { commandLine, counted, countsOf } from "@llmch/text";

/** A verification command that failed on a tree. The failures that it names are not held against an order that starts there. */
export type RedCommand = BaselineVerification["red"][number];

/** What each verification command told of its tests. */
export type TestsTold = NonNullable<BaselineVerification["tests"]>;

/** What a look into a red baseline found. */
export interface RedLook {
  /** Variables of llmch's without which commands pass that fail with them. */
  readonly leftOut: readonly string[];
  readonly warnings: readonly string[];
  /** Commands that fail in llmch's worktree alone, as they are shown, and what they print there alone. */
  readonly alone: ReadonlyMap<string, string>;
}

const MOST_NAMED = 8;
const SPLIT = "name each run of tests in verify.commands, and what fails before an order in one of them is excused";

/**
 * What failed before the order, for people, one sentence for each command.
 * @param isUnsteady whether it failed twice, with other tests each time
 */
export const redInWords = ({ command, exit_code, mark }: RedCommand, isUnsteady = false): string => {
  const names = mark?.failures ?? [];
  if (mark?.stopped === true)
    return `${listed(names)} failed before the order, and ${commandLine(command)} may have left out tests for that: it must pass after it; ${SPLIT}`;
  const unloaded = names.filter(isLoadError);
  const tests = names.filter((name) => !unloaded.includes(name));
  const said = [
    `these tests failed before the order, so the order may leave them failing: ${listed(tests)} (${commandLine(command)})`,
    `before the order, ${commandLine(command)} could not load ${listed(unloaded)}: that excuses nothing, it must load after it; ${COPY}`,
  ].filter((_, index) => [tests, unloaded][index]?.length !== 0);
  if (said.length > 0) return said.join("; ");
  if (exit_code === null)
    return `${commandLine(command)} did not end by itself before the order: it must pass after it`;
  const which = isUnsteady ? "with other tests each time" : "without naming the tests that failed";
  return `${commandLine(command)} failed with exit code ${exit_code} before the order, ${which}: it must pass after it`;
};

/**
 * True if none of a command's tests passed before the order: more likely they lack something than that each is wrong, so none is excused. A
 * single one may be what the orders are to make pass.
 */
export const isAllRed = ({ command, exit_code, mark }: RedCommand, tests: TestsTold): boolean =>
  exit_code !== 0 &&
  tests.some(
    ({ command: told, ran, names = [] }) =>
      told === command && ran !== null && ran > 1 && names.length === 0 && (mark?.failures.length ?? 0) >= ran,
  );

export const allRedInWords = ({ command, mark }: RedCommand): string =>
  `all ${counted(mark?.failures.length ?? 0, "test")} of ${commandLine(command)} failed before the order, so something they need is probably missing: it must pass after it; ${COPY}`;

const COPY = "if they need files that git ignores, such as .env, name them in the setting setup.copy";

/** What failed before the order, for the model. */
export const redForModel = ({ command, exit_code, mark }: RedCommand): string => {
  const names = mark?.failures ?? [];
  if (names.length > 0)
    return `\`${command}\` failed before this order already. Do not fix these unless the order asks: ${listed(names, 20)}.`;
  const how = exit_code === null ? "did not end by itself" : `failed with exit code ${exit_code}`;
  return `\`${command}\` ${how} before this order already. It must pass now.`;
};

/** A list of names, cut if it is long. A name that is there several times is listed once. */
export const listed = (names: readonly string[], most: number = MOST_NAMED): string => {
  const told = [...countsOf(names)].map(([name, count]) => (count === 1 ? name : `${name} (${count} times)`));
  return told.length <= most ? told.join(", ") : `${told.slice(0, most).join(", ")} and ${told.length - most} more`;
};
