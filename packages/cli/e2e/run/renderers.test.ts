import type { RunEvent } from "@llmch/contract";
import { createTerminal, pseudoTerminal, type TypedStep } from "@llmch/testkit";
import { expect, test } from "vitest";
import { createScene, readJsonLines, type Scene } from "../scene.ts";

const ESCAPE = "\u001b";

test.concurrent("a log has no escapes, whatever FORCE_COLOR says: times, orders, attempts, and what failed", async () => {
  const scene = createScene({ files: { "README.md": "# Target\n", "scripts/verify.sh": "true\n" } });
  scene.order({ acceptance_commands: ["grep -q good greet.js"] });
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "greet.js": "bad\n" }),
    "WO-01/attempt-2": scene.answer({ "greet.js": "good\n" }),
  });
  const { code, stderr } = await scene.run(["--renderer", "log"], { env: { FORCE_COLOR: "1" } });
  expect(code).toBe(0);
  expect(stderr).not.toContain(ESCAPE);
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ {2}/;
  expect(stderr).toMatch(/Z {2}WO-01 1\/5 {2}attempt 1 failed: acceptance_failed {2}\d/);
  expect(stderr).toMatch(/Z {2}WO-01 2\/5 {2}finalize {2}commit /);
  const lines = stderr.trimEnd().split("\n");
  const end = lines.indexOf("spent  2 answers, answered from a record: nothing was billed");
  expect(lines.slice(end + 1, end + 3)).toEqual(["nothing was pushed", "next:"]);
  expect(lines.slice(end + 3).map((line) => line.trim().split(" ").slice(0, 2).join(" "))).toEqual([
    ...["llmch diff", "llmch pr", "git -C"],
  ]);
  const entries = lines.slice(4, end);
  for (const line of entries) expect(line).toMatch(line.startsWith(" ") ? /^ {4}\S/ : time);
});

test.concurrent("JSON has one event per line as in the journals, and stderr has nothing but JSON", async () => {
  const scene = createScene();
  scene.order();
  scene.order({ id: "WO-02", allowed_files: ["b.js"] });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  const { code, stdout, stderr } = await scene.runAll(["--renderer", "json"]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^PASS {2}WO-01 .*\nFAIL {2}WO-02 .*\nFAIL {2}1 of 2 orders/);
  const said = stderr
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const runs = [...scene.runs("run-all"), ...scene.runs("factory")];
  const recorded = runs.flatMap((run) => readJsonLines(run, "events.jsonl"));
  const key = (event: unknown) => {
    const { run_id, seq } = event as RunEvent;
    return `${run_id} ${String(seq).padStart(4, "0")}`;
  };
  const events = said.filter(({ seq }) => seq !== undefined);
  expect(events.map(key).sort()).toEqual(recorded.map(key).sort());
  expect(events[0]).toMatchObject({ type: "schedule_started", orders: [{ order: "WO-01" }, { order: "WO-02" }] });
  const messages = said.filter(({ type }) => type === "message").map(({ level, message }) => `${level} ${message}`);
  expect(messages).toEqual([
    expect.stringMatching(/^info llmch run-all {2}2 orders, replay of .*, commands: /s),
    expect.stringMatching(/^info read next:\n {2}\S+/),
    expect.stringMatching(/^info spent {2}1 answer, /),
    "info nothing was pushed",
    expect.stringMatching(/^info to continue:\n {2}llmch resume \S+/),
  ]);

  const refused = await scene.llmch(["run-all", "nowhere", "--renderer", "json"]);
  expect(JSON.parse(refused.stderr)).toMatchObject({ type: "message", level: "error", code: "unreadable-input" });
  const usage = await scene.llmch(["run", "--renderer=json"]);
  expect(JSON.parse(usage.stderr)).toMatchObject({ type: "message", level: "error", code: "usage" });
});

/** Runs all orders in a terminal; returns what it finally shows. */
const watch = async (scene: Scene, columns: number, rows: number, steps: readonly TypedStep[] = []) => {
  const began = performance.now();
  const { code, stdout } = await scene.runAll(["--branch", "work", "--yes"], {
    under: pseudoTerminal({ columns, rows }, steps),
  });
  const terminal = createTerminal(columns, rows);
  terminal.write(stdout);
  return { code, terminal, written: stdout, seconds: (performance.now() - began) / 1000 };
};

const NUMBERS = [1, 2, 3, 4, 5, 6];

