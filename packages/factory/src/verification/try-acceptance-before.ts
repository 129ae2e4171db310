import { type Acceptance, DIAGNOSTIC_CODES, type Diagnostic } from "@llmch/contract";
import { unreachedRegistry } from "@llmch/languages";
import { firstCharacters } from "@llmch/text";
import { type JudgingContext, testsAmong, tidying, untilOneFails } from "../commands/judge-command.ts";
import type { CommandRecord } from "../commands/run-commands.ts";
import type { PlannedCommand } from "../job/planned-command.ts";
import type { TidiedWorkspace } from "../job/ports.ts";

/** The result of running acceptance commands on a tree before the work. */
export interface TriedBefore {
  /** The command that failed; null if all passed, or if they were interrupted. */
  readonly failed: string | null;
  /** The package registry that it failed to reach, if it did: so no answer can make it pass. */
  readonly unreached: string | null;
  readonly isInterrupted: boolean;
  /** The files of the tests that they changed. */
  readonly changedTests: readonly string[];
  readonly records: readonly CommandRecord[];
}

type TryingContext = Omit<JudgingContext, "phase" | "tidy" | "brought"> & {
  readonly workspace: TidiedWorkspace;
};

/** Runs acceptance commands on a tree, one after the other, until one fails: that proves that they can fail. */
export const tryAcceptanceBefore = async (
  planned: readonly PlannedCommand[],
  { workspace, ...context }: TryingContext,
): Promise<TriedBefore> => {
  const { drift, ...judging } = tidying(workspace);
  const { records, failed } = await untilOneFails(planned, { ...context, ...judging, phase: "baseline_acceptance" });
  const changedTests = await testsAmong(drift, workspace);
  if (failed === null) return { failed: null, unreached: null, isInterrupted: false, changedTests, records };
  const { exitCode, stdoutTail, stderrTail, ending } = failed.result;
  if (ending === "interrupted") return { failed: null, unreached: null, isInterrupted: true, changedTests, records };
  const unreached = unreachedRegistry({ exitCode, output: `${stdoutTail}\n${stderrTail}` });
  return { failed: failed.planned.display, unreached, isInterrupted: false, changedTests, records };
};

/** The diagnostic for acceptance that holds before the work: that of an order, or of the plan as a whole. */
export const heldBefore = (acceptance: readonly Acceptance[], order: string | null): Diagnostic => {
  const commands = acceptance.map(({ command }) => shortened(command)).join(", ");
  const hint =
    order === null ? "let one command ask for what only the orders together bring" : DIAGNOSTIC_CODES.W221.hint;
  const message = `the acceptance holds before the work, so it proves nothing about it (${commands}): ${hint}`;
  return { code: "W221", wo_id: order, message, field: order === null ? "plan_acceptance" : "acceptance_commands" };
};

const MOST_OF_COMMAND = 200;

const shortened = (command: string): string =>
  `\`${command.length > MOST_OF_COMMAND ? `${firstCharacters(command, MOST_OF_COMMAND - 1)}…` : command}\``;
