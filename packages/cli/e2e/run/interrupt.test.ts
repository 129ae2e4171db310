import { chmodSync, existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setInterval } from "node:timers/promises";
import { entriesOf, processesWith, rudeProgram } from "@llmch/testkit";
import { expect, test } from "vitest";
import type { Invocation } from "../command-line.ts";
import { createScene, readJsonFile, readJsonLines, type Scene, writeFiles } from "../scene.ts";

/** A command that signals that it runs, and takes long once the order's file exists. */
const longCommand = (file = "greet.js") => `sh -c "test -e ${file} || exit 1; touch runs-now; exec sleep 120"`;

/** A command can signal this only in the worktree, which is in a folder of ours. */
const runsNow = ({ temporary }: Scene): boolean =>
  entriesOf(temporary)
    .flatMap((folder) => entriesOf(join(temporary, folder)).map((tree) => join(temporary, folder, tree, "runs-now")))
    .some((marker) => existsSync(marker));

/** Calls `act` once the long command runs. */
const whenItRuns = (
  scene: Scene,
  act: (kill: (signal: NodeJS.Signals) => void) => void,
): NonNullable<Invocation["onOutput"]> => {
  let waiting = false;
  return async (stderr, kill) => {
    if (waiting || !/verify +ok/.test(stderr)) return;
    waiting = true;
    for await (const _ of setInterval(10)) if (runsNow(scene)) break;
    act(kill);
  };
};

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "%s in a long command puts everything back and ends with 130",
  async (signal) => {
    const scene = createScene();
    scene.git("branch", "work");
    scene.order({ acceptance_commands: [longCommand()] });
    scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
    const standing = scene.checkout();

    const onOutput = whenItRuns(scene, (kill) => kill(signal));
    const { code, stdout, stderr } = await scene.run(["--branch", "work"], { onOutput });

    expect(code).toBe(130);
    expect(stdout).toMatch(/^INTERRUPTED {2}WO-01 {2}\(1 attempt, /);
    expect(stderr).toContain("interrupted: putting everything back");
    expect(stderr).toMatch(/^to continue:\n {2}llmch resume \S+ --artifacts-dir \S+$/m);
    expect(scene.leftovers()).toEqual([]);
    expect(scene.checkout()).toEqual(standing);
    const [run = ""] = scene.runs();
    expect(stderr).toMatch(/^read next:\n {2}llmch show \S+/m);
    expect(stderr).toContain(`\n  ${join(run, "run_summary.json")}\n`);
    expect(readJsonFile(run, "run_summary.json")).toMatchObject({
      verdict: "ERROR",
      exit_code: 130,
      rollback_failed: false,
      hint: null,
      total_attempts: 1,
      attempts: [{ verdict: "ERROR", stage: null }],
    });
    expect(readJsonLines(run, "events.jsonl").at(-1)).toMatchObject({ type: "run_finished", verdict: "ERROR" });
  },
);

test.each([
  ["where there is a sandbox", []],
  ["without one", ["--no-sandbox"]],
])("neither a flood of output nor an ignored SIGTERM delays an interrupt, %s", async (_, flags) => {
  const scene = createScene();
  const flood = `${process.execPath} '${rudeProgram("floods")}' 100000`;
  scene.order({
    acceptance_commands: [
      `sh -c "test -e greet.js || exit 1; trap '' TERM; touch runs-now; while :; do ${flood}; done"`,
    ],
  });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  let interrupted = 0;
  const onOutput = whenItRuns(scene, (kill) => {
    interrupted = performance.now();
    kill("SIGINT");
  });
  const { code } = await scene.run(flags, { onOutput });
  expect(code).toBe(130);
  // The flood never ends by itself. Two seconds are promised, but a busy machine may take longer.
  expect(performance.now() - interrupted).toBeLessThan(60_000);
  expect(scene.leftovers()).toEqual([]);
});

test("an interrupted run-all keeps what is committed, and resumes from there", async () => {
  const scene = createScene();
  scene.order();
  scene.order({ id: "WO-02", allowed_files: ["second.js"], acceptance_commands: [longCommand("second.js")] });
  scene.order({ id: "WO-03", allowed_files: ["third.js"] });
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }),
    "WO-02/attempt-1": scene.answer({ "second.js": "2\n" }),
  });
  const onOutput = whenItRuns(scene, (kill) => kill("SIGINT"));
  // The first order's verification runs earlier, but only the second order's command creates the file that we wait for.
  const { code, stdout } = await scene.runAll(["--branch", "work", "--json"], { onOutput });
  expect(code).toBe(130);
  expect(JSON.parse(stdout)).toMatchObject({
    ok: false,
    exit_code: 130,
    verdict: "ERROR",
    runs: [{ verdict: "PASS" }, { work_order_id: "WO-02", verdict: "ERROR", commit: null }],
    counts: { orders: 3, passed: 1, not_started: 1 },
    errors: [{ code: "interrupted" }],
  });
  expect(scene.git("log", "--format=%s", "work")).toBe("WO-01: Greet by name\nstart");
  expect(scene.leftovers()).toEqual([]);

  scene.order({ id: "WO-02", allowed_files: ["second.js"] });
  scene.answers({ "WO-03/attempt-1": scene.answer({ "third.js": "3\n" }) });
  const again = await scene.runAll(["--branch", "work"]);
  expect(again.code).toBe(0);
  expect(scene.git("log", "--format=%s", "work").split("\n")).toHaveLength(4);
});

