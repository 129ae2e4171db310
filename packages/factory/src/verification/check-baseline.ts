import { type CommandResult, normalizePath, type WorkOrder } from "@llmch/contract";
import {
  calledFile,
  type EndedCommand,
  environmentFault,
  isLoadError,
  programName,
  readOnlyFolder,
  unreachedRegistry,
} from "@llmch/languages";
import { type JudgingContext, testsAmong, tidying } from "../commands/judge-command.ts";
import type { BaselineMemory } from "../job/order-job.ts";
import type { PlannedCommand } from "../job/planned-command.ts";
import type { TidiedWorkspace, Workspace } from "../job/ports.ts";
import { allRedInWords, isAllRed, type RedCommand, redInWords, type TestsTold } from "../job/red-command.ts";
import { foreignCode, INSTALL_IN_PLACE } from "./foreign-code.ts";
import { lookIntoRed, NOT_LOOKED } from "./red-baseline.ts";
import { idleInWords, testsTold } from "./tests-ran.ts";
import { type TreeVerification, verifyTree } from "./verify-tree.ts";

/** The result of verifying a tree before an order changes it. */
export type BaselineCheck = Pick<TreeVerification, "red" | "flaky" | "records" | "warnings"> & {
  readonly tests: TestsTold;
  readonly changedTests: readonly string[];
  /** The variables of llmch's without which it was verified, because it fails with them. */
  readonly leftOut: readonly string[];
} & (
    | { readonly kind: "verified" | "interrupted" }
    /** Nothing that the order could change would help. */
    | { readonly kind: "unfit"; readonly message: string; readonly hint: string }
  );

export interface BaselinePlace extends Omit<JudgingContext, "phase" | "prefix" | "tidy" | "brought"> {
  readonly workspace: TidiedWorkspace & Pick<Workspace, "reset" | "presentFiles" | "inspect">;
  readonly work: WorkToCome;
  /** Looks into what is red, or tells what the run's look found; by default it looks. */
  readonly once?: BaselineMemory["once"] | undefined;
}

/** What orders will write. */
export interface WorkToCome {
  /** True for a module or program that an order of the plan may write. */
  readonly makes: (name: string) => boolean;
  /** True for a file that the order that starts here may write. */
  readonly mayWrite: (path: string) => boolean;
}

const INSTALL =
  "install what the repo depends on, or let llmch do it with setup.commands (`llmch init` suggests those that it knows); if it is installed, " +
  "the sandbox may hide it, which `--no-sandbox` would show";

const COPY =
  "it is shared read-only: have it copied instead, with `setup.share` set to copy, or let the command write elsewhere";

const NO_NETWORK =
  "set verify.commands to what needs no network, or let commands use it: in the sandbox, with --allow-network";

/** Runs all verification commands, and leaves the tree as it was. */
export const checkBaseline = async (
  planned: readonly PlannedCommand[],
  { workspace, work, once = (look) => look(), ...place }: BaselinePlace,
): Promise<BaselineCheck> => {
  const foreign = await foreignCode(planned, { workspace, ...place });
  if (foreign !== null) return { kind: "unfit", message: foreign, hint: INSTALL_IN_PLACE, ...NOTHING_RUN };
  const restore = () => workspace.reset();
  const { drift, ...judging } = tidying(workspace);
  const how = { phase: "baseline", prefix: "", known: [], isWhole: true } as const;
  const context = { ...place, ...how, restore, ...judging };
  const first = await verifyTree(planned, context);
  const look =
    first.outcome === "failed" ? await once(() => lookIntoRed(planned, first.failures, context)) : NOT_LOOKED;
  place.job.verifyEnv?.leaveOut(look?.leftOut ?? []);
  const leftOut = place.job.verifyEnv?.leftOut() ?? [];
  if (first.outcome === "failed") await restore();
  const run = look !== null && look.leftOut.length > 0 ? await verifyTree(planned, context) : first;
  await restore();
  const { unsteady, flaky, records, failures } = run;
  const tests = testsTold(run.ran);
  const allRed = new Set(run.red.filter((each) => isAllRed(each, tests)));
  const red = run.red.map((each) => excusing(each, allRed.has(each) || each.mark?.stopped === true));
  const said = run.red.map((each) => (allRed.has(each) ? allRedInWords(each) : redInWords(each, unsteady.has(each))));
  const warnings = [...(look?.warnings ?? []), ...run.warnings, ...idleInWords(run.ran), ...said];
  const changedTests = await testsAmong(drift, workspace);
  const told = { red, flaky, records, tests, changedTests, leftOut, warnings };
  if (look === null || run.outcome === "interrupted") return { kind: "interrupted", ...told };
  for (const { command } of run.red) {
    const differs = look.alone.get(command);
    if (differs === undefined) continue;
    return { kind: "unfit", message: `\`${command}\` ${ALONE}${differs}`, hint: MEND, ...told };
  }
  const lasting = failures.filter(
    ({ planned: command, unreported }) => unreported === 0 && !work.mayWrite(scriptOf(command)),
  );
  for (const { result, planned: command } of lasting) {
    // Named failures are not held against an order, so there the command can pass after it.
    const isNamed = red.some((each) => each.command === command.display && (each.mark?.failures ?? []).length > 0);
    const obstacle = machineObstacle(ended(result), command, work, isNamed);
    if (obstacle === null) continue;
    const message = `\`${command.display}\` cannot verify the repo as it is: ${obstacle.why}`;
    return { kind: "unfit", message, hint: obstacle.hint, ...told };
  }
  if (lasting.length === planned.length && lasting.every(({ result }) => result.ending !== "exited")) {
    const message = `no command that verifies the repo ended by itself: ${planned.map(({ display }) => display).join(", ")}`;
    const hint = "give them more time with --timeout-seconds, or set verify.commands to what ends";
    return { kind: "unfit", message, hint, ...told };
  }
  return { kind: "verified", ...told };
};

