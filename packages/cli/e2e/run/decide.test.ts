import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { runInProcess } from "../in-process.ts";
import { createScene, readJsonFile, readJsonLines, type Scene, UNISOLATED } from "../scene.ts";

/** Two orders; the first has a second answer, for its next attempt. */
const createPlan = (): Scene => {
  const scene = createScene({ own: UNISOLATED });
  scene.order({ title: "Greet", allowed_files: ["greet.txt"], acceptance_commands: ["test -s greet.txt"] });
  scene.order({ id: "WO-02", title: "Part", allowed_files: ["part.txt"], acceptance_commands: ["test -s part.txt"] });
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "greet.txt": "hi\n" }),
    "WO-01/attempt-2": scene.answer({ "greet.txt": "good day\n" }),
    "WO-02/attempt-1": scene.answer({ "part.txt": "bye\n" }),
  });
  return scene;
};
const llmch = (scene: Scene, ...argv: string[]) => scene.llmch([...argv, "--artifacts-dir", scene.artifacts]);
const waiting = async (scene: Scene, ...approve: string[]) => {
  const { code } = await scene.runAll(["--branch", "work", "--approve", approve.join(",")]);
  expect(code).toBe(6);
  return basename(scene.runs("run-all")[0] ?? "");
};

describe("without a terminal", () => {
  test("each commit waits; a sentence is the next attempt's brief, and what is approved lands", async () => {
    const scene = createPlan();
    const run = await waiting(scene, "orders");
    const listed = await llmch(scene, "runs", "--waiting");
    expect(listed.stdout).toMatch(
      new RegExp(`^${run} {2}orders {4}WO-01 .*\n {4}llmch decide ${run} WO-01 approve .*\n {4}.* reject`),
    );
    const { runs } = JSON.parse((await llmch(scene, "runs", "--waiting", "--json")).stdout);
    expect(runs).toMatchObject([{ run_id: run, needs: [{ id: "WO-01", kind: "orders" }] }]);
    const [{ sha256 }] = runs[0].needs;

    const rejected = await llmch(scene, "decide", "WO-01", "reject", "Say good day.", "--sha256", sha256);
    expect([rejected.code, rejected.stdout]).toEqual([6, expect.stringContaining("WAITING  WO-01")]);
    const [order = ""] = scene.runs();
    expect(readFileSync(join(order, "attempt_2/se_prompt.txt"), "utf8")).toContain("Say good day.");
    const changed = await llmch(scene, "decide", "approve", "--sha256", sha256);
    expect([changed.code, changed.stderr]).toEqual([
      1,
      expect.stringContaining("WO-01 has changed since it was shown"),
    ]);

    expect(await llmch(scene, "decide", run, "approve")).toMatchObject({ code: 6 });
    const done = await llmch(scene, "decide", run, "WO-02", "approve", "--json");
    expect([done.code, JSON.parse(done.stdout)]).toMatchObject([0, { command: "resume", verdict: "PASS" }]);
    expect(scene.git("show", "work:greet.txt", "work:part.txt")).toBe("good day\nbye");
    const decided = readJsonLines(join(scene.artifacts, "run-all", run), "events.jsonl").filter((event) =>
      JSON.stringify(event).includes('"type":"decided"'),
    );
    expect(decided).toMatchObject([
      { of: "orders", id: "WO-01", decision: "reject", text: "Say good day.", by: { through: "command" } },
      { decision: "approve", text: null },
      { id: "WO-02", decision: "approve" },
    ]);
    expect((await llmch(scene, "show", run)).stdout).toMatch(
      /decided {2}WO-01: .* rejected it by command: "Say good day\."/,
    );
    expect((await llmch(scene, "runs", "--waiting")).stdout).toMatch(/^no run that waits in /);
    expect((await llmch(scene, "audit", run)).code).toBe(0);
  });

  test("with --no-resume it records alone, and a decision stands", async () => {
    const scene = createPlan();
    const run = await waiting(scene, "plan");
    const recorded = await llmch(scene, "decide", "plan", "reject", "Not today.", "--no-resume", "--json");
    expect(JSON.parse(recorded.stdout)).toMatchObject({
      ok: true,
      run_id: run,
      id: "plan",
      decision: "reject",
      needs: [],
    });
    const again = await llmch(scene, "decide", run, "plan", "approve");
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("decided already")]);
    const any = await llmch(scene, "decide", run, "approve", "--json");
    expect(JSON.parse(any.stdout).errors).toMatchObject([{ code: "decided" }]);
    const ended = await llmch(scene, "resume", run);
    expect([ended.code, ended.stdout + ended.stderr]).toEqual([1, expect.stringContaining("Not today.")]);
    expect(scene.git("branch", "--list", "work").trim()).toBe("");
  });

  test("without a run, two that wait are told apart by the person", async () => {
    const scene = createPlan();
    const first = await waiting(scene, "orders");
    expect((await scene.runAll(["--branch", "other", "--approve", "orders"])).code).toBe(6);
    const second = scene
      .runs("run-all")
      .map((run) => basename(run))
      .find((run) => run !== first);
    for (const words of [["approve"], ["WO-01", "approve"]]) {
      const { code, stderr } = await llmch(scene, "decide", ...words);
      expect([code, stderr]).toEqual([1, expect.stringContaining(`2 runs wait for that: ${second}, ${first}`)]);
    }
    expect(await llmch(scene, "decide", first, "approve", "--all")).toMatchObject({ code: 6 });
  });

  test("what fits nothing that waits is refused, and says what to type", async () => {
    const scene = createPlan();
    expect((await llmch(scene, "decide", "approve")).stderr).toMatch(/no run waits for you in .*runs --waiting/);
    const run = await waiting(scene, "orders");
    for (const [words, said] of [
      [["WO-01", "answer", "yes"], "WO-01 wants a yes or a no"],
      [[run, "WO-07", "approve"], `does not wait for WO-07`],
      [["WO-07", "approve"], "there is no run WO-07"],
      [["WO-01", "reject", "x".repeat(10_001)], "WO-01 got too long a text"],
      [["nope"], "say approve, reject"],
      [["a", "b", "c", "approve"], "say approve, reject"],
    ] as const) {
      const { code, stderr } = await llmch(scene, "decide", ...words);
      expect([words[0], code, stderr]).toEqual([words[0], 1, expect.stringContaining(said)]);
    }
    const summary = readJsonFile(join(scene.artifacts, "run-all", run), "run_summary.json");
    expect(summary).toMatchObject({ exit_code: 6, needs: [{ id: "WO-01" }] });
    expect((await llmch(scene, "decide", run, "reject", "--all")).stderr).toContain("--all approves everything");
    expect(await llmch(scene, "decide", run, "approve", "--all")).toMatchObject({ code: 6 });
    expect(await llmch(scene, "decide", "approve", "--all")).toMatchObject({ code: 0 });
  });
});

