import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setInterval } from "node:timers/promises";
import { expect, test } from "vitest";
import { createScene, readJsonLines, type Scene, sha256, UNISOLATED } from "../scene.ts";

const TABLE = { LLMCH_FACTORY_ESCALATION: JSON.stringify([{ after: "any", failures: 2, do: "divide" }]) };
const PARTS = ["one", "two", "three"];
const FILES = PARTS.map((part) => `${part}.js`);
const ALL = `grep -q right ${FILES.join(" ")}`;

/** An answer that creates these files. */
const answer = (files: Readonly<Record<string, string>>): string =>
  JSON.stringify({
    summary: "Written.",
    writes: Object.entries(files).map(([path, content]) => ({ path, base_sha256: null, content })),
  });

const exists = (path: string) => ({ kind: "file_exists" as const, path });

/** The first, second and third child of the order, each of which writes a file. */
const children = (commands: Readonly<Record<string, string>> = {}) => ({
  work_orders: FILES.map((path, index) => ({
    ...{ id: `WO-02.${index + 1}`, title: `Write ${path}`, intent: `Write ${path}, rightly.`, preconditions: [] },
    ...{ postconditions: [exists(path)], allowed_files: [path], forbidden: [], context_files: FILES.slice(0, index) },
    acceptance_commands: [commands[path] ?? `grep -q right ${path}`, ...(index === 2 ? [ALL] : [])],
    notes: null,
  })),
});

/** Three orders; the second fails twice and is divided in three. */
const dividedScene = (commands: Readonly<Record<string, string>> = {}): Scene => {
  const scene = createScene({ own: UNISOLATED });
  scene.order({
    id: "WO-01",
    title: "Write zero.js",
    allowed_files: ["zero.js"],
    acceptance_commands: ["grep -q right zero.js"],
  });
  scene.order({
    ...{ id: "WO-02", title: "Write three files", allowed_files: FILES, postconditions: FILES.map(exists) },
    acceptance_commands: [ALL, { command: "grep -q right three.js", hidden: true }],
  });
  scene.order({
    id: "WO-03",
    title: "Write four.js",
    allowed_files: ["four.js"],
    acceptance_commands: ["cmp one.js four.js"],
    depends_on: ["WO-02"],
  });
  const wrong = answer(Object.fromEntries(FILES.map((path) => [path, "wrong\n"])));
  scene.answers({
    "WO-01/attempt-1": answer({ "zero.js": "right\n" }),
    "WO-02/attempt-1": wrong,
    "WO-02/attempt-2": wrong,
    "WO-02/division-1/attempt-1": JSON.stringify({ work_orders: [] }),
    "WO-02/division-1/attempt-2": JSON.stringify(children(commands)),
    "WO-02.1/attempt-1": answer({ "one.js": "right\n" }),
    "WO-02.2/attempt-1": answer({ "two.js": "wrong\n" }),
    "WO-02.2/attempt-2": answer({ "two.js": "right\n" }),
    "WO-02.3/attempt-1": answer({ "three.js": "right\n" }),
    "WO-03/attempt-1": answer({ "four.js": "right\n" }),
  });
  return scene;
};

const treesOf = ({ git }: Scene, branch: string) => git("log", "--format=%T %s", branch).split("\n");
const eventsOf = (run: string) =>
  readJsonLines(run, "events.jsonl") as { readonly type: string; readonly child?: string }[];

