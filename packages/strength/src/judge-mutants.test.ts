import { repoPath } from "@llmch/contract";
import { expect, test } from "vitest";
import { parseText } from "../../repo-map/src/parser.fixture.ts";
import { changedFile } from "./changed-file.fixture.ts";
import { countsOf, figuresOf } from "./figures.ts";
import { type Bench, type Check, type CheckEnd, judgeMutants } from "./judge-mutants.ts";
import { commented, type Mutant } from "./mutant.ts";
import { mutantsOf } from "./mutants-of.ts";

const mutants = await mutantsOf(changedFile("src/a.py", "def f(a):\n    return a < 3\n"), parseText);
const [putBack, empty, boundary, opposite, constant] = mutants;

const check = (display: string, paths: Check["paths"] = null): Check => ({ display, argv: [], folder: null, paths });
const [build, slow, quick] = [check("build"), check("slow"), check("quick")];
const elsewhere = check("elsewhere", []);
const DURATIONS = new Map([
  [quick, 10],
  [slow, 1_000],
  [build, 2_000],
]);

/** How a check ends, or with which end it fails; true: it passes. */
type Ends = (mutant: Mutant | null, check: Check) => boolean | Partial<CheckEnd>;

/** Benches that note what they do. */
const benchesOf = (count: number, ends: Ends) => {
  const notes: string[] = [];
  const benches = Array.from({ length: count }, (): Bench => {
    let standing: Mutant | null = null;
    return {
      put: async ([mutant = null]) => {
        standing = mutant;
      },
      run: async (check, timeoutMs) => {
        notes.push(`${standing?.after?.trim() ?? standing?.kind ?? "commit"} ${check.display} ${timeoutMs}`);
        await Promise.resolve();
        const end = ends(standing, check);
        const ending = end === true ? "passed" : "failed";
        const usual = { ending, output: "", durationMs: DURATIONS.get(check) ?? 0 } as const;
        return { ...usual, ...(typeof end === "boolean" ? {} : end) };
      },
    };
  });
  return { benches, notes };
};

const judge = async (
  count: number,
  checks: readonly Check[],
  ends: Ends,
  signal = new AbortController().signal,
  neutral: readonly Mutant[] = [],
) => {
  const { benches, notes } = benchesOf(count, ends);
  let told = 0;
  const onJudged = () => told++;
  const judged = await judgeMutants({ benches, checks, mutants, neutral, signal, onJudged });
  return { judged, notes, told, verdicts: judged?.verdicts };
};

test("the checks judge in their sequence until one fails twice; each may take five times as long as all", async () => {
  let builds = 0;
  const { notes, verdicts } = await judge(1, [build, slow, quick], (mutant, each) =>
    each === build ? ++builds > 1 : mutant !== boundary || each !== slow,
  );
  const all = ["build", "slow", "quick"];
  const put = (mutant: Mutant | undefined, names: readonly string[] = all) =>
    names.map((name) => `${mutant?.after?.trim() ?? "put_back"} ${name} 30050`);
  expect(notes).toEqual([
    ...["build", ...all].map((name) => `commit ${name} null`),
    ...[
      ...put(putBack),
      ...put(empty),
      ...put(boundary, ["build", "slow", "slow"]),
      ...put(opposite),
      ...put(constant),
    ],
  ]);
  expect(verdicts).toEqual(["survived", "survived", "killed", "survived", "survived"]);
});

test("a check that fails on another comment compares bytes, and counts for nothing", async () => {
  const file = changedFile("src/a.py", "x = 1");
  const neutral = commented([file, changedFile("src/a.ts", ""), changedFile("a.json", "{}")]);
  expect(neutral.map(({ text }) => text)).toEqual(["x = 1\n# A comment.\n", "// A comment.\n"]);
  const ends: Ends = (mutant, each) =>
    mutant === null || each === slow || (each === quick && mutant.kind === "comment");
  const { signal } = new AbortController();
  const { judged, notes } = await judge(1, [build, slow, quick, elsewhere], ends, signal, neutral);
  expect(judged).toMatchObject({ leftOut: [], ofBytes: [build], isMeasured: true });
  expect(notes.filter((note) => note.startsWith("# A comment."))).toHaveLength(4);
  expect(notes.filter((note) => note.includes(" build "))).toHaveLength(3);
  expect(judged?.verdicts).toEqual(mutants.map(() => "killed"));
  const alone = await judge(1, [build], (mutant) => mutant === null, signal, neutral);
  expect(alone.judged).toMatchObject({ verdicts: [], isMeasured: false });
});