test("a signal before there is a run is no refusal, whatever git answered", async () => {
  const scene = createScene();
  scene.order();
  // Ctrl-C reaches every process of the terminal, git too.
  const bin = join(scene.root, "bin");
  const path = process.env.PATH ?? "";
  const once = `test -e '${bin}/sent' || { touch '${bin}/sent'; kill -INT $PPID; }`;
  const dies = `case "$*" in *status*) ${once}; exit 130;; esac`;
  writeFiles(bin, { git: `#!/bin/sh\n${dies}\nexec env PATH='${path}' git "$@"\n` });
  chmodSync(join(bin, "git"), 0o755);
  const { code, stdout } = await scene.run(["--json"], { env: { PATH: `${bin}:${path}` }, process: true });
  expect(code).toBe(130);
  expect(JSON.parse(stdout)).toMatchObject({ verdict: "ERROR", exit_code: 130, errors: [{ code: "interrupted" }] });
  expect(scene.runs()).toEqual([]);
});

test.each([
  ["where there is a sandbox", []],
  ["without one", ["--no-sandbox"]],
])("a second signal ends at once, with every command, and the next run clears what was left: %s", async (_, flags) => {
  const scene = createScene();
  const mark = `mark-${process.pid}-${performance.now()}`;
  scene.order({
    acceptance_commands: [`sh -c "test -e greet.js || exit 1; trap '' TERM; touch runs-now; sleep 120; :" ${mark}`],
  });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  const onceItRuns = whenItRuns(scene, (kill) => kill("SIGINT"));
  const onOutput: typeof onceItRuns = (stderr, kill) => {
    if (stderr.includes("putting everything back")) kill("SIGINT");
    else onceItRuns(stderr, kill);
  };
  const first = await scene.run(flags, { onOutput });
  expect(first.code).toBe(130);
  expect(first.stdout).toMatch(/^INTERRUPTED {2}run [0-9A-Z]{26}: ended before everything was put back$/m);
  expect(first.stderr).toMatch(/^to continue: llmch resume [0-9A-Z]{26} --artifacts-dir \S+$/m);
  await expect.poll(() => processesWith(mark)).toEqual([]);
  // The worktree as git lists it, and the folder around it.
  expect(scene.leftovers()).toHaveLength(2);

  scene.order();
  const second = await scene.run();
  expect(second.stderr).toMatch(/cleared what an earlier run left: /);
  expect(second.code).toBe(0);
  expect(scene.leftovers()).toEqual([]);
});

test.each([[["SIGHUP", "SIGHUP", "SIGTERM", "SIGHUP"]], [["SIGTERM", "SIGHUP"]]] as const)(
  "a terminal that closes, or a session that ends, does not ask again: %s",
  async ([first, ...rest]) => {
    const scene = createScene();
    // It ignores SIGTERM, so putting everything back takes half a second.
    scene.order({
      acceptance_commands: [`sh -c "test -e greet.js || exit 1; trap '' TERM; touch runs-now; sleep 120; :"`],
    });
    scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
    const others: NodeJS.Signals[] = [...rest];
    const onceItRuns = whenItRuns(scene, (kill) => kill(first));
    const onOutput: typeof onceItRuns = (stderr, kill) => {
      if (!stderr.includes("putting everything back")) onceItRuns(stderr, kill);
      else for (const signal of others.splice(0)) kill(signal);
    };
    const { code, stdout } = await scene.run([], { onOutput });
    expect(code).toBe(130);
    expect(stdout).toMatch(/^INTERRUPTED {2}WO-01 /);
    expect(scene.leftovers()).toEqual([]);
    expect(readJsonLines(scene.runs()[0] ?? "", "events.jsonl").at(-1)).toMatchObject({ type: "run_finished" });
  },
);

test("a run whose container was killed is interrupted and can be discarded, once it shows no sign of life", async () => {
  const scene = createScene();
  scene.order({ acceptance_commands: [longCommand()] });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  await scene.run(["--branch", "work"], { onOutput: whenItRuns(scene, (kill) => kill("SIGKILL")) });
  const [reserve, locks] = [join(scene.runs()[0] ?? "", ".reserve"), join(scene.repo, ".git/llmch")];
  const another = /(?<=^llmch-|"machine":")\w{8}/;
  for (const file of [reserve, ...readdirSync(locks).map((name) => join(locks, name))])
    writeFileSync(file, readFileSync(file, "utf8").replace(another, "00000000"));
  const llmch = (...argv: string[]) => scene.llmch([...argv, "--artifacts-dir", scene.artifacts]);
  const stands = async () => JSON.parse((await llmch("runs", "--json")).stdout).runs[0].state;
  expect(await stands()).toBe("running");
  expect((await llmch("discard", "--yes")).stderr).toContain("is at work");
  utimesSync(reserve, new Date(0), new Date(0));
  expect(await stands()).toBe("interrupted");
  expect(await llmch("discard", "--yes", "--artifacts")).toMatchObject({ code: 0 });
  expect([scene.runs(), existsSync(locks)]).toEqual([[], false]);
});

test("a killed run loses nothing, and the next run clears what was left", async () => {
  const scene = createScene();
  scene.git("checkout", "-q", "-b", "work");
  scene.order({ acceptance_commands: [longCommand()] });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  const standing = scene.checkout();
  const killed = await scene.run(["--branch", "work"], { onOutput: whenItRuns(scene, (kill) => kill("SIGKILL")) });
  expect(killed).toMatchObject({ code: null, signal: "SIGKILL" });
  expect(scene.checkout()).toEqual(standing);

  scene.order();
  const { code } = await scene.run(["--branch", "work"]);
  expect(code).toBe(0);
  expect(scene.leftovers()).toEqual([]);
  expect(scene.git("log", "--format=%s")).toBe("WO-01: Greet by name\nstart");
});
