import { expect, test } from "vitest";
import { parseText } from "../../repo-map/src/parser.fixture.ts";
import { changedFile } from "./changed-file.fixture.ts";
import { type Bench, type Check, type CheckEnd, judgeMutants, strengthOf } from "./judge-mutants.ts";
import type { Mutant } from "./mutant.ts";
import { mutantsOf } from "./mutants-of.ts";

const mutants = await mutantsOf(changedFile("src/a.py", "def f(a):\n    return a < 3\n"), parseText);
const [putBack, empty, boundary, opposite, constant] = mutants;

const quick: Check = { command: "quick", kind: "acceptance", paths: null };
const slow: Check = { command: "slow", kind: "acceptance", paths: null };
const tests: Check = { command: "tests", kind: "tests", paths: null };
const whole: Check = { command: "whole", kind: "tests", paths: null };
const build: Check = { command: "build", kind: "build", paths: null };
const elsewhere: Check = { command: "elsewhere", kind: "tests", paths: [] };
const DURATIONS = new Map([
  [quick, 10],
  [slow, 1_000],
  [tests, 1],
  [whole, 200],
  [build, 2_000],
]);

type Ends = (mutant: Mutant | null, check: Check) => Partial<CheckEnd>;

/** Benches that note what they do; each check passes unless `ends` says otherwise. */
const benchesOf = (count: number, ends: Ends) => {
  const notes: string[] = [];
  const benches = Array.from({ length: count }, (): Bench<Check> => {
    let standing: Mutant | null = null;
    return {
      put: async (mutant) => {
        standing = mutant;
      },
      run: async (check, timeoutMs) => {
        notes.push(`${standing?.after?.trim() ?? standing?.kind ?? "commit"} ${check.command} ${timeoutMs}`);
        await Promise.resolve();
        const end = { isPassed: true, isTimedOut: false, output: "", durationMs: DURATIONS.get(check) ?? 0 };
        return { ...end, ...ends(standing, check) };
      },
    };
  });
  return { benches, notes };
};

const judge = async (count: number, checks: readonly Check[], ends: Ends, signal = new AbortController().signal) => {
  const { benches, notes } = benchesOf(count, ends);
  const told: Mutant[] = [];
  const judged = await judgeMutants({
    benches,
    checks,
    mutants,
    signal,
    onJudged: ({ mutant }) => told.push(mutant),
  });
  return { judged, notes, told, verdicts: judged?.mutants.map(({ verdict }) => verdict) };
};

test("builds come first, then acceptance as it stands, then the cheapest tests, until one fails; each may take five times as long", async () => {
  const { notes, judged } = await judge(1, [whole, tests, slow, quick, build], (mutant, check) => ({
    isPassed: mutant !== boundary || check !== quick,
  }));
  const until = (mutant: Mutant | undefined, last = 5) => {
    const all = ["build 15000", "slow 10000", "quick 5050", "tests 5005", "whole 6000"];
    return all.slice(0, last).map((each) => `${mutant?.after?.trim() ?? "put_back"} ${each}`);
  };
  expect(notes).toEqual([
    ...["whole", "tests", "slow", "quick", "build"].map((name) => `commit ${name} null`),
    ...[...until(putBack), ...until(empty), ...until(boundary, 3), ...until(opposite), ...until(constant)],
  ]);
  expect(judged?.mutants.map(({ verdict, by }) => [verdict, by?.command])).toEqual([
    ["survived", undefined],
    ["survived", undefined],
    ["killed", "quick"],
    ["survived", undefined],
    ["survived", undefined],
  ]);
});

test.each([1, 2, 7])("with %i benches the result is the same, in the mutants' order", async (count) => {
  const { judged, told } = await judge(count, [quick], (mutant) => ({ isPassed: mutant === null || mutant === empty }));
  expect(judged?.mutants.map(({ mutant, verdict }) => [mutant, verdict])).toEqual(
    mutants.map((mutant) => [mutant, mutant === empty ? "survived" : "killed"]),
  );
  expect(new Set(told)).toEqual(new Set(mutants));
});

test("what does not build is no verdict on the checks, unless the file was put back; what never ends is caught", async () => {
  const output = '  File "/repo/src/a.py", line 1\n    f(\nSyntaxError: invalid syntax\n';
  const { verdicts } = await judge(2, [quick], (mutant) => ({
    isPassed: mutant === null || mutant === constant,
    isTimedOut: mutant === opposite,
    output: mutant === boundary ? "SyntaxError" : output,
  }));
  expect(verdicts).toEqual(["killed", "unviable", "killed", "timed_out", "survived"]);
  expect(strengthOf(verdicts ?? [])).toEqual({ mutants: 5, killed: 3, survived: 1, unviable: 1, rate: 0.75 });
});

test("a check judges only its own files", async () => {
  const { notes, verdicts } = await judge(1, [elsewhere], () => ({}));
  expect(notes).toEqual(["commit elsewhere null"]);
  expect(verdicts).toEqual(mutants.map(() => "survived"));
});

test("a check that fails on the commit itself is left out; without any, nothing is measured", async () => {
  const ends: Ends = (mutant, check) => ({ isPassed: mutant === null && check !== tests });
  const { judged, verdicts } = await judge(1, [tests, quick], ends);
  expect([judged?.leftOut, judged?.isMeasured, verdicts]).toEqual([[tests], true, mutants.map(() => "killed")]);
  expect((await judge(1, [tests], ends)).judged).toEqual({ mutants: [], leftOut: [tests], isMeasured: false });
  expect((await judge(1, [], ends)).judged).toEqual({ mutants: [], leftOut: [], isMeasured: false });
});

test("a signal ends it: before anything, on the commit, and between checks", async () => {
  for (const after of [0, 1, 3, 4]) {
    const controller = new AbortController();
    let count = 0;
    if (after === 0) controller.abort();
    const { judged, notes } = await judge(
      2,
      [quick],
      () => {
        if (++count === after) controller.abort();
        return {};
      },
      controller.signal,
    );
    expect(judged).toBeNull();
    expect(notes.length).toBeLessThanOrEqual(after + 1);
  }
});

test("a fault of one bench is thrown once the others have ended", async () => {
  let count = 0;
  const fails = judge(2, [quick], (mutant) => {
    count++;
    if (mutant === putBack) throw new Error("no disk");
    return {};
  });
  await expect(fails).rejects.toThrow("no disk");
  expect(count).toBe(1 + mutants.length);
});

test("without verdicts there is no rate", () => {
  expect(strengthOf(["unviable"])).toEqual({ mutants: 1, killed: 0, survived: 0, unviable: 1, rate: null });
  expect(strengthOf([])).toMatchObject({ mutants: 0, rate: null });
});