test.each([1, 2, 7])("with %i benches the result is the same, in the mutants' order", async (count) => {
  const { verdicts, told } = await judge(count, [quick], (mutant) => mutant === null || mutant === empty);
  expect(verdicts).toEqual(mutants.map((mutant) => (mutant === empty ? "survived" : "killed")));
  expect(told).toBe(mutants.length);
});

test("what does not build is no verdict on the checks, unless the file was put back; what never ends is caught", async () => {
  const output = "src/a.c:2:3: error: 'x' undeclared\n";
  const ofC = mutants.map((mutant) => ({ ...mutant, path: repoPath("src/a.c") ?? mutant.path }));
  const { benches, notes } = benchesOf(1, (mutant) => {
    const at = mutant === null ? -1 : ofC.indexOf(mutant);
    if (at === 3) return { ending: "timed_out" };
    return at === -1 || at === 4 || { output: at === 2 ? "error" : output };
  });
  const signal = new AbortController().signal;
  const judged = await judgeMutants({ benches, checks: [quick], mutants: ofC, signal, onJudged: () => {} });
  expect(judged?.verdicts).toEqual(["killed", "unviable", "killed", "timed_out", "survived"]);
  expect(figuresOf((judged?.verdicts ?? []).map(countsOf))).toEqual({
    ...{ mutants: 5, killed: 3, survived: 1, unviable: 1, rate: 0.75 },
  });
  // What is caught for sure is not tried again.
  expect(notes.length).toBe(1 + 2 + 1 + 2 + 1 + 1);
});

test("a check that fails and then passes on the same code passes, and is told, on the commit too", async () => {
  for (const flakyOn of [null, boundary]) {
    let runs = 0;
    const { judged } = await judge(1, [quick, slow], (mutant, each) => {
      if (mutant === flakyOn && each === quick) return ++runs > 1;
      return mutant !== opposite;
    });
    expect(judged).toEqual({
      ...{ isMeasured: true, leftOut: [], ofBytes: [], flaky: [quick] },
      verdicts: mutants.map((mutant) => (mutant === opposite ? "killed" : "survived")),
    });
  }
});

test("a check judges only its own files", async () => {
  const { notes, verdicts } = await judge(1, [elsewhere], () => true);
  expect(notes).toEqual(["commit elsewhere null"]);
  expect(verdicts).toEqual(mutants.map(() => "survived"));
});

test("a check that fails on the commit itself is left out, one without tests without a word; without any, nothing is measured", async () => {
  const ends: Ends = (mutant, each) =>
    each === build ? { ending: "found_no_test" } : mutant === null && each !== slow;
  const nothing = { verdicts: [], isMeasured: false, ofBytes: [], flaky: [] };
  const { judged } = await judge(1, [slow, build, quick], ends);
  expect(judged).toEqual({ ...nothing, verdicts: mutants.map(() => "killed"), isMeasured: true, leftOut: [slow] });
  expect((await judge(1, [slow, build], ends)).judged).toEqual({ ...nothing, leftOut: [slow] });
  expect((await judge(1, [], ends)).judged).toEqual({ ...nothing, leftOut: [] });
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
        return true;
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
    return true;
  });
  await expect(fails).rejects.toThrow("no disk");
  expect(count).toBe(1 + mutants.length);
});

test("without verdicts there is no rate", () => {
  expect(figuresOf([countsOf("unviable")])).toEqual({ mutants: 1, killed: 0, survived: 0, unviable: 1, rate: null });
  expect(figuresOf([])).toMatchObject({ mutants: 0, rate: null });
});
