import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runInProcess } from "../in-process.ts";
import { pathWithoutBubblewrap, readJsonFile, removeScenes, type Scene } from "../scene.ts";
import { build, buildOf, buildScene, order, summaryOf, twoMilestones, window } from "./build-scene.ts";

afterAll(removeScenes);

/** The same build, whose first order has a command make a lock file. */
const withDependency = (): Scene =>
  buildScene(
    (scene) => ({
      ...twoMilestones(scene),
      "window-01/plan/attempt-1": window(
        [{ ...order(1, "greet.js"), derive: [{ command: "cp greet.js greet.lock", files: ["greet.lock"] }] }],
        { notes: [{ before: null, now: "greet.js prints", why: "" }] },
      ),
    }),
    { own: {} },
  );

const withoutBubblewrap = (scene: Scene) => ({ PATH: pathWithoutBubblewrap(scene) });

const NO_SANDBOX = "commands run with your rights: there is no sandbox";
const NETWORK = "`derive` commands may reach the network";

const needsIn = (stdout: string): readonly unknown[] => JSON.parse(stdout).needs;
const consentOf = (scene: Scene) => readJsonFile(buildOf(scene), "request.json").consent;
const decide = (scene: Scene, env: Readonly<Record<string, string>>) =>
  scene.llmch(["decide", basename(buildOf(scene)), "approve", "--artifacts-dir", scene.artifacts, "--json"], { env });

test("an overnight build without a sandbox never waits if its user said --yes, and its request says so", async () => {
  const scene = withDependency();
  const done = await build(scene, ["--yes", "--json"], { env: withoutBubblewrap(scene) });
  expect(done, done.stderr).toMatchObject({ code: 0 });
  expect(summaryOf(scene)).toMatchObject({ verdict: "PASS", milestones: [{ state: "done" }, { state: "done" }] });
  expect(scene.git("ls-tree", "--name-only", JSON.parse(done.stdout).branch)).toContain("greet.lock");
  expect(consentOf(scene)).toBe(true);
});

test("without a word of its user a build waits where there is no sandbox: with its scope, and with each window", async () => {
  const scene = withDependency();
  const env = { ...withoutBubblewrap(scene), LLMCH_APPROVE: "none" };
  const scoped = await build(scene, ["--json"], { env });
  expect(scoped.code, scoped.stderr).toBe(6);
  expect(needsIn(scoped.stdout)).toMatchObject([{ kind: "scope" }]);
  const planned = await decide(scene, env);
  expect(planned.code, planned.stderr).toBe(6);
  const what = `carry out this order; ${NO_SANDBOX}; ${NETWORK}`;
  expect(needsIn(planned.stdout)).toMatchObject([{ id: "plan", kind: "plan", what, wider: true }]);
  expect(scene.runs("factory").flatMap((run) => readdirSync(run))).not.toContain("attempt_1");
  const second = await decide(scene, env);
  expect(needsIn(second.stdout)).toMatchObject([{ id: "plan", what: `carry out this order; ${NO_SANDBOX}` }]);
  expect(await decide(scene, env)).toMatchObject({ code: 0 });
  expect(consentOf(scene)).toBeUndefined();
});

test("in the sandbox it goes on until a command wants the network", { tags: "bubblewrap" }, async () => {
  const scene = withDependency();
  const env = { LLMCH_APPROVE: "none" };
  const waits = await build(scene, ["--json"], { env });
  expect(waits.code, waits.stderr).toBe(6);
  expect(needsIn(waits.stdout)).toMatchObject([{ kind: "plan", what: `carry out this order; ${NETWORK}` }]);
  // The second window wants nothing more.
  expect(await decide(scene, env)).toMatchObject({ code: 0 });
});

test("on a terminal a build asks once, with what it may do in view; a yes to its scope is a yes to that", async () => {
  const scene = withDependency();
  const env = {
    ...withoutBubblewrap(scene),
    ...{ TMPDIR: scene.temporary, XDG_STATE_HOME: join(scene.root, "tmp/state"), TERM: "dumb" },
  };
  const places = ["--repo", "repo", "--artifacts-dir", scene.artifacts, "--replay", scene.record];
  const argv = ["build", "spec.txt", ...places, "--scope", "always", "--budget", "3"];
  const done = await runInProcess(argv, { cwd: scene.root, env, input: "y\n", isTerminal: true });
  expect(done, done.stderr).toMatchObject({ code: 0 });
  const asked = `caps  at most $3.00\nestimate  none yet: orders are planned as it goes, at most 500\n${NO_SANDBOX}\n${NETWORK}\n`;
  expect(done.stderr).toContain(asked);
  expect(done.stderr.match(/\[y\]/g)).toHaveLength(1);
  expect(consentOf(scene)).toBe(true);
});

test("without a scope it asks with the table of its first orders; a no makes nothing", async () => {
  const scene = buildScene((scene) => ({ ...twoMilestones(scene), "plan/attempt-1": window([order(1, "greet.js")]) }), {
    own: {},
  });
  const env = { TMPDIR: scene.temporary, XDG_STATE_HOME: join(scene.root, "tmp/state"), TERM: "dumb" };
  const places = ["--repo", "repo", "--artifacts-dir", scene.artifacts, "--replay", scene.record];
  const ask = (input: string) =>
    runInProcess(["build", "spec.txt", ...places, "--scope", "never"], {
      cwd: scene.root,
      env,
      input,
      isTerminal: true,
    });
  const no = await ask("n\n");
  expect(no.code, no.stderr).toBe(1);
  expect(no.stderr).toMatch(/\nWO-01 .*\n\ncaps {2}[\s\S]*\n`derive` commands may reach the network\n\n/);
  expect(scene.git("branch", "--list", "llmch/*")).toBe("");
});
