import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { createScene, filesBelow, type Scene, sha256 } from "../scene.ts";
import { faultsIn } from "./audit-scene.ts";

/** A run of four orders at once: the second takes two attempts, the last depends on the first, and the tool they need is untracked. */
const carriedOut = async (flags: readonly string[] = [], files: Readonly<Record<string, string>> = {}) => {
  const scene = createScene({ files: { "README.md": "# Target\n", ".gitignore": "node_modules\n", ...files } });
  scene.write({ "node_modules/tool/run.sh": 'grep -q right "$1"\n' });
  const paths = ["one.js", "two.js", "three.js"];
  for (const [index, path] of paths.entries()) {
    const acceptance = [`sh node_modules/tool/run.sh ${path}`];
    scene.order({ id: `WO-0${index + 1}`, title: path, allowed_files: [path], acceptance_commands: acceptance });
  }
  scene.order({
    id: "WO-04",
    title: "four.js",
    allowed_files: ["four.js"],
    depends_on: ["WO-01"],
    acceptance_commands: ["cmp one.js four.js"],
  });
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "one.js": "right\n" }),
    "WO-02/attempt-1": scene.answer({ "two.js": "wrong\n" }),
    "WO-02/attempt-2": scene.answer({ "two.js": "right at last\n" }),
    "WO-03/attempt-1": scene.answer({ "three.js": "right\n" }),
    "WO-04/attempt-1": scene.answer({ "four.js": "right\n" }),
  });
  const run = await scene.runAll(["--branch", "work", "--jobs", "4", ...flags]);
  const [schedule = ""] = scene.runs("run-all").map((path) => basename(path));
  const again = (more: readonly string[] = []) =>
    scene.llmch(["audit", "--sequential", "--artifacts-dir", scene.artifacts, ...more]);
  return { scene, run, schedule, again };
};

const standing = ({ artifacts, checkout, git }: Scene) => [
  checkout(),
  git("for-each-ref"),
  filesBelow(artifacts).map((path) => [path, sha256(readFileSync(join(artifacts, path)))]),
];

test("a run of several orders at once gives the same trees one by one, and nothing is changed or left behind", async () => {
  const { scene, run, schedule, again } = await carriedOut();
  expect(run).toMatchObject({ code: 0 });
  const before = standing(scene);
  const { code, stdout, stderr } = await again();
  expect(stderr).toBe("");
  const whole = `^PASS {2}audit of run-all ${schedule}: 4 orders, \\d+ files whole`;
  expect(stdout).toMatch(new RegExp(`${whole}; carried out again with one job: 4 orders, 4 trees the same`));
  expect(code).toBe(0);
  expect(standing(scene)).toEqual(before);
  expect(scene.leftovers()).toEqual([]);

  // The record has no second answer to this order: what refused its first one is what went wrong.
  scene.write({ "node_modules/tool/run.sh": 'case "$1" in three.js) exit 1;; esac\ngrep -q right "$1"\n' });
  expect((await again()).stdout).toMatch(
    /^FAULT {2}WO-03 \w+ {2}carried out again .* not pass: acceptance_failed at `sh /m,
  );

  const part = await again([basename(scene.runs()[0] ?? "")]);
  expect(part).toMatchObject({ code: 1, stderr: expect.stringContaining(`a part of the run-all ${schedule}`) });
});

test("an order that failed fails again; one that ends differently is named", async () => {
  const { scene, run, again } = await carriedOut(["--keep-going", "--max-attempts", "1"]);
  expect(run).toMatchObject({ code: 1 });
  expect(await again()).toMatchObject({ code: 0, stderr: "" });

  // Something outside the record changes the result: the second order's answer passes, the third's fails.
  scene.write({ "node_modules/tool/run.sh": 'case "$1" in three.js) exit 1;; esac\n' });
  const { code, stdout, stderr } = await again();
  expect(code).toBe(2);
  expect(stderr).toMatch(/^warning: WO-04 [0-9a-f]{10}: an order before it ended otherwise: it is not compared\n$/);
  expect(faultsIn(stdout)).toEqual([
    "FAULT  WO-02  carried out again with one job, it passes, and it failed at acceptance_failed",
    expect.stringMatching(
      /^FAULT {2}WO-03 [0-9a-f]{10} {2}carried out again with one job, it does not pass: acceptance_failed/,
    ),
    "FAIL",
  ]);
  expect(scene.leftovers()).toEqual([]);
});

test("a different tree and a missing answer are reported, each with its order", async () => {
  const { scene, again } = await carriedOut();
  const [first = "", second = ""] = scene.runs().map((path) => join(path, "exchanges.jsonl"));
  const text = readFileSync(first, "utf8");
  writeFileSync(first, text.replaceAll("right", "right or so"));
  writeFileSync(second, "");
  const { code, stdout } = await again();
  expect(code).toBe(2);
  expect(stdout).toMatch(
    /FAULT {2}WO-01 [0-9a-f]{10} {2}carried out again with one job, it comes to the tree [0-9a-f]{40}, not/,
  );
  expect(stdout).toMatch(
    /FAULT {2}WO-02 [0-9a-f]{10} {2}carried out again with one job, it does not pass: .*no exchange with the key WO-02/,
  );
  expect(scene.leftovers()).toEqual([]);
});

test("a run whose orders did not end is refused with a reason", async () => {
  const scene = createScene();
  scene.order({});
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "right\n" }) });
  const run = await scene.run(["--branch", "work", "--max-tokens", "1"]);
  expect(run.code).toBe(5);
  const refused = await scene.llmch(["audit", "--sequential", "--artifacts-dir", scene.artifacts]);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("came to its end") });
});
