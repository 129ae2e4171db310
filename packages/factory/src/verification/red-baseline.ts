import { type JudgedCommand, judgeBy } from "../commands/judge-command.ts";
import type { RanCommand } from "../commands/run-commands.ts";
import type { PlannedCommand } from "../job/planned-command.ts";
import { listed, type RedLook } from "../job/red-command.ts";
import type { TreeContext } from "./verify-tree.ts";

export const NOT_LOOKED: RedLook = { leftOut: [], warnings: [], alone: new Map() };

/** All tries together. */
const MOST_MS = 600_000;

/**
 * Whether commands fail because of llmch: tries them without `CI=true`, without what else it adds, and in a plain clone. Null if that was
 * interrupted.
 * @param failures of the planned commands, which ran on the worktree as it is
 */
export const lookIntoRed = async (
  planned: readonly PlannedCommand[],
  failures: readonly RanCommand[],
  context: TreeContext,
): Promise<RedLook | null> => {
  const { job, commands } = context;
  let env = job.verifyEnv;
  let leftMs = MOST_MS;
  let failing = failures.filter(({ result }) => result.ending === "exited");
  let isInterrupted = false;
  /** Those of the failing commands that pass. */
  const passing = async (place: TreeContext): Promise<readonly JudgedCommand[]> => {
    const passed: JudgedCommand[] = [];
    const wanted = new Set(failing.map((each) => each.planned));
    const end = planned.findLastIndex((each) => wanted.has(each));
    await place.restore();
    for (const [index, command] of planned.slice(0, end + 1).entries()) {
      const timeoutSeconds = Math.min(job.timeoutSeconds, Math.floor(leftMs / 1000));
      if (timeoutSeconds < 1) break;
      const trying = { ...job, ...(env && { verifyEnv: env }), timeoutSeconds };
      const ran = await judgeBy(command, index, { ...place, job: trying }, true);
      isInterrupted = ran.result.ending === "interrupted";
      if (isInterrupted) return [];
      leftMs -= ran.result.durationMs;
      if (ran.ok && wanted.has(command)) passed.push(ran);
    }
    return passed;
  };
  const leftOut: string[] = [];
  const warnings: string[] = [];
  const alone = new Map<string, string>();
  for (const names of [["CI"], commands.added ?? []]) {
    const without = failing.length === 0 ? null : env?.without(names);
    if (without == null) continue;
    env = without;
    const passed = await passing(context);
    if (passed.length === 0) continue;
    leftOut.push(...names);
    warnings.push(withoutInWords(passed, names));
    failing = failing.filter((each) => !passed.some((other) => other.planned === each.planned));
  }
  const nothing = async () => {};
  const beside = { restore: nothing, tidy: async () => [], brought: { putBack: nothing, accept: nothing } };
  const passed =
    failing.length > 0 && !isInterrupted
      ? await commands.inClone?.((there) => passing({ ...context, ...beside, commands: there }))
      : null;
  for (const there of passed ?? []) {
    const here = failing.find((each) => each.planned === there.planned);
    if (here !== undefined) alone.set(there.planned.display, onlyIn(here, there));
  }
  return isInterrupted ? null : { leftOut, warnings, alone };
};

const withoutInWords = (passed: readonly JudgedCommand[], names: readonly string[]): string => {
  const [which, what] = names.includes("CI") ? ["CI=true", "it"] : ["what llmch sets for tools", names.join(", ")];
  const commands = listed(passed.map(({ planned }) => planned.display));
  return `${commands} fails before the orders with ${which}, and passes without it: what verifies and accepts runs without ${what} (the setting verify.env can say otherwise)`;
};

const MOST_LINES = 3;

/** The first lines that a command printed in the one place alone. */
const onlyIn = (here: RanCommand, there: RanCommand): string => {
  const linesOf = ({ result }: RanCommand) =>
    `${result.stderrTail}\n${result.stdoutTail}`.split("\n").map((line) => line.trim());
  const known = new Set(["", ...linesOf(there)]);
  const lines = [...new Set(linesOf(here))].filter((line) => !known.has(line));
  return lines.length === 0 ? "" : ` (${lines.slice(0, MOST_LINES).join(" / ")})`;
};