describe("whatever stands in the run's folder", () => {
  test("a revision is as wide, and a step as it was, as the journal says", async () => {
    const scene = createPlan();
    const run = await waiting(scene, "plan");
    const file = join(scene.artifacts, "run-all", run, "run_summary.json");
    writeFileSync(file, readFileSync(file, "utf8").replace("carry out these", "look at these"));
    const { runs } = JSON.parse((await llmch(scene, "runs", "--waiting", "--json")).stdout);
    expect(runs).toMatchObject([{ needs: [{ id: "plan", what: "carry out these 2 orders" }] }]);
  });

  test("a decision that does not count is made again, and an answer decides no step", async () => {
    const scene = createPlan();
    const run = await waiting(scene, "plan");
    const answered = await llmch(scene, "decide", run, "answer", "fine");
    expect([answered.code, answered.stderr]).toEqual([1, expect.stringContaining("plan wants a yes or a no")]);
    expect((await llmch(scene, "decide", run, "reject", "")).stderr).toContain("the text is empty");
    expect((await llmch(scene, "decide", "approve", "--no-resume")).code).toBe(0);
    const folder = join(scene.artifacts, "run-all", run, "decisions");
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), "{}");
    expect((await llmch(scene, "decide", "approve")).code).toBe(0);
  });

  test("a run that is being carried out is not decided from beside it", async () => {
    const scene = createPlan();
    const run = await waiting(scene, "plan");
    const directory = join(scene.artifacts, "run-all", run);
    const journal = join(directory, "events.jsonl");
    const lines = readFileSync(journal, "utf8").trimEnd().split("\n");
    writeFileSync(
      journal,
      lines
        .slice(0, -1)
        .map((line) => `${line}\n`)
        .join(""),
    );
    // As a process of another machine leaves it while it writes to a run: that one may still live.
    writeFileSync(join(directory, ".reserve"), `llmch-00000000-1-1-${run}\n`);
    expect((await llmch(scene, "decide", run, "approve")).stderr).toContain("is being carried out");
  });
});