test.concurrent("at 40 columns, finished orders settle above a view that is gone in the end", {
  tags: "pseudo-terminal",
}, async () => {
  const scene = createScene();
  const title = (number: number) => `残高を計算する Übung ${number} 🧮 with a title that is wider than the terminal`;
  const flood = "seq 1 20000; sleep 1; seq 1 20000";
  for (const number of NUMBERS) {
    const id = `WO-0${number}`;
    const path = `file-${number}.txt`;
    const command = number === 2 ? `sh -c "${flood}; grep -q good ${path}"` : `test -s ${path}`;
    scene.order({ id, title: title(number), allowed_files: [path], acceptance_commands: [command] });
    scene.answers({ [`${id}/attempt-1`]: scene.answer({ [path]: "bad\n" }) });
  }
  scene.answers({ "WO-02/attempt-2": scene.answer({ "file-2.txt": "good\n" }) });
  const { code, terminal, written, seconds } = await watch(scene, 40, 6);
  expect(code).toBe(0);
  const lines = terminal.lines();
  expect(lines.filter((line) => /^PASS {2}WO/.test(line))).toEqual(
    NUMBERS.map((number) => expect.stringContaining(`  ${title(number)} (`)),
  );
  expect(lines.filter((line) => /^ {2}WO-02 attempt 1 failed: acceptance_failed/.test(line))).toHaveLength(1);
  const totals = lines.findIndex((line) => /^6 of 6 done {2}0:\d\d$/.test(line));
  expect(totals).toBeGreaterThan(0);
  expect(lines.slice(totals + 1).join("\n")).toMatch(/^spent {2}7 answers, [\s\S]*^PASS {2}6 of 6 orders/m);
  for (const trace of [/▸/, / more$/, /^ {2}WO-\d\d {2}/, /^ {2}\d+$/]) {
    expect(lines.filter((line) => trace.test(line))).toEqual([]);
  }
  expect(written).toMatch(/▸.* {2}2\/5 {2}accept {2}0:0/);
  expect(written).toMatch(/… [34] more/);
  expect(written).toMatch(/ {2}20000\b/);
  expect(terminal.isCursorHidden()).toBe(false);
  expect(terminal.frames()).toBeGreaterThan(10);
  expect(terminal.frames()).toBeLessThan(20 * seconds + 30);
});

test.concurrent.each<readonly [string, readonly TypedStep[]]>([
  ["one Ctrl-C", [{ after: "accept  0:", type: "\u0003" }]],
  [
    "a second Ctrl-C, which ends the process at once",
    [
      { after: "accept  0:", type: "\u0003" },
      { after: "putting everything back", type: "\u0003" },
    ],
  ],
])("the terminal is as it was after %s", { tags: "pseudo-terminal" }, async (_, steps) => {
  const scene = createScene();
  scene.order({
    acceptance_commands: [`sh -c "test -e greet.js || exit 1; ${steps.length > 1 ? "trap '' TERM; " : ""}sleep 120"`],
  });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  const { code, terminal, written } = await watch(scene, 80, 24, steps);
  expect(code).toBe(130);
  expect(terminal.isCursorHidden()).toBe(false);
  const lines = terminal.lines().join("\n");
  expect(lines).toContain("interrupted: putting everything back");
  // Every colour that begins also ends.
  const painted = written.split(ESCAPE).map((part) => /^\[(\d+)m/.exec(part)?.[1]);
  expect(painted.filter((code) => code === "1" || code === "2")).toHaveLength(
    painted.filter((code) => code === "22").length,
  );
  if (steps.length > 1) return;
  expect(lines).toMatch(/\nINTERRUPTED {2}WO-01 {2}/);
  expect(lines).not.toContain("▸");
});

test.concurrent("a terminal that goes away ends the run as a signal does, with everything put back", {
  tags: "pseudo-terminal",
}, async () => {
  const scene = createScene();
  scene.order({ acceptance_commands: [`sh -c "test -e greet.js && exec sleep 60"`] });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  const { code } = await watch(scene, 80, 24, [{ after: "accept  0:", type: null }]);
  expect(code).toBe(130);
  expect(scene.leftovers()).toEqual([]);
  const [schedule = ""] = scene.runs("run-all");
  expect(readJsonLines(schedule, "events.jsonl").at(-1)).toMatchObject({ type: "run_finished", exit_code: 130 });
});
