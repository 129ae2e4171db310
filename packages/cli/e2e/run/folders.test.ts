import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createScene } from "../scene.ts";

test("records of runs from another folder of the checkout are no changes of it", async () => {
  const scene = createScene({ files: { "pkg/a.txt": "a\n", ".gitignore": "/wo/\n" } });
  for (const number of [1, 2]) {
    const path = `file-${number}.txt`;
    scene.order({ id: `WO-0${number}`, title: `Write ${path}`, allowed_files: [path] });
    scene.answers({ [`WO-0${number}/attempt-1`]: scene.answer({ [path]: "x\n" }) });
  }
  const runAll = (cwd: string, ...flags: string[]) =>
    scene.llmch(["run-all", scene.orders, "--replay", scene.record, ...flags], { cwd });
  expect((await runAll(join(scene.repo, "pkg"))).code).toBe(0);
  expect((await scene.llmch(["report"], { cwd: join(scene.repo, "pkg") })).code).toBe(0);
  // The branch that is checked out is brought forward, which a dirty checkout prevents.
  scene.git("switch", "--quiet", "--create", "work");
  const doctor = () => scene.llmch(["doctor", "--offline"], { cwd: scene.repo });
  expect((await doctor()).stdout).not.toContain("it has changes");
  const { code, stderr } = await runAll(scene.repo, "--branch", "work");
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining("brought forward") });
  expect(scene.git("show", "--format=", "--name-only", "HEAD", "HEAD~1").split("\n").filter(Boolean)).toEqual([
    "file-2.txt",
    "file-1.txt",
  ]);
  scene.write({ "pkg/a.txt": "mine\n" });
  expect((await runAll(scene.repo)).stderr).toContain("the checkout has changes (pkg/a.txt)");
  expect((await doctor()).stdout).toContain("it has changes");
});

test("what is made in a repo is found from every folder of it", async () => {
  const scene = createScene({ files: { "pkg/deep/a.txt": "a\n", "pkg/artifacts/b.txt": "b\n" } });
  scene.order({ allowed_files: ["x.txt"] });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "x.txt": "x\n" }) });
  const order = join(scene.orders, "WO-01.json");
  const cwd = join(scene.repo, "pkg/deep");
  const run = await scene.llmch(["run", order, "--replay", scene.record], { cwd });
  expect({ code: run.code, stderr: run.stderr }).toEqual({
    code: 0,
    stderr: expect.not.stringContaining("--artifacts-dir"),
  });
  for (const folder of ["", "pkg", "pkg/artifacts"]) {
    const from = { cwd: join(scene.repo, folder) };
    for (const command of ["show", "runs"])
      expect((await scene.llmch([command], from)).stdout, `${command} in ${folder}`).toContain("WO-01");
    expect(existsSync(join(from.cwd, "artifacts/factory"))).toBe(folder === "");
  }
  // A folder outside a checkout has nothing above it.
  expect((await scene.llmch(["show"], { cwd: scene.orders })).stderr).toContain("make one with `llmch plan`");
});

test.each(["artifacts", "artifacts/factory", "artifacts/planner"])(
  "a repo does not choose where records go, by a link %s that it tracks; its user does",
  async (link) => {
    const scene = createScene();
    scene.order({ allowed_files: ["x.txt"], postconditions: [], acceptance_commands: ["test -s x.txt"] });
    scene.answers({ "WO-01/attempt-1": scene.answer({ "x.txt": "x\n" }) });
    const [outside, place] = [join(scene.root, "outside"), join(scene.repo, link)];
    for (const folder of [outside, join(place, "..")]) mkdirSync(folder, { recursive: true });
    symlinkSync(outside, place);
    scene.git("add", "--force", link);
    scene.git("commit", "--quiet", "--message", "theirs");
    writeFileSync(join(scene.root, "spec.txt"), "Write x.\n");
    const commands = [
      ["run", "--work-order", join(scene.orders, "WO-01.json"), "--replay", scene.record],
      ["run-all", scene.orders, "--replay", scene.record],
      ["plan", join(scene.root, "spec.txt"), "--replay", scene.record],
      ["ask", "What is x?", "--replay", scene.record],
    ];
    for (const argv of commands) {
      const refused = await scene.llmch(argv, { cwd: scene.repo });
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(`${place} is a symbolic link that`) });
    }
    expect(readdirSync(outside)).toEqual([]);
    const doctor = await scene.llmch(["doctor", "--offline"], { cwd: scene.repo });
    expect(doctor.stdout).toContain(`${place} is a symbolic link that`);

    scene.git("rm", "--quiet", "--cached", link);
    scene.git("commit", "--quiet", "--message", "not theirs");
    scene.write({ ".git/info/exclude": "artifacts\n" });
    const run = await scene.llmch(commands[0] ?? [], { cwd: scene.repo });
    expect(run).toMatchObject({ code: 0 });
  },
);
