import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listRuns, storedStory, storedSummaries } from "@llmch/records";
import { mutate } from "@llmch/testkit";
import fc from "fast-check";
import pc from "picocolors";
import { expect, test } from "vitest";
import { owedPushOf } from "../../../app/src/runs/resume/owed-push.ts";
import { type RecordedStore, recordedStore } from "../../../run/src/recorded/recorded-store.fixture.ts";
import { withMeasure } from "../console/measure.ts";
import { storyLines } from "../show/story-view.ts";
import { runsTable } from "./runs-table.ts";

type Damage = (file: string, seed: number) => void;

const DAMAGES: Readonly<Record<string, Damage>> = {
  "a byte is flipped": (file, seed) => {
    const bytes = readFileSync(file);
    const at = seed % Math.max(1, bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (seed % 8));
    writeFileSync(file, bytes);
  },
  "the end is torn off": (file, seed) => {
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.subarray(0, seed % Math.max(1, bytes.length)));
  },
  "a line is lost": (file, seed) => {
    const lines = readFileSync(file, "utf8").split("\n");
    writeFileSync(file, lines.filter((_, index) => index !== seed % lines.length).join("\n"));
  },
  "the text is mutated": (file, seed) => writeFileSync(file, mutate(readFileSync(file, "utf8"), seed)),
  "it is random bytes": (file, seed) =>
    writeFileSync(file, Buffer.from([...Array(99).keys()].map((n) => (n * seed) % 256))),
  "it is gone": (file) => rmSync(file),
  "it is a folder": (file) => {
    rmSync(file);
    mkdirSync(file);
  },
  "it is a pipe": (file) => {
    rmSync(file);
    execFileSync("mkfifo", [file]);
  },
  "it is a link to a device": (file) => {
    rmSync(file);
    symlinkSync("/dev/zero", file);
  },
};

const filesOf = (root: string): readonly string[] =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(root, name)).isFile())
    .sort();

const lookAtAll = async ({ root, plan, order, schedule }: RecordedStore): Promise<void> => {
  const summaries = storedSummaries(root);
  const { runs } = await listRuns(summaries, { all: true, limit: 10 }, { env: {}, cwd: "/" });
  const colors = pc.createColors(false);
  await withMeasure((measure) => runsTable(runs, { width: 80, colors, measure }));
  for (const [kind, runId] of [
    ["planner", plan],
    ["factory", order],
    ["run-all", schedule],
  ] as const) {
    const story = storedStory(root, { kind, runId });
    expect(story.run_id).toBe(runId);
    expect(JSON.parse(JSON.stringify(story))).toMatchObject({ run_id: runId, kind });
    const view = {
      diffs: new Map(),
      only: null,
      how: () => "",
      summaryOf: (id: string) => summaries.of({ kind: "factory", runId: id }),
      next: [],
      open: [],
      waits: null,
      owed: await owedPushOf(root, { kind, runId }, { env: {}, signal: new AbortController().signal }),
    };
    await withMeasure((measure) =>
      storyLines(story, story.kind === "factory" ? story : null, view, { colors, width: 80, whole: false, measure }),
    );
  }
};

test("whatever happens to a run's files, runs are listed and their stories shown", async () => {
  const store = await recordedStore();
  const whole = new Map(filesOf(store.root).map((name) => [name, readFileSync(join(store.root, name))]));
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          name: fc.constantFrom(...whole.keys()),
          damage: fc.constantFrom(...Object.keys(DAMAGES)),
          seed: fc.nat(),
        }),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      async (damages) => {
        try {
          for (const { name, damage, seed } of damages) {
            const file = join(store.root, name);
            if (statSync(file, { throwIfNoEntry: false })?.isFile()) DAMAGES[damage]?.(file, seed);
          }
          await lookAtAll(store);
        } finally {
          for (const { name } of damages) {
            rmSync(join(store.root, name), { recursive: true, force: true });
            writeFileSync(join(store.root, name), whole.get(name) ?? "");
          }
        }
      },
    ),
    { numRuns: 30 },
  );
  store.remove();
});

test("foreign entries in a store are ignored", async () => {
  const store = await recordedStore();
  const listed = () => listRuns(storedSummaries(store.root), { all: true, limit: 99 }, { env: {}, cwd: "/" });
  const before = (await listed()).runs.map(({ run_id }) => run_id);
  mkdirSync(join(store.root, "factory", "notes"));
  mkdirSync(join(store.root, "tmp"));
  writeFileSync(join(store.root, "planner", ".DS_Store"), "");
  writeFileSync(join(store.root, "factory", "01ARZ3NDEKTSV4RRFFQ69G5FAV"), "a file with a run's name");
  mkdirSync(join(store.root, "factory", "01ARZ3NDEKTSV4RRFFQ69G5FAW"));
  const { runs } = await listed();
  expect(runs.slice(0, before.length).map(({ run_id }) => run_id)).toEqual(before);
  expect(runs.slice(before.length).map(({ run_id, state }) => `${run_id} ${state}`)).toEqual([
    "01ARZ3NDEKTSV4RRFFQ69G5FAW interrupted",
  ]);
  store.remove();
});
