import { type JudgedCommand, judgeBy } from "../commands/judge-command.ts";
import type { RanCommand } from "../commands/run-commands.ts";
import type { PlannedCommand } from "../job/planned-command.ts";
import { listed, type RedLook } from "../job/red-command.ts";
import type { VerifyEnv } from "../job/verify-env.ts";
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
  const env = job.verifyEnv;
  let failing = failures.filter(({ result }) => result.ending === "exited");
  let leftMs = MOST_MS;
  /** Those of the failing commands that pass. Null if they are interrupted. */
  const passing = async (verifyEnv: VerifyEnv, place: TreeContext): Promise<readonly JudgedCommand[] | null> => {
    const passed: JudgedCommand[] = [];
    await place.restore();
    const wanted = new Set(failing.map((each) => each.planned));
    const end = planned.findLastIndex((each) => wanted.has(each));
    for (const [index, command] of planned.slice(0, end + 1).entries()) {
      const timeoutSeconds = Math.min(job.timeoutSeconds, Math.floor(leftMs / 1000));
      if (timeoutSeconds < 1) break;
      const ran = await judgeBy(command, index, { ...place, job: { ...job, verifyEnv, timeoutSeconds } }, true);
      if (ran.result.ending === "interrupted") return null;
      leftMs -= ran.result.durationMs;
      if (ran.ok && wanted.has(command)) passed.push(ran);
    }
    return passed;
  };
  const leftOut: string[] = [];
  const warnings: string[] = [];
  const alone = new Map<string, string>();
  const added = commands.added ?? [];
  let plain = env;
  for (const names of [["CI"], added]) {
    const without = failing.length === 0 ? null : (plain?.without(names) ?? null);
    if (without === null) continue;
    const passed = await passing(without, context);
    if (passed === null) return null;
    plain = without;
    if (passed.length === 0) continue;
    leftOut.push(...names);
    const named = new Set(passed.map((each) => each.planned));
    warnings.push(
      `${listed([...named].map(({ display }) => display))} ${names === added ? withoutInWords(added) : NOT_IN_CI}`,
    );
    failing = failing.filter((each) => !named.has(each.planned));
  }
  if (failing.length > 0 && plain !== undefined && commands.inClone !== undefined) {
    const verifyEnv = plain;
    const nothing = async () => {};
    const beside = { restore: nothing, tidy: async () => [], brought: { putBack: nothing, accept: nothing } };
    const passed = await commands.inClone((there) => passing(verifyEnv, { ...context, ...beside, commands: there }));
    if (passed === null) return null;
    for (const there of passed) {
      const here = failing.find((each) => each.planned === there.planned);
      if (here !== undefined) alone.set(here.planned.display, onlyIn(here, there));
    }
  }
  return { leftOut, warnings, alone };
};

const NOT_IN_CI =
  "fails before the orders with CI=true, and passes without it: what verifies and accepts runs without it (the setting verify.env can say otherwise)";

const withoutInWords = (names: readonly string[]): string =>
  `fails before the orders with what llmch sets for tools, and passes without it: what verifies and accepts runs without ${names.join(", ")} (the setting verify.env can say otherwise)`;

const MOST_LINES = 3;

/** The first lines that a command printed in the one place alone. */
const onlyIn = (here: RanCommand, there: RanCommand): string => {
  const linesOf = ({ result }: RanCommand) =>
    `${result.stderrTail}\n${result.stdoutTail}`.split("\n").map((line) => line.trim());
  const known = new Set(["", ...linesOf(there)]);
  const lines = [...new Set(linesOf(here))].filter((line) => !known.has(line));
  return lines.slice(0, MOST_LINES).join(" / ");
};
