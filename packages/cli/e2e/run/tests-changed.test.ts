import { expect, test } from "vitest";
import { createScene, readJsonFile } from "../scene.ts";

const CASES = 'test("a", () => {});\ntest("b", () => {});\n';

test("tests that an order edits or removes are in its commit, and lost tests are reported", async () => {
  const scene = createScene({
    files: { "scripts/verify.sh": "true\n", "test/a.test.js": CASES, "test/b.test.js": CASES, "test/c.test.js": CASES },
  });
  const edits = (id: string, allowed_files: readonly string[], text: string) =>
    scene.order({
      id,
      allowed_files: [...allowed_files],
      acceptance_commands: [`grep -q '${text}' ${allowed_files[0]}`],
    });
  edits("WO-01", ["test/a.test.js", "new.js"], "skip");
  edits("WO-02", ["test/b.test.js", "test/moved.test.js"], "moved");
  edits("WO-03", ["test/c.test.js"], '"c"');
  const skipped = CASES.replace("test(", "test.skip(");
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "test/a.test.js": skipped, "new.js": "1\n" }),
    "WO-02/attempt-1": scene.answer({ "test/b.test.js": "// moved\n", "test/moved.test.js": CASES }),
    "WO-03/attempt-1": scene.answer({ "test/c.test.js": 'test("c", () => {});\n' }),
  });
  const { code, stderr } = await scene.runAll(["--branch", "work"]);
  expect(code).toBe(0);
  const told = [...stderr.matchAll(/warning: (\[W225\].*)/g)].map(([, warning]) => warning);
  expect(told).toEqual([
    "[W225] WO-01: tests are weakened: test/a.test.js skips, expects to fail or runs alone 1 more",
    "[W225] WO-03: tests are weakened: test/c.test.js has 1 case fewer",
  ]);
  const trailers = scene.git("log", "--reverse", "--format=%(trailers:key=Tests-changed,valueonly)", "main..work");
  expect(trailers.split("\n").filter(Boolean)).toEqual(["test/a.test.js", "test/b.test.js", "test/c.test.js"]);
  const [run = ""] = scene.runs();
  expect(readJsonFile(run, "run_summary.json")).toMatchObject({ warnings: [told[0]] });
  const shown = await scene.llmch(["show", "--order", "WO-01", "--artifacts-dir", scene.artifacts]);
  expect(shown.stdout.replace(/\s+/g, " ")).toContain(told[0]);
  const place = ["--artifacts-dir", scene.artifacts, "--repo", scene.repo];
  expect((await scene.llmch(["audit", ...place])).code).toBe(0);
  expect((await scene.llmch(["audit", "--branch", "work", ...place])).code).toBe(0);
  expect(await scene.runAll(["--branch", "work"])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/3 done before|skipped/),
  });
});