describe("what a run says", () => {
  test("is what waits: the plan, then the push, and not an order", async () => {
    const scene = createPlan();
    scene.git("init", "--bare", join(scene.root, "remote.git"));
    scene.git("remote", "add", "origin", join(scene.root, "remote.git"));
    const began = await scene.runAll(["--branch", "work", "--approve", "plan,push", "--push"]);
    expect(began.stdout).toContain("WAITING  0 of 2 orders passed; the plan waits for your decision");
    expect(began.stdout).not.toContain("WO-01 waits");
    const told = (await llmch(scene, "show")).stdout;
    expect(told).toContain("the plan waits for your decision");
    expect(told).toMatch(/waits for you {2}WO-01/);
    expect(told).not.toMatch(/error {2}WO-01|ended after/);
    const pushing = await llmch(scene, "decide", "plan", "approve");
    expect([pushing.code, pushing.stdout]).toEqual([
      6,
      expect.stringContaining("WAITING  2 of 2 orders passed; the push waits for your decision"),
    ]);
    expect(pushing.stderr).toContain("nothing was pushed yet: it waits for your decision");
    const pushed = await llmch(scene, "decide", "approve");
    expect(pushed.code).toBe(0);
  });
});

/** A plan with a command that makes a file, in a repo with a setup; what runs of either says so in a file outside. */
const createTelling = (): Scene & { readonly ran: string } => {
  const scene = createScene();
  const ran = join(scene.root, "ran");
  const tells = (what: string, test: string) => `sh -c 'echo ${what} >> "${ran}"; ${test}'`;
  scene.write({ "llmch.config.json": JSON.stringify({ setup: { commands: [tells("setup", "true")] } }) });
  scene.git("add", "--all");
  scene.git("commit", "--quiet", "--message", "settings");
  const derive = [{ command: "cp greet.txt made.txt", files: ["made.txt"] }];
  const acceptance = [tells("acceptance", "test -s greet.txt")];
  scene.order({ title: "Greet", allowed_files: ["greet.txt"], acceptance_commands: acceptance, derive });
  const whole = { plan_acceptance: ["test -s made.txt"], work_orders: [] };
  writeFileSync(join(scene.orders, "WORK_ORDERS_MANIFEST.json"), JSON.stringify(whole));
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.txt": "hi\n" }) });
  return { ...scene, ran };
};

