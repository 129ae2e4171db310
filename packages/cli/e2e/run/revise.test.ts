import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { objectionOf } from "@llmch/testkit";
import type { JsonObject } from "@llmch/text";
import { describe, expect, test } from "vitest";
import { createScene, filesBelow, readJsonFile, readJsonLines, type Scene } from "../scene.ts";

/** The order returns 3, and its command expects 4: no right answer passes. */
const WRONG = `node -e "require('./sum.js')(1, 2) === 4 || process.exit(1)"`;
const MENDED = `node -e "require('./sum.js')(1, 2) === 3 || process.exit(1)"`;
const RIGHT = "module.exports = (a, b) => a + b;\n";
/** What the command expects. */
const MORE = "module.exports = (a, b) => a + b + 1;\n";
const CONTRADICTION = objectionOf({
  reason: "1 and 2 make 3, as the order says; the command expects 4.",
  contradiction: { command: WRONG, sentence: "Export sum(a, b), which returns a + b." },
});

interface Options {
  /** How often a right answer is refused before its model objects. */
  readonly refused?: number;
  /** How the planner answers each attempt. */
  readonly planner?: readonly ((order: JsonObject) => string)[];
  readonly more?: readonly string[];
  /** The answer to the revised order. */
  readonly written?: string;
}

const mended = (order: JsonObject): string => JSON.stringify({ ...order, acceptance_commands: [MENDED] });

/** No wider than the order: it is proven as before, and asks for something else. */
const reworded = (order: JsonObject): string =>
  JSON.stringify({ ...order, intent: "Export sum(a, b), which returns a + b + 1." });

/** An acceptance command expects the wrong value, and the model objects. */
const objected = ({ refused = 0, planner = [mended], more = [], written = RIGHT }: Options = {}): Scene => {
  const scene = createScene();
  const path = scene.order({
    title: "Add numbers",
    intent: "Export sum(a, b), which returns a + b.",
    notes: "Both are whole numbers.",
    allowed_files: ["sum.js"],
    acceptance_commands: [WRONG],
  });
  const order: JsonObject = JSON.parse(readFileSync(path, "utf8"));
  for (const id of more) scene.order({ id, title: `Say ${id}`, allowed_files: [`${id}.js`] });
  scene.answers({
    ...Object.fromEntries(
      Array.from({ length: refused }, (_, before) => [
        `WO-01/attempt-${before + 1}`,
        scene.answer({ "sum.js": `${RIGHT}// ${before}\n` }),
      ]),
    ),
    [`WO-01/attempt-${refused + 1}`]: CONTRADICTION,
    [`WO-01/attempt-${refused + 2}`]: scene.answer({ "sum.js": written }),
    ...Object.fromEntries(planner.map((say, index) => [`WO-01/revision-1/attempt-${index + 1}`, say(order)])),
    ...Object.fromEntries(more.map((id) => [`${id}/attempt-1`, scene.answer({ [`${id}.js`]: "1\n" })])),
  });
  return scene;
};

const act = (scene: Scene, command: string, ...flags: readonly string[]) =>
  scene.llmch([command, "--artifacts-dir", scene.artifacts, ...flags]);
const audited = async (scene: Scene): Promise<string> => {
  const { code, stdout, stderr } = await act(scene, "audit");
  return code === 0 ? "ok" : `${stdout}${stderr}`;
};

