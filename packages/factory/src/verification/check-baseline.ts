import type { WorkOrder } from "@llmch/contract";
import { type EndedCommand, environmentFault } from "@llmch/languages";
import type { PlannedCommand } from "../planned-command.ts";
import type { CommandResult } from "../ports.ts";
import type { CommandsContext } from "../run-commands.ts";
import { redInWords } from "./red-command.ts";
import { type TreeVerification, verifyTree } from "./verify-tree.ts";

/** The result of verifying a tree before an order changes it. */
export type BaselineCheck = Pick<TreeVerification, "red" | "flaky" | "records" | "warnings"> &
  (
    | { readonly kind: "verified" | "interrupted" }
    /** Nothing that the order could change would help. */
    | { readonly kind: "unfit"; readonly message: string; readonly hint: string }
  );

export interface BaselinePlace extends Omit<CommandsContext, "phase" | "prefix"> {
  /** Restores the tree. */
  readonly reset: () => Promise<void>;
  /** True for a module that an order will write. */
  readonly isToCome: (name: string) => boolean;
}

const INSTALL =
  "install what the repo depends on, or let llmch do it with setup.commands (`llmch init` suggests them); " +
  "`llmch doctor WO-DIR --verify` runs this check by itself";

/** Runs all verification commands, and leaves the tree as it was. */
export const checkBaseline = async (
  planned: readonly PlannedCommand[],
  { reset, isToCome, ...place }: BaselinePlace,
): Promise<BaselineCheck> => {
  const restore = async () => {
    await reset();
    return true;
  };
  const run = await verifyTree(planned, { ...place, phase: "baseline", prefix: "", known: [], restore, isWhole: true });
  await reset();
  const { red, flaky, records, failures } = run;
  const told = { red, flaky, records, warnings: [...run.warnings, ...red.map(redInWords)] };
  if (run.outcome === "interrupted") return { kind: "interrupted", ...told };
  for (const { result, planned: command } of failures) {
    const lacking = environmentFault(ended(result), isToCome);
    if (lacking === null) continue;
    const message = `\`${command.display}\` cannot verify the repo as it is: ${lacking}`;
    return { kind: "unfit", message, hint: INSTALL, ...told };
  }
  if (failures.length === planned.length && failures.every(({ result }) => result.ending !== "exited")) {
    const message = `no command that verifies the repo ended by itself: ${planned.map(({ display }) => display).join(", ")}`;
    const hint = "give them more time with --timeout-seconds, or set verify.commands to what ends";
    return { kind: "unfit", message, hint, ...told };
  }
  return { kind: "verified", ...told };
};

const ended = ({ ending, exitCode, startFault, stdoutTail, stderrTail }: CommandResult): EndedCommand => ({
  exitCode,
  startFault: ending === "not-started" ? (startFault ?? "it could not be started") : null,
  output: `${stdoutTail}\n${stderrTail}`,
});

/** True if one of the order's files is the module: it does not exist yet, so it is not missing. */
export const writesModule = ({ allowed_files }: Pick<WorkOrder, "allowed_files">, name: string): boolean =>
  allowed_files.some((path) => [path, path.replace(/\.\w+$/, "")].some((known) => known.split("/").includes(name)));
