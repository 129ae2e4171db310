import type { CheckTrial, ExaminationCheck } from "@llmch/contract";
import { sha256Hex } from "@llmch/text";
import type { Bench, Ran } from "./bench.ts";

/** How often each check runs by itself. */
const ALONE = 3;
/** Output that a record and a question keep. */
const MOST_OUTPUT = 2_000;

/**
 * Runs each check three times by itself, round by round, as far as the time goes. What the record has of the same program is taken from it.
 * Null if a signal came.
 */
export const tryChecks = async (
  checks: readonly ExaminationCheck[],
  examination: number,
  recorded: ReadonlyMap<string, CheckTrial>,
  bench: Bench,
): Promise<ReadonlyMap<string, CheckTrial> | null> => {
  const trials = new Map<string, CheckTrial>();
  for (let round = 0; round < ALONE; round++) {
    for (const check of checks) {
      const known = recorded.get(trialKey(check, examination));
      const before = trials.get(check.id) ?? known ?? untried(check, examination);
      trials.set(check.id, before);
      if (known !== undefined || bench.isOver()) continue;
      const ran = await bench.alone(check);
      if (ran === null) return null;
      trials.set(check.id, { ...withOutput(before, ran), alone: [...before.alone, ran.passed] });
    }
  }
  return trials;
};

/** Runs each check once more, two at a time on a busy machine. Null if a signal came. */
export const loadChecks = async (
  checks: readonly ExaminationCheck[],
  trials: ReadonlyMap<string, CheckTrial>,
  bench: Bench,
): Promise<ReadonlyMap<string, CheckTrial> | null> => {
  const after = new Map(trials);
  const left = checks.filter(({ id }) => trials.get(id)?.loaded === null);
  for (let at = 0; at < left.length && !bench.isOver(); at += 2) {
    const pair = left.slice(at, at + 2);
    const ran = await bench.loaded(pair);
    if (ran === null) return null;
    for (const [index, { id }] of pair.entries()) {
      const [before, end] = [after.get(id), ran[index]];
      if (before !== undefined && end !== undefined) after.set(id, { ...withOutput(before, end), loaded: end.passed });
    }
  }
  return after;
};

/** What identifies a trial in a record: the same program in the same examination. */
export const trialKey = ({ id, program }: ExaminationCheck, examination: number): string =>
  `${id} ${examination} ${sha256Hex(program)}`;

/** The trials of earlier examinations, by their keys. */
export const trialsOf = (checks: readonly ExaminationCheck[]): ReadonlyMap<string, CheckTrial> =>
  new Map(
    checks.flatMap(({ id, results }) =>
      results.map((trial) => [`${id} ${trial.examination} ${trial.program_sha256}`, trial] as const),
    ),
  );

const untried = ({ program }: ExaminationCheck, examination: number): CheckTrial => ({
  ...{ examination, program_sha256: sha256Hex(program) },
  ...{ alone: [], loaded: null, output: "" },
});

const withOutput = (trial: CheckTrial, { passed, output }: Ran): CheckTrial =>
  passed || trial.output !== "" ? trial : { ...trial, output: output.slice(-MOST_OUTPUT) };

/** Whether most of its runs alone failed. */
export const fails = ({ alone }: CheckTrial): boolean =>
  alone.length > 0 && 2 * alone.filter((passed) => !passed).length > alone.length;

/** Whether it fails at times, or under load alone. */
export const isFlaky = (trial: CheckTrial): boolean =>
  !fails(trial) && (trial.alone.includes(false) || trial.loaded === false);

/** Whether it ran as often as it should have. */
export const isWhole = (trial: CheckTrial): boolean =>
  trial.alone.length >= ALONE && (fails(trial) || trial.loaded !== null);