describe("an order whose acceptance command expects a wrong value", () => {
  test("is objected to after three right answers, revised, and resumed to its PASS", async () => {
    const scene = objected({ refused: 3 });
    expect((await scene.run(["--branch", "work"])).code).toBe(1);
    const [run = ""] = scene.runs();
    const own = join(scene.orders, "WO-01.json");
    const before = readFileSync(own, "utf8");

    const shown = await act(scene, "revise");
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain(`-    ${JSON.stringify(WRONG)}`);
    expect(shown.stdout).toContain(`+    ${JSON.stringify(MENDED)}`);
    expect(shown.stdout).toMatch(/PASS {2}WO-01 {2}revision 1 proposed; take it up with --yes\n$/);
    expect(shown.stderr).toContain(`llmch revise ${basename(run)} --artifacts-dir ${scene.artifacts} --yes`);
    expect(JSON.stringify(readJsonLines(run, "events.jsonl"))).not.toContain("order_revised");
    expect(await audited(scene)).toBe("ok");

    // Takes up exactly what was shown: nobody is asked again.
    writeFileSync(scene.record, readFileSync(scene.record, "utf8").replace(/.*revision-1.*\n/g, ""));
    const taken = await act(scene, "revise", "--yes");
    expect(taken).toMatchObject({ code: 0, stdout: expect.stringMatching(/revision 1 taken up\n$/) });
    expect(readFileSync(own, "utf8")).toBe(before);
    expect(await audited(scene)).toBe("ok");

    const resumed = await act(scene, "resume");
    expect(resumed.stdout).toMatch(/^PASS {2}WO-01 {2}[0-9a-f]{10} {2}Add numbers \(5 attempts/);
    expect(scene.git("show", "work:sum.js")).toBe(RIGHT.trimEnd());
    expect(scene.runs()).toEqual([run]);
    const prompt = readFileSync(join(run, "attempt_5/se_prompt.txt"), "utf8");
    expect(prompt).toContain("The order was revised after attempt 4");
    expect(prompt).toContain("Revised: `acceptance_commands`. These acceptance commands are revised");
    expect(prompt).toContain(JSON.stringify(MENDED));
    const kept = readJsonFile(run, "revision_1/work_order.json");
    expect(kept).toMatchObject({ provenance: { revised: { run_id: basename(run), revision: 1 } } });
    expect(scene.git("log", "-1", "--format=%(trailers:key=Llmch-Order-Sha256,valueonly)", "work")).toBe(
      String(readJsonFile(run, "run.json").work_order_sha256),
    );
    expect(await audited(scene)).toBe("ok");
    // Told as it was carried out, with what the revision changed.
    const story = await act(scene, "show");
    expect(story.stdout).toMatch(/ {2}revision 1; against the order as planned:\n {11}acceptance_commands:\n/);
    expect(story.stdout).toContain(`-    ${JSON.stringify(WRONG)}\n           +    ${JSON.stringify(MENDED)}\n`);
    expect(story.stdout).toMatch(
      / {2}commit {3}[0-9a-f]{10} on work\n {2}evidence NO TEST RAN, 1 check\n {2}changed {2}1 file, \+1 -0: sum\.js \+1\n/,
    );
    expect(story.stdout).toMatch(/ llmch diff .*\n {11}llmch pr .*\n {11}git -C \S+ merge work/);
    const told = await act(scene, "show", "--attempt", "4", "--response");
    expect(told).toMatchObject({ code: 0, stdout: expect.stringContaining('"objection"') });
    expect(scene.leftovers()).toEqual([]);
  });

  test("works in a run-all too: later orders follow, and a new run-all finds its orders done once they are written back", async () => {
    const scene = objected({ more: ["WO-02"] });
    expect((await scene.runAll(["--branch", "work"])).code).toBe(1);
    expect(await audited(scene)).toBe("ok");
    const taken = await act(scene, "revise", "--yes", "--write", "--json");
    const document = JSON.parse(taken.stdout);
    expect(document).toMatchObject({ ok: true, revision: 1, taken_up: true, paths: { written: expect.any(String) } });
    expect(JSON.parse(readFileSync(join(scene.orders, "WO-01.json"), "utf8")).acceptance_commands).toEqual([MENDED]);
    expect(await audited(scene)).toBe("ok");

    const resumed = await act(scene, "resume");
    expect(resumed.stdout).toMatch(/PASS {2}2 of 2 orders/);
    expect(resumed.stderr).not.toContain("was changed since");
    expect(await audited(scene)).toBe("ok");
    const again = await scene.runAll(["--branch", "work"]);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("2 done before") });
  });

  test("finds its repo where it is by now, and says so in what to type next", async () => {
    const scene = objected({ planner: [() => JSON.stringify({ id: "WO-01", acceptance_commands: [MENDED] })] });
    await scene.run(["--branch", "work"]);
    const moved = `${scene.repo}-moved`;
    renameSync(scene.repo, moved);
    expect((await act(scene, "revise")).code).toBe(1);
    const shown = await act(scene, "revise", "--repo", moved);
    expect([shown.code, shown.stderr]).toEqual([0, expect.stringContaining(`--repo ${moved} --yes`)]);
    expect(shown.stdout).toContain(`+    ${JSON.stringify(MENDED)}`);
    const taken = await act(scene, "revise", "--repo", moved, "--yes");
    expect([taken.code, taken.stderr]).toEqual([0, expect.stringMatching(/resume .* --repo .*-moved/)]);
    expect((await act(scene, "resume", "--repo", moved)).stdout).toMatch(/^PASS {2}WO-01/);
  });

  test("refuses a revision that was changed after it was taken up, and an audit says so", async () => {
    const scene = objected();
    await scene.run(["--branch", "work"]);
    await act(scene, "revise", "--yes");
    const [run = ""] = scene.runs();
    const path = join(run, "revision_1/work_order.json");
    const other = { ...readJsonFile(run, "revision_1/work_order.json"), acceptance_commands: ["node --version"] };
    writeFileSync(path, JSON.stringify(other));
    const { code, stderr } = await act(scene, "resume");
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining("not the order that the journal speaks of"),
    });
    expect(await audited(scene)).not.toBe("ok");
  });
});