test("an order that fails twice is divided in three, and lands as one commit, with any number of jobs", async () => {
  const scene = dividedScene();
  const { code, stderr } = await scene.runAll(["--branch", "work"], { env: TABLE });
  expect([code, stderr]).toEqual([0, expect.stringContaining("divided into 3 orders")]);
  expect(treesOf(scene, "work").map((line) => line.slice(41))).toEqual([
    ...["WO-03: Write four.js", "WO-02: Write three files", "WO-01: Write zero.js", "start"],
  ]);
  expect(scene.git("log", "-1", "--format=%b", "work~1")).toContain("Divided-into: WO-02.1, WO-02.2, WO-02.3");
  expect(scene.git("show", "work:three.js")).toBe("right");
  const run = scene.runs().find((each) => existsSync(join(each, "division_1"))) ?? "";
  const prompt = readFileSync(join(run, "division_1", "prompt_attempt_1.txt"), "utf8");
  expect(prompt).toContain(ALL);
  expect(prompt).not.toContain("grep -q right three.js");
  expect(existsSync(join(run, "attempt_3", "children", "WO-02.2", "attempt_2", "proposed_writes.json"))).toBe(true);
  const shown = await scene.llmch(["show", "--artifacts-dir", scene.artifacts, basename(run)]);
  expect(shown.stdout).toContain("WO-02.2  Write two.js: passed after 2 attempts");
  const audited = await scene.llmch(["audit", "--artifacts-dir", scene.artifacts]);
  expect([audited.code, audited.stdout]).toEqual([0, expect.stringMatching(/^PASS/)]);

  const [schedule = ""] = scene.runs("run-all").map((path) => basename(path));
  for (const jobs of ["1", "4"]) {
    const again = await scene.llmch(
      [
        ...[
          "run-all",
          scene.orders,
          "--repo",
          scene.repo,
          "--artifacts-dir",
          scene.artifacts,
          "--branch",
          `jobs-${jobs}`,
        ],
        ...["--jobs", jobs, "--replay", schedule, "--replay-strict"],
      ],
      { env: TABLE },
    );
    expect([again.code, again.stderr]).toEqual([0, expect.any(String)]);
    expect(treesOf(scene, `jobs-${jobs}`)).toEqual(treesOf(scene, "work"));
  }
  expect(scene.leftovers()).toEqual([]);
});

test("an order judged complex is divided at once, and only in its turn", async () => {
  const trees: (readonly string[])[] = [];
  for (const jobs of ["1", "4"]) {
    const scene = dividedScene();
    const said = (complexity: string) => JSON.stringify({ complexity, reason: "It says so." });
    scene.answers({
      "WO-01/triage/attempt-1": said("simple"),
      "WO-02/triage/attempt-1": said("complex"),
      "WO-03/triage/attempt-1": said("simple"),
    });
    const env = { LLMCH_TRIAGE_COMPLEX: '{"divide":true}' };
    const { code, stderr } = await scene.runAll(["--branch", "work", "--triage", "--jobs", jobs], { env });
    expect([code, stderr]).toEqual([0, expect.stringContaining("divided into 3 orders")]);
    trees.push(treesOf(scene, "work").map((line) => line.slice(0, 40)));
    const run = scene.runs().find((each) => existsSync(join(each, "division_1"))) ?? "";
    expect(eventsOf(run).filter(({ type }) => type === "attempt_failed")).toMatchObject([{ child: "WO-02.2" }]);
  }
  expect(trees[1]).toEqual(trees[0]);
});

test("a run that is killed in a child resumes without asking again", async () => {
  const scene = dividedScene();
  const mark = join(scene.root, "ran");
  // The second child's check takes long the first time that its file is right.
  const long = `sh -c "grep -q right two.js || exit 1; test -e '${mark}' && exit 0; touch '${mark}'; exec sleep 120"`;
  scene.answers({ "WO-02/division-1/attempt-2": JSON.stringify(children({ "two.js": long })) });
  let isWaiting = false;
  await scene.runAll(["--branch", "work"], {
    env: TABLE,
    onOutput: async (_, kill) => {
      if (isWaiting) return;
      isWaiting = true;
      for await (const _tick of setInterval(10)) if (existsSync(mark)) break;
      kill("SIGKILL");
    },
  });
  expect(treesOf(scene, "work").map((line) => line.slice(41))).toEqual(["WO-01: Write zero.js", "start"]);
  const asked = readFileSync(scene.record, "utf8").split("\n");
  // Earlier questions cannot be asked again.
  writeFileSync(scene.record, asked.filter((line) => /WO-02\.3|WO-03/.test(line)).join("\n"));
  const resumed = await scene.llmch(["resume", "--artifacts-dir", scene.artifacts], { env: TABLE });
  expect([resumed.code, resumed.stderr]).toEqual([
    0,
    expect.stringContaining("the recorded answer to WO-02.2/attempt-2 is used again"),
  ]);
  expect(scene.git("show", "work:three.js")).toBe("right");
  const run = scene.runs().find((each) => existsSync(join(each, "division_1"))) ?? "";
  expect(eventsOf(run).filter(({ type, child }) => type === "attempt_failed" && child === undefined)).toHaveLength(2);
  expect(scene.leftovers()).toEqual([]);
});