const ALONE =
  "fails in llmch's worktree alone, and passes in a plain clone with the same dependencies: in the worktree .git is a file and HEAD is detached";
const MEND = "let it pass in a worktree (`git worktree add`), or set verify.commands to what does";

const NOTHING_RUN = {
  ...{ red: [], flaky: [], records: [], tests: [], changedTests: [], leftOut: [], warnings: [] },
} as const;

/** A test file that did not load excuses nothing, as if it were none of the failures. */
const excusing = ({ mark, ...red }: RedCommand, isNothing: boolean): RedCommand => ({
  ...red,
  mark: mark === null ? null : { ...mark, failures: mark.failures.filter((name) => !isNothing && !isLoadError(name)) },
});

/** What no order can change, and keeps a command from passing; null if there is nothing like that. */
const machineObstacle = (
  command: EndedCommand,
  planned: PlannedCommand,
  { makes, mayWrite }: WorkToCome,
  isNamed: boolean,
): { readonly why: string; readonly hint: string } | null => {
  const lacking = environmentFault(command, makes);
  if (lacking !== null) return { why: lacking, hint: INSTALL };
  if (isNamed) return null;
  const locked = readOnlyFolder(command);
  if (locked !== null) return { why: `it must write in ${locked}, and may not`, hint: COPY };
  const registry = mayWrite(manifestOf(planned)) ? null : unreachedRegistry(command);
  return registry === null ? null : { why: `it must reach ${registry}, and cannot`, hint: NO_NETWORK };
};

const ended = ({ ending, exitCode, startFault, stdoutTail, stderrTail }: CommandResult): EndedCommand => ({
  exitCode,
  startFault: ending === "not-started" ? (startFault ?? "it could not be started") : null,
  output: `${stdoutTail}\n${stderrTail}`,
});

/** The file of the repo that a command runs, if it is one. */
const scriptOf = ({ argv, folder }: PlannedCommand): string => normalizePath(`${folder ?? "."}/${calledFile(argv)}`);

/** The file that says what a script of a package manager runs; empty for any other command. */
const manifestOf = ({ argv: [program = ""], folder }: PlannedCommand): string =>
  /^(?:npm|pnpm|yarn|bun)$/.test(programName(program)) ? normalizePath(`${folder ?? "."}/package.json`) : "";

type Writer = Pick<WorkOrder, "allowed_files">;

/** What an order and the rest of its plan will write. Without an order, no more than the plan is known. */
export const workToCome = (order: Writer | null, plan: readonly Writer[]): WorkToCome => {
  const own = new Set((order?.allowed_files ?? []).map(normalizePath));
  return {
    makes: (name) => plan.some((each) => writesModule(each, name)),
    mayWrite: (path) => own.has(path),
  };
};

/** True if one of the order's files is the module: it does not exist yet, so it is not missing. */
const writesModule = ({ allowed_files }: Writer, name: string): boolean =>
  allowed_files.some((path) => [path, path.replace(/\.\w+$/, "")].some((known) => `/${known}/`.includes(`/${name}/`)));