describe("a revision is judged by the planner's rules", () => {
  test("is sent back with the codes of its errors, and then shown", async () => {
    const shell = (order: JsonObject) => JSON.stringify({ ...order, acceptance_commands: ["node sum.js && true"] });
    const other = (order: JsonObject) => JSON.stringify({ ...order, id: "WO-07", acceptance_commands: [MENDED] });
    const scene = objected({ refused: 1, planner: [shell, other, () => "no JSON", mended] });
    await scene.run(["--branch", "work"]);
    const { code, stdout } = await act(scene, "revise");
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("revision 1 proposed") });
    const [run = ""] = scene.runs();
    const prompt = (attempt: number) => readFileSync(join(run, `revision_1/prompt_attempt_${attempt}.txt`), "utf8");
    expect(prompt(1)).toContain("the command expects 4");
    expect(prompt(1)).toContain("Attempt 1: acceptance_failed");
    expect(prompt(2)).toContain("[E003]");
    expect(prompt(3)).toContain("keeps its id WO-01");
    expect(prompt(4)).toContain("[E000]");
    expect(prompt(4).startsWith(prompt(1).trimEnd())).toBe(true);
    expect(filesBelow(run, "revision_1")).toContain("revision_1/work_order.json");
  });

  test("keeps what a strict server leaves as null", async () => {
    const strict = (order: JsonObject): string =>
      mended({
        ...order,
        ...{ notes: null, fulfils: null, derive: null, already_true_because: null, forbidden: null },
      });
    const scene = objected({ planner: [strict] });
    await scene.run();
    const { code, stdout } = await act(scene, "revise", "--yes");
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("revision 1 taken up") });
    const [run = ""] = scene.runs();
    expect(readJsonFile(run, "revision_1/work_order.json")).toMatchObject({
      ...{ notes: "Both are whole numbers.", acceptance_commands: [MENDED] },
    });
  });

  test("is not taken up if it never came, changes nothing, or is still invalid at the last attempt", async () => {
    const scene = objected({ planner: [] });
    await scene.run(["--branch", "work"]);
    const [run = ""] = scene.runs();
    const order = readFileSync(join(scene.orders, "WO-01.json"), "utf8");
    for (const [number, planner, exit, told] of [
      [1, [], 3, /^ERROR {2}WO-01 {2}.*WO-01\/revision-1\/attempt-1/],
      [1, [order], 1, /considers the order right as it is/],
      // The number of one that changes nothing is taken.
      [2, ["no JSON", "no"], 2, /still invalid: 1 error/],
    ] as const) {
      scene.answers(
        Object.fromEntries(planner.map((said, index) => [`WO-01/revision-${number}/attempt-${index + 1}`, said])),
      );
      const { code, stdout } = await act(scene, "revise", "--yes", "--max-attempts", "2");
      expect({ code, stdout }).toEqual({ code: exit, stdout: expect.stringMatching(told) });
      expect(existsSync(join(run, `revision_${number}/work_order.json`))).toBe(false);
      expect(await audited(scene)).toBe("ok");
    }
  });
});

test("if no second answer comes, it says why the first was refused", async () => {
  const scene = objected({ planner: [() => "no JSON"] });
  await scene.run(["--branch", "work"]);
  const { code, stdout, stderr } = await act(scene, "revise", "--json", "--max-attempts", "2");
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ verdict: "ERROR", exit_code: code },
    errors: [{ code: "missing-exchange", message: expect.stringContaining("revision-1/attempt-2") }, { code: "E000" }],
  });
  expect([code, stderr]).toEqual([3, expect.stringMatching(/^\[E000\] /m)]);
});

describe("there is nothing to revise", () => {
  test("if no run ended with an objection", async () => {
    const scene = createScene();
    const { code, stderr } = await act(scene, "revise");
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("model objects to an order") });
  });

  test("if the order was revised already", async () => {
    const scene = objected();
    await scene.run(["--branch", "work"]);
    await act(scene, "revise", "--yes");
    const [run = ""] = scene.runs().map((path) => basename(path));
    const { code, stderr } = await act(scene, "revise", run);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(`llmch resume ${run}`) });
  });
});

