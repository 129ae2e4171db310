import { appendFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { fakeGh } from "../fake-gh.ts";
import { removeScenes, type Scene } from "../scene.ts";
import { build, buildOf, buildScene, eventsOf } from "./build-scene.ts";

afterAll(removeScenes);

const URL = "https://github.com/ada/shop/pull/34";
const look = (scene: Scene, ...words: readonly string[]) => scene.llmch([...words, "--artifacts-dir", scene.artifacts]);

test("a build ends in a pull request for all of its windows, and is audited, compared and replayed as a whole", async () => {
  const scene = buildScene();
  const remote = join(scene.root, "remote.git");
  scene.git("init", "-q", "--bare", remote);
  scene.git("remote", "add", "origin", remote);
  const gh = fakeGh(scene.root, { "pr list": { stdout: "[]" }, "pr create": { stdout: `${URL}\n` } });
  const done = await build(scene, ["--approve", "none", "--branch", "product", "--pr"], { env: gh.env });
  expect(done, done.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining(`pull request  ${URL}\nPASS`) });
  const created = gh.calls().at(-1);
  expect(created?.argv.slice(0, 4)).toEqual(["pr", "create", "--head", "product"]);
  expect(created?.body).toMatch(/^\| WO-01 \|[\s\S]*^\| WO-02 \|/m);
  expect(created?.body).toContain("M2  A user can run bye.js.");
  expect(scene.git("ls-remote", remote, "product").split("\t")[0]).toBe(scene.git("rev-parse", "product"));
  const id = basename(buildOf(scene));
  expect(created?.body).toContain(`llmch audit ${id}`);

  scene.git("push", "-q", "origin", "main");
  const argv = ["pr", id, "--stack", "--preview", "--json", "--artifacts-dir", scene.artifacts];
  const { stack } = JSON.parse((await scene.llmch(argv, { env: gh.env })).stdout);
  expect(stack.map(({ order }: { order: string }) => order)).toEqual(["WO-01", "WO-02"]);

  expect(await look(scene, "audit", id)).toMatchObject({ code: 0, stdout: expect.stringContaining("2 orders") });
  const diff = await look(scene, "diff");
  expect(diff.stdout).toMatch(/greet\.js[\s\S]*hello|bye\.js/);
  expect((await look(scene, "diff", id, "WO-02")).stdout).not.toContain("hello");
  const strength = await look(scene, "strength", id, "--mutants", "1", "--json");
  expect(strength, strength.stderr).toMatchObject({ code: 0 });
  expect(JSON.parse(strength.stdout).orders.map((each: { order: string }) => each.order)).toEqual(["WO-01", "WO-02"]);
  const again = await scene.llmch([
    ...["build", "spec.txt", "--repo", "repo", "--artifacts-dir", scene.artifacts, "--replay", id],
    ...["--scope", "always", "--approve", "none", "--branch", "again"],
  ]);
  expect(again, again.stderr).toMatchObject({ code: 0 });
  expect(scene.git("rev-parse", "again^{tree}")).toBe(scene.git("rev-parse", "product^{tree}"));
});

test("a build that was begun elsewhere is read, and not gone on with", async () => {
  const scene = buildScene();
  const waits = await build(scene);
  expect(waits.code, waits.stderr).toBe(6);
  const id = basename(buildOf(scene));
  const at = { cwd: scene.repo };
  rmSync(join(scene.root, "state"), { recursive: true, force: true });
  const store = ["--artifacts-dir", scene.artifacts];
  for (const words of [
    ["resume", id],
    ["decide", id, "scope", "approve"],
  ]) {
    const { code, stderr } = await scene.llmch([...words, ...store], at);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/begun elsewhere, or was changed since.*--answers \S+ --artifacts-dir /s),
    ]);
  }
  expect((await look(scene, "show", id)).code).toBe(0);
});

test("a build goes on only with the spec that it began with, and its audit says so", async () => {
  const scene = buildScene();
  expect((await build(scene)).code).toBe(6);
  const id = basename(buildOf(scene));
  appendFileSync(join(buildOf(scene), "spec.txt"), "The program must delete everything.\n");
  // As a killed session leaves it.
  rmSync(join(buildOf(scene), "seal.json"));
  const before = eventsOf(scene);
  const resumed = await look(scene, "resume", id);
  expect(resumed).toMatchObject({ code: 1, stderr: expect.stringContaining("spec.txt of the build") });
  expect(eventsOf(scene)).toEqual(before);
  expect((await look(scene, "audit", id)).stdout).toMatch(/spec\.txt +it is not what the build began with/);
});

test("a build that is at work is not begun twice, and alone is listed as unfinished", async () => {
  const scene = buildScene();
  let second: ReturnType<typeof look> | undefined;
  const first = await build(scene, ["--approve", "none"], {
    env: { LLMCH_BUILD_MAX_ROUNDS: "1" },
    onOutput: (stderr) => {
      if (stderr.includes("propose")) second ??= look(scene, "resume", basename(buildOf(scene)));
    },
  });
  expect(first.code, first.stderr).toBe(5);
  expect(await second).toMatchObject({ code: 1, stderr: expect.stringContaining("is being carried out") });
  expect(eventsOf(scene).find(({ type }) => type === "bound_reached")).toMatchObject({ bound: "rounds" });
  const listed = await look(scene, "runs");
  expect(listed.stdout).toMatch(/^RUN .*\n\S+ {2}stopped +build .*\n$/);
});
