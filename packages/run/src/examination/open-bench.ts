import { availableParallelism } from "node:os";
import type { CommandResult, ExaminationCheck } from "@llmch/contract";
import { type Bench, LOAD_FACTOR, programArgv, type Ran } from "@llmch/examiner";
import { createCommands } from "@llmch/process";
import type { LentTrial, TrialPlace, Tried } from "../lease/trial.ts";

/** A check takes seconds; more is a fault of its own. */
const CHECK_SECONDS = 30;
/** What an examination may take of a milestone's time (contract §11). */
const MOST_MS = 5 * 60_000;

type Lend = (commit: string) => Promise<Tried<LentTrial>>;

/**
 * Runs checks at a commit without the network, in worktrees of their own: of two at once neither sees the other's files.
 * @param now monotonic milliseconds; null if none may run
 */
export const openBench = (
  commit: string,
  lend: Lend,
  { signal, secrets }: Pick<TrialPlace, "signal" | "secrets">,
  now: (() => number) | null,
): Bench => {
  const began = now?.() ?? 0;
  let outputs = 0;
  const run = async (trial: LentTrial, argv: readonly string[], seconds: number, stop: AbortSignal) => {
    const { worktree, directory } = trial;
    const place = await worktree.commandPlace({ allowsNetwork: false });
    const commands = createCommands({ ...place, artifacts: directory, signal: stop, secrets, provesEnd: true });
    const name = `check_${outputs++}`;
    return commands.run({ argv, timeoutSeconds: seconds, stdout: `${name}.out`, stderr: `${name}.err` });
  };
  /** With so many worktrees; null if a signal came. */
  const withTrials = async <Value>(count: number, body: (trials: readonly LentTrial[]) => Promise<Value>) => {
    const trials: LentTrial[] = [];
    try {
      while (trials.length < count) {
        const lent = await lend(commit);
        if (lent.kind === "interrupted") return null;
        if (lent.kind === "unready") throw new Error(lent.why.message);
        trials.push(lent.value);
      }
      return await body(trials);
    } finally {
      for (const trial of trials) trial.release();
    }
  };
  const tried = async (trial: LentTrial, check: ExaminationCheck, factor: number): Promise<Ran | null> => {
    const result = await run(trial, programArgv(check), factor * CHECK_SECONDS, signal);
    return result.ending === "interrupted" ? null : ranOf(result, factor);
  };
  return {
    alone: (check) => withTrials(1, async ([trial]) => (trial === undefined ? null : tried(trial, check, 1))),
    loaded: (checks) =>
      withTrials(checks.length, async (trials) => {
        const rest = new AbortController();
        const [first] = trials;
        // Joined by hand, because a signal of `AbortSignal.any` may be garbage-collected before it fires.
        const stop = () => rest.abort();
        signal.addEventListener("abort", stop, { once: true });
        const busy = Array.from({ length: first === undefined ? 0 : availableParallelism() }, () =>
          first === undefined ? null : run(first, BUSY, MOST_MS / 1000, rest.signal),
        );
        const ran = await Promise.all(
          checks.map((check, index) => {
            const trial = trials[index];
            return trial === undefined ? null : tried(trial, check, LOAD_FACTOR);
          }),
        );
        rest.abort();
        signal.removeEventListener("abort", stop);
        await Promise.all(busy);
        const ended = ran.flatMap((each) => each ?? []);
        return ended.length === checks.length ? ended : null;
      }),
    isOver: () => now === null || now() - began >= MOST_MS,
  };
};

/** Keeps a core busy until it is ended, or whoever began it is gone. */
const BUSY = ["sh", "-c", "while kill -0 $PPID; do n=0; while [ $n -lt 99999 ]; do n=$((n+1)); done; done"] as const;

const ranOf = ({ ending, exitCode, startFault, stdoutTail, stderrTail }: CommandResult, factor: number): Ran => {
  const why =
    ending === "timed-out"
      ? `it did not end within ${factor * CHECK_SECONDS} s`
      : ending === "exited"
        ? ""
        : (startFault ?? ending);
  const output = [stdoutTail, stderrTail, why].map((text) => text.trim()).filter((text) => text !== "");
  return { passed: ending === "exited" && exitCode === 0, output: output.join("\n") };
};