describe("--revise", () => {
  test("takes up a revision that is no wider without asking, and continues in the same run", async () => {
    const scene = objected({ more: ["WO-02"], planner: [reworded], written: MORE });
    const { code, stdout, stderr } = await scene.runAll(["--branch", "work", "--revise", "1"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/PASS {2}2 of 2 orders/) });
    expect(stderr).toContain("continues with revision 1 of WO-01");
    const [run = ""] = scene.runs();
    expect(readJsonLines(run, "events.jsonl")).toContainEqual(
      expect.objectContaining({ type: "order_revised", revision: 1, asked: false }),
    );
    expect(readJsonFile(run, "run_summary.json")).toMatchObject({ verdict: "PASS", total_attempts: 2 });
    expect(await audited(scene)).toBe("ok");
    expect(scene.leftovers()).toEqual([]);

    const again = await scene.llmch([
      ...["run-all", scene.orders, "--repo", scene.repo, "--branch", "again", "--commit-hash", "main", "--revise", "1"],
      ...["--artifacts-dir", scene.artifacts, "--replay", basename(scene.runs("run-all")[0] ?? ""), "--replay-strict"],
    ]);
    expect(again).toMatchObject({ code: 0 });
    expect(scene.git("rev-parse", "again^{tree}")).toBe(scene.git("rev-parse", "work^{tree}"));
  });

  test("revises no more orders than it says, and leaves the rest to the user", async () => {
    const scene = objected({ planner: [reworded] });
    scene.answers({ "WO-01/attempt-2": CONTRADICTION });
    const { code, stdout } = await scene.run(["--branch", "work", "--revise", "1"]);
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: expect.stringMatching(/^FAIL {2}WO-01 {2}objected \(2 attempts/),
    });
    const [run = ""] = scene.runs();
    const events = readJsonLines(run, "events.jsonl");
    expect(events.filter((event) => JSON.stringify(event).includes('"type":"order_revised"'))).toHaveLength(1);
    scene.answers({
      "WO-01/revision-2/attempt-1": JSON.stringify({
        ...readJsonFile(run, "revision_1/work_order.json"),
        title: "Add",
      }),
      "WO-01/attempt-3": scene.answer({ "sum.js": MORE }),
    });
    expect(await act(scene, "revise", "--yes")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("revision 2"),
    });
    expect((await act(scene, "resume")).stdout).toMatch(/^PASS {2}WO-01/);
    expect(await audited(scene)).toBe("ok");
  });

  test("waits with a wider one until its user agrees, and then continues in the same run", async () => {
    const scene = objected({ more: ["WO-02"] });
    const { code, stdout, stderr } = await scene.runAll(["--branch", "work", "--revise", "1", "--json"]);
    const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/);
    const needs = [{ id: "WO-01", kind: "revision", what: expect.stringContaining("is gone"), sha256 }];
    expect([code, JSON.parse(stdout)]).toMatchObject([6, { needs }]);
    expect(stderr).not.toContain("continues with revision");
    const [run = ""] = scene.runs();
    expect(readJsonFile(run, "run_summary.json")).toMatchObject({ needs });
    const again = await act(scene, "resume");
    expect([again.code, again.stderr]).toEqual([6, expect.stringContaining(" WO-01 approve")]);
    const shown = await act(scene, "show");
    expect(shown.stdout).toMatch(/ llmch decide .* WO-01 approve .*\n.* reject .*\n.* llmch revise /);
    // What comes in place of what is gone.
    const { shown: changes } = JSON.parse((await act(scene, "runs", "--waiting", "--json")).stdout).runs[0].needs[0];
    expect(changes).toContain(
      `acceptance_commands\n- ${JSON.stringify(WRONG)}\n+ ${JSON.stringify(MENDED)}\ncommands `,
    );
    expect(shown.stdout).toMatch(/ acceptance_commands\n +- .*\n.*\n? +\+ "node -e .* === 3 /s);
    expect((await act(scene, "runs")).stderr).toContain(" WO-01 approve");
    expect((await act(scene, "revise")).stdout).toContain(`+    ${JSON.stringify(MENDED)}`);

    const agreed = await act(scene, "decide", "approve", "--all");
    expect([agreed.code, agreed.stdout]).toEqual([0, expect.stringMatching(/PASS {2}2 of 2 orders/)]);
    expect(readJsonLines(run, "events.jsonl")).toContainEqual(
      expect.objectContaining({ type: "order_revised", revision: 1, asked: true }),
    );
    expect(await audited(scene)).toBe("ok");
    expect((await act(scene, "decide", "approve", "--all")).code).toBe(1);
  });

  test("makes the next attempt at the order as it was if its user turns a wider one down", async () => {
    const scene = objected({ written: MORE });
    expect((await scene.run(["--branch", "work", "--revise", "1", "--max-attempts", "1"])).code).toBe(6);
    const { code, stdout } = await act(scene, "decide", "reject", "Return one more, as the command says.");
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^PASS {2}WO-01/)]);
    const [run = ""] = scene.runs();
    expect(readFileSync(join(run, "attempt_2/se_prompt.txt"), "utf8")).toContain("Return one more, as the command");
    expect(JSON.stringify(readJsonLines(run, "events.jsonl"))).not.toContain("order_revised");
    expect(await audited(scene)).toBe("ok");
  });

  test.each([
    ["approve", 0],
    ["reject", 1],
  ])("waits with one that is no wider if its user wants to see each: %s", async (word, ends) => {
    const scene = objected({ planner: [reworded], written: MORE });
    const waits = await scene.runAll(["--branch", "work", "--revise", "1", "--approve", "revision", "--json"]);
    const needs = [{ id: "WO-01", kind: "revision", what: "revision 1 is no wider than the order that you saw" }];
    expect([waits.code, JSON.parse(waits.stdout)]).toMatchObject([6, { needs }]);
    const { code, stdout } = await act(scene, "decide", "WO-01", word);
    expect([code, stdout]).toEqual([ends, expect.stringContaining(`${ends === 0 ? "PASS" : "FAIL"}  WO-01`)]);
    expect(await audited(scene)).toBe("ok");
    // A no turned it down for good; the next attempt is at the order as it was.
    if (ends === 1) expect((await act(scene, "resume", "--max-attempts", "+1")).code).toBe(0);
  });

  test("ends as objected if there is no revision, and says why", async () => {
    const scene = objected({ planner: [(order) => JSON.stringify(order)] });
    const { code, stderr } = await scene.run(["--branch", "work", "--revise", "2"]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining("WO-01 is not revised: the planner considers"),
    });
    expect(await audited(scene)).toBe("ok");
  });
});