test("a replay takes what commands made for a child from the record", async () => {
  const scene = createScene({ own: UNISOLATED });
  const tool = join(scene.root, "tool.sh");
  writeFileSync(tool, "echo made by $1 > two.js\n");
  const derive = [{ command: `sh '${tool}' WO`, files: ["two.js"] }];
  const files = ["one.js", "two.js"];
  scene.order({
    allowed_files: files,
    postconditions: files.map(exists),
    derive,
    acceptance_commands: ["grep -q made two.js"],
  });
  const child = { preconditions: [], forbidden: [], context_files: [], notes: null, intent: "Do so." };
  const divided = [
    {
      ...child,
      id: "WO-01.1",
      title: "One",
      allowed_files: ["one.js"],
      postconditions: [exists("one.js")],
      derive,
      acceptance_commands: ["test -f one.js"],
    },
    {
      ...child,
      id: "WO-01.2",
      title: "Two",
      allowed_files: ["one.js"],
      postconditions: files.map(exists),
      derive,
      acceptance_commands: ["grep -q made two.js"],
    },
  ];
  const once = { LLMCH_FACTORY_ESCALATION: JSON.stringify([{ after: "any", do: "divide" }]) };
  scene.answers({
    "WO-01/attempt-1": "no answer",
    "WO-01/division-1/attempt-1": JSON.stringify({ work_orders: divided }),
    "WO-01.1/attempt-1": answer({ "one.js": "1\n" }),
    "WO-01.2/attempt-1": JSON.stringify({
      summary: "",
      writes: [{ path: "one.js", base_sha256: sha256("1\n"), content: "2\n" }],
    }),
  });
  const first = await scene.run(["--branch", "work"], { env: once });
  expect([first.code, first.stderr]).toEqual([0, expect.any(String)]);
  rmSync(tool);
  const [run = ""] = scene.runs().map((path) => basename(path));
  const again = await scene.llmch(
    [
      ...["run", join(scene.orders, "WO-01.json"), "--repo", scene.repo, "--artifacts-dir", scene.artifacts],
      ...["--branch", "again", "--no-sandbox", "--replay", run, "--replay-strict"],
    ],
    { env: once },
  );
  expect([again.code, again.stderr]).toEqual([0, expect.any(String)]);
  expect(treesOf(scene, "again")).toEqual(treesOf(scene, "work"));
});

