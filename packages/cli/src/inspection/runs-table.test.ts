import type { RunInList } from "@llmch/app";
import { NO_SPENDING, summarizeRun } from "@llmch/story";
import pc from "picocolors";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { withMeasure } from "../console/measure.ts";
import { runsTable } from "./runs-table.ts";

const run = (title: string, changes: Partial<RunInList> = {}): RunInList => ({
  ...summarizeRun("factory", "01ARZ3NDEKTSV4RRFFQ69G5FAV", ""),
  state: "failed",
  is_begun: true,
  verdict: "FAIL",
  order: "WO-01",
  title,
  duration_ms: 83_000,
  directory: "/runs",
  short_id: "01ARZ3NDEK",
  next: [],
  ...changes,
});
const usage = { input_tokens: 12_000, output_tokens: 345, cached_tokens: 0, reasoning_tokens: 0 };
const RUNS = [
  run("Greet by name", { spending: { ...NO_SPENDING, answers: 2, unknown: 1, usage } }),
  run("挨拶を日本語で書いて、とても長い題名にする 👩‍👩‍👧 é\u001b[31m red"),
];

const tableOf = (width: number | null, runs = RUNS) =>
  withMeasure((measure) => runsTable(runs, { width, colors: pc.createColors(false), measure }));

test("on a terminal each line fits, whatever its script, and columns are aligned", async () => {
  for (const width of [72, 80, 120]) {
    const lines = await tableOf(width);
    expect(lines.filter((line) => stringWidth(line) > width)).toEqual([]);
    const columns = lines.map((line) => stringWidth(line.slice(0, line.search(/1 min|TOOK/))));
    expect(new Set(columns).size).toBe(1);
    expect(lines[1]).toMatch(/^01ARZ3NDEK {2}failed {2}run {2}.*1 min 23 s {2}12.3k\+$/);
  }
});

test("on a narrow terminal the last columns are left out", async () => {
  const lines = await tableOf(40);
  expect(lines.filter((line) => stringWidth(line) > 40)).toEqual([]);
  expect(lines[0]).toMatch(/^RUN {9}STATE {3}KIND {2}WHAT$/);
});

test("elsewhere nothing is cut, and nothing of a title reaches the terminal as a command", async () => {
  const text = (await tableOf(null)).join("\n");
  expect(text).toContain("01ARZ3NDEKTSV4RRFFQ69G5FAV");
  expect(text).toContain("題名にする 👩‍👩‍👧 é  red");
  expect(text).not.toContain("\u001b");
});

test("shows how a run stands, that its branch was removed, and what begins one that nobody has begun", async () => {
  const [, gone, left] = await tableOf(null, [
    run("x", { state: "passed", discarded: true }),
    run("y", { state: "interrupted", is_begun: false, next: [{ command: "llmch resume 01", why: "" }] }),
  ]);
  expect(gone).toMatch(/^\S+ {2}passed, discarded {2}run {2}/);
  expect(left).toMatch(/^\S+ {2}interrupted {8}run {3}not begun: llmch resume 01/);
});

test("there is a cost column if any cost is known", async () => {
  expect((await tableOf(null))[0]).not.toContain("COST");
  const [head, line] = await tableOf(null, [
    run("x", { spending: { ...NO_SPENDING, answers: 1, usage, cost_usd: 0.5 } }),
  ]);
  expect(head).toMatch(/TOKENS {2}COST$/);
  expect(line).toMatch(/ \$0\.50$/);
  const [, partly, unknown] = await tableOf(null, [
    run("y", { spending: { ...NO_SPENDING, answers: 2, usage, cost_usd: 0.5, unpriced: 1 } }),
    run("z", { spending: { ...NO_SPENDING, answers: 1, usage, unpriced: 1 } }),
  ]);
  expect(partly).toMatch(/ \$0\.50\+$/);
  expect(unknown).toMatch(/ unknown$/);
});

test("a running run-all says where it is, and one that ended says where it stopped", async () => {
  const orders = { total: 3, passed: 1, skipped: 0, stopped_at: "WO-02" };
  const told = async (changes: Partial<RunInList>) => (await tableOf(null, [run("", { orders, ...changes })]))[1];
  expect(await told({ state: "running" })).toContain("1 of 3 orders passed, now at WO-02");
  expect(await told({ state: "interrupted" })).toContain("1 of 3 orders passed, stopped at WO-02");
});

test("ids are as hostile as titles: nothing controls the terminal or breaks the line", async () => {
  const hostile = "\u001b]52;c;eA==\u0007\u009b2J\u202e\u200b\r\n::error::no";
  const named = [run("t", { order: `WO${hostile}` }), run("", { kind: "planner", order: null, spec: `/s${hostile}` })];
  for (const width of [null, 200]) {
    const lines = await tableOf(width, named);
    expect(lines).toHaveLength(3);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
    expect(lines.join("")).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b\u202e]/);
  }
});

test("a build says which milestone it is at, and a step of it which build it is of", async () => {
  const build = { milestones: 3, done: 1, landed: 4 };
  const [, first, second] = await tableOf(null, [
    run("", { kind: "build", spec: "/specs/shop.txt", build }),
    run("", { kind: "planner", spec: "shop.txt", of_build: "01ARZ3NDEKTSV4RRFFQ69G5FAV" }),
  ]);
  expect(first).toMatch(/ build {2}shop\.txt, 1 of 3 milestones, 4 orders /);
  expect(second).toMatch(/ plan {3}shop\.txt, of build 01ARZ3NDEK /);
});

test("plans and run-alls are told apart by what their spec is about, and by their branch", async () => {
  const orders = { total: 3, passed: 3, skipped: 0, stopped_at: null };
  const [head, ...lines] = await tableOf(null, [
    run("issue 12: Sell boats", { kind: "planner", order: null, spec: "-" }),
    run("Sell boats", { kind: "run-all", order: null, orders, branch: "llmch/sell-boats-abc123" }),
  ]);
  expect(head).toMatch(/TOKENS {2}BRANCH$/);
  expect(lines[0]).toMatch(/ plan {5}issue 12: Sell boats .* -$/);
  expect(lines[1]).toMatch(/ run-all {2}Sell boats: 3 of 3 orders .* llmch\/sell-boats-abc123$/);
});