describe("a process that was killed", () => {
  /** Cuts a run's journal after the event `type`, as a kill would. */
  const killAfter = (run: string, type: string, after = 0): void => {
    const path = join(run, "events.jsonl");
    const lines = readFileSync(path, "utf8").split("\n");
    const at = lines.findIndex((line, index) => index > after && line.includes(`"type":"${type}"`));
    writeFileSync(path, `${lines.slice(0, at + 1).join("\n")}\n`);
    for (const name of ["seal.json", "run_summary.json"]) rmSync(join(run, name), { force: true });
  };

  test("between two turns resumes from the recorded answers", async () => {
    const scene = createScene({ files: { "lib.js": "the library\n" } });
    scene.order();
    const right = scene.answer({ "greet.js": "1\n" });
    scene.answers({ "WO-01/attempt-1": objectionOf({ needs: ["lib.js"] }), "WO-01/attempt-1/turn-2": "cut" });
    await scene.run(["--branch", "work", "--max-attempts", "1"]);
    const [run = ""] = scene.runs();
    killAfter(run, "objected");
    const kept = readFileSync(join(run, "exchanges.jsonl"), "utf8").split("\n");
    writeFileSync(join(run, "exchanges.jsonl"), `${kept[0]}\n`);
    writeFileSync(scene.record, "");
    scene.answers({ "WO-01/attempt-1/turn-2": right });
    const { stdout, stderr } = await act(scene, "resume");
    expect(stderr).toContain("the recorded answer to WO-01/attempt-1 is used again");
    expect(stdout).toMatch(/^PASS {2}WO-01 .* \(1 attempt,/);
    expect(await audited(scene)).toBe("ok");
  });

  test.each(["revision_proposed", "order_revised"])("after %s loses nothing", async (type) => {
    const scene = objected();
    await scene.run(["--branch", "work"]);
    await act(scene, "revise", "--yes");
    const [run = ""] = scene.runs();
    killAfter(run, type);
    writeFileSync(scene.record, readFileSync(scene.record, "utf8").replace(/.*revision-1.*\n/g, ""));
    if (type === "revision_proposed") expect((await act(scene, "revise", "--yes")).code).toBe(0);
    expect((await act(scene, "resume")).stdout).toMatch(/^PASS {2}WO-01/);
    expect(await audited(scene)).toBe("ok");
  });
});