test("a child that fails is divided again, but no further, and everything becomes one commit that replays", async () => {
  const scene = createScene({ own: UNISOLATED });
  const part = (id: string, files: readonly string[], command: string) => ({
    ...{ id, title: `Write ${files.join(" and ")}`, intent: "Rightly.", preconditions: [], notes: null },
    ...{ postconditions: files.map(exists), allowed_files: [...files], forbidden: [], context_files: [] },
    acceptance_commands: [command],
  });
  const two = 'sh -c "grep -q right one.js && grep -q right two.js"';
  scene.order({
    ...{ id: "WO-01", title: "Write three files", allowed_files: FILES, postconditions: FILES.map(exists) },
    acceptance_commands: [ALL],
  });
  const wrong = (...files: readonly string[]) => answer(Object.fromEntries(files.map((path) => [path, "wrong\n"])));
  scene.answers({
    "WO-01/attempt-1": wrong(...FILES),
    "WO-01/division-1/attempt-1": JSON.stringify({
      work_orders: [part("WO-01.1", ["one.js", "two.js"], two), part("WO-01.2", ["three.js"], ALL)],
    }),
    "WO-01.1/attempt-1": wrong("one.js", "two.js"),
    "WO-01.1/division-1/attempt-1": JSON.stringify({
      work_orders: [part("WO-01.1.1", ["one.js"], "grep -q right one.js"), part("WO-01.1.2", ["two.js"], two)],
    }),
    "WO-01.1.1/attempt-1": answer({ "one.js": "right\n" }),
    // A child's child is asked again, not divided.
    "WO-01.1.2/attempt-1": wrong("two.js"),
    "WO-01.1.2/attempt-2": answer({ "two.js": "right\n" }),
    "WO-01.2/attempt-1": answer({ "three.js": "right\n" }),
  });
  const env = { LLMCH_FACTORY_ESCALATION: JSON.stringify([{ after: "any", do: "divide" }]) };
  const first = await scene.runAll(["--branch", "work"], { env });
  expect([first.code, first.stderr]).toEqual([0, expect.any(String)]);
  expect(treesOf(scene, "work")).toHaveLength(2);
  expect(FILES.map((path) => scene.git("show", `work:${path}`))).toEqual(["right", "right", "right"]);
  expect(scene.git("log", "-1", "--format=%b", "work")).toMatch(/^Divided-into: WO-01\.1, WO-01\.2$/m);
  const [run = ""] = scene.runs();
  const children = join(run, "attempt_2", "children", "WO-01.1", "attempt_2", "children");
  expect(existsSync(join(children, "WO-01.1.2", "attempt_2", "proposed_writes.json"))).toBe(true);
  expect(eventsOf(run).filter(({ type }) => type === "divided")).toHaveLength(2);
  const audited = await scene.llmch(["audit", "--artifacts-dir", scene.artifacts]);
  expect([audited.code, audited.stderr]).toEqual([0, ""]);
  const [schedule = ""] = scene.runs("run-all").map((path) => basename(path));
  const replay = ["--branch", "again", "--replay", schedule, "--replay-strict"];
  const at = ["run-all", scene.orders, "--repo", scene.repo, "--artifacts-dir", scene.artifacts];
  const again = await scene.llmch([...at, ...replay], { env });
  expect([again.code, again.stderr]).toEqual([0, expect.any(String)]);
  expect(treesOf(scene, "again")).toEqual(treesOf(scene, "work"));
  expect(scene.leftovers()).toEqual([]);
});

test("if a child fails, the order's model continues from the files as they were, and the record holds all of it", async () => {
  const scene = dividedScene();
  scene.answers({
    "WO-02.2/attempt-2": answer({ "two.js": "wrong again\n" }),
    "WO-02.2/attempt-3": "no answer",
    "WO-02.2/attempt-4": "no answer",
    "WO-02/attempt-4": answer(Object.fromEntries(FILES.map((path) => [path, "right\n"]))),
  });
  const { code } = await scene.runAll(["--branch", "work", "--max-attempts", "4"], { env: TABLE });
  expect(code).toBe(0);
  expect(scene.git("log", "-1", "--format=%b", "work~1")).not.toContain("Divided-into");
  const run = scene.runs().find((each) => existsSync(join(each, "division_1"))) ?? "";
  const audited = await scene.llmch(["audit", "--artifacts-dir", scene.artifacts, basename(run)]);
  expect([audited.code, audited.stdout]).toEqual([0, expect.stringMatching(/^PASS/)]);
  const shown = await scene.llmch(["show", "--artifacts-dir", scene.artifacts, basename(run)]);
  expect(shown.stdout).toContain("WO-02.2  Write two.js: failed after 4 attempts, llm_output_invalid");
});