describe("before its commands are agreed to", () => {
  test("a plan shows them and what they may reach, and nothing of it runs", async () => {
    const { ran, ...scene } = createTelling();
    const place = ["--branch", "work", "--no-sandbox"];
    expect((await scene.runAll([...place, "--approve", "plan,network"])).code).toBe(6);
    const { runs } = JSON.parse((await llmch(scene, "runs", "--waiting", "--json")).stdout);
    const [{ shown, sha256 }] = runs[0].needs;
    expect(shown).toMatch(/^commands run with your rights: there is no sandbox\nsetup {6}sh -c .*setup/);
    expect(shown).toContain("\n  makes    made.txt, by cp greet.txt made.txt\n  proves   sh -c ");
    expect(shown).toContain("\nall orders together\n  proves   test -s made.txt");
    expect((await llmch(scene, "show")).stdout).toContain("made.txt, by cp greet.txt made.txt");
    expect((await llmch(scene, "decide", "plan", "approve")).stdout).toContain("not isolated, and reach the network");
    expect(existsSync(ran)).toBe(false);
    expect(await llmch(scene, "decide", "approve")).toMatchObject({ code: 0 });
    expect(readFileSync(ran, "utf8")).toMatch(/^setup\n(acceptance\n)+$/);

    // Another setup is another thing to agree to.
    const other = ["--branch", "other", "--no-sandbox", "--approve", "plan"];
    await scene.runAll(other, { env: { LLMCH_SETUP_COMMANDS: "true" } });
    const [again] = JSON.parse((await llmch(scene, "runs", "--waiting", "--json")).stdout).runs;
    expect(again.needs[0].sha256).not.toBe(sha256);
  });

  test("work that only its commits' trailers speak for is not tried", async () => {
    const { ran, ...scene } = createTelling();
    expect((await scene.runAll(["--branch", "work", "--no-sandbox"])).code).toBe(0);
    const before = readFileSync(ran, "utf8");
    scene.order({ id: "WO-02", allowed_files: ["part.txt"], acceptance_commands: ["test -s part.txt"] });
    const flags = ["--branch", "work", "--no-sandbox", "--artifacts-dir", join(scene.root, "others")];
    const waits = await scene.runAll([...flags, "--approve", "network"]);
    expect([waits.code, waits.stderr]).toEqual([6, expect.stringContaining("nothing verifies that again")]);
    expect(readFileSync(ran, "utf8")).toBe(before);
    await scene.runAll(flags);
    expect(readFileSync(ran, "utf8")).not.toBe(before);
  });

  test("the network waits for a setup and for commands that make files, in the sandbox too", {
    tags: "bubblewrap",
  }, async () => {
    const { ran: _, ...scene } = createTelling();
    const waits = await scene.runAll(["--branch", "work", "--approve", "network", "--json"]);
    const what = expect.stringMatching(
      /^the setup command `sh .*; `cp greet\.txt made\.txt`, which makes made\.txt, reaches/,
    );
    expect([waits.code, JSON.parse(waits.stdout)]).toMatchObject([6, { needs: [{ id: "network", what }] }]);
    const env = { LLMCH_SETUP_NETWORK: "false" };
    expect((await scene.runAll(["--branch", "other", "--approve", "network"], { env })).code).toBe(0);
  });
});

describe("on a terminal", () => {
  const typed = (scene: Scene, input: string, ...argv: string[]) => {
    const own = join(scene.root, "own-settings.json");
    const env = {
      TMPDIR: scene.temporary,
      XDG_STATE_HOME: join(scene.root, "tmp/state"),
      TERM: "dumb",
      LLMCH_CONFIG: own,
    };
    return runInProcess([...argv, "--artifacts-dir", "runs"], { cwd: scene.root, env, input, isTerminal: true });
  };
  const run = (scene: Scene, input: string, approve: string, ...flags: string[]) => {
    const places = ["--repo", "repo", "--replay", "exchanges.jsonl", "--branch", "work", "--approve", approve];
    return typed(scene, input, "run-all", "wo", ...places, ...flags);
  };

  test("the plan is shown and asked about once; a no ends the run, and an empty line is no answer", async () => {
    const scene = createPlan();
    const no = await run(scene, "\nn\nNot today.\n", "plan");
    expect([no.code, no.stderr]).toEqual([1, expect.stringContaining("WO-02  Part")]);
    const [before = ""] = no.stderr.split("Carry out this plan?");
    for (const said of ["commands run with your rights: there is no sandbox", "  proves   test -s part.txt"])
      expect(before).toContain(said);
    expect(no.stderr.match(/Carry out this plan\? \[y\]es, \[n\]o, \[l\]ater: /g)).toHaveLength(2);
    expect(no.stderr).not.toContain("[y/N]");
    expect(scene.git("branch", "--list", "work").trim()).toBe("");
  });

  test("a commit is shown as its diff; later, and the end of the input, wait", async () => {
    const scene = createPlan();
    const later = await run(scene, "l\n", "orders", "--yes");
    expect([later.code, later.stderr]).toEqual([6, expect.stringMatching(/\+hi\n[\s\S]*WO-01 .*\nCommit this\? /)]);
    const ended = await typed(scene, "", "resume");
    expect(ended.code).toBe(6);
    expect((await typed(scene, "y\n", "resume")).code).toBe(6);
    const events = readFileSync(join(scene.runs("run-all")[0] ?? "", "events.jsonl"), "utf8");
    expect(events.match(/"type":"decided"[^\n]*"through":"terminal"/g)).toHaveLength(1);
  });
});
