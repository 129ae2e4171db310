import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { entriesOf } from "@llmch/testkit";
import { expect, test } from "vitest";
import { BINARY } from "../command-line.ts";
import {
  createScene,
  GIT_ENVIRONMENT,
  pathWithoutBubblewrap,
  readJsonFile,
  readJsonLines,
  type Scene,
} from "../scene.ts";

/** A scene whose only order gets a passing answer, and then runs these commands. */
const sceneWith = (...commands: readonly string[]): Scene => {
  const scene = createScene();
  scene.order({ acceptance_commands: ["test -s greet.js", ...commands] });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  return scene;
};

const isRunning = (mark: string): boolean =>
  readdirSync("/proc").some((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, "utf8").includes(mark);
    } catch {
      return false;
    }
  });

test("commands do not reach the session's keyrings", { tags: ["bubblewrap", "x64", "perl"] }, async () => {
  // KEYCTL_GET_KEYRING_ID of the session's keyring; 38 is ENOSYS.
  const scene = sceneWith(`perl -e 'exit(syscall(250, 0, -3, 0) == -1 && $! == 38 ? 0 : 1)'`);
  expect((await scene.run()).code).toBe(0);
  expect((await scene.run(["--no-sandbox"])).code).toBe(1);
});

test("commands are isolated by default, which is said and recorded", { tags: "bubblewrap" }, async () => {
  const scene = createScene();
  const home = join(scene.root, "home");
  mkdirSync(home);
  const places = [join(home, "x"), join(scene.repo, "x"), join(scene.repo, ".git/config"), join(scene.root, "x")];
  scene.order({
    acceptance_commands: [
      `sh -c 'for path; do echo x >> "$path"; done; test ! -e "$2" && touch inside' sh ${places.join(" ")}`,
      `node -e "require('net').connect(9, '192.0.2.1').on('error', (fault) => console.log(fault.code))"`,
    ],
  });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  const standing = scene.checkout();
  const { code, stderr } = await scene.run(["--branch", "work", "--require-sandbox"], { env: { HOME: home } });
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining("drift: inside changed") });
  expect(stderr).toMatch(/^branch work from [0-9a-f]{10}, commands: sandboxed \(bubblewrap\)$/m);
  const [run = ""] = scene.runs();
  expect(readJsonFile(run, "run.json")).toMatchObject({ config: { sandbox: "required", allow_network: false } });
  expect(readFileSync(join(run, "attempt_1/acceptance_1_stdout.txt"), "utf8")).toBe("ENETUNREACH\n");
  expect({ ...scene.checkout(), refs: "" }).toEqual({ ...standing, refs: "" });
  expect([join(home, "x"), join(scene.root, "x")].map((path) => existsSync(path))).toEqual([false, false]);
  expect(scene.leftovers()).toEqual([]);
});

test("commands see neither the plan nor the records of runs", { tags: "bubblewrap" }, async () => {
  const scene = createScene({ names: { orders: "repo/wo", artifacts: "repo/kept" } });
  const places = [join(scene.orders, "WO-01.json"), scene.artifacts];
  const look = `sh -c 'for path; do test -z "$(find "$path" -type f -size +0)" || exit 1; done' sh ${places.join(" ")}`;
  scene.order({ acceptance_commands: ["test -s greet.js", look] });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  expect(await scene.run(["--require-sandbox"])).toMatchObject({ code: 0 });
  expect(await scene.run(["--no-sandbox"])).toMatchObject({ code: 1 });
});

test("the network is there where it is allowed, and that is said", { tags: "bubblewrap" }, async () => {
  const scene = sceneWith(`sh -c "grep -c : /proc/net/dev > count; test \\"$(cat count)\\" -gt 0"`);
  const { code, stderr } = await scene.run(["--allow-network"]);
  expect(stderr).toMatch(/, commands: sandboxed \(bubblewrap\), network allowed$/m);
  expect(code).toBe(0);
  const [run = ""] = scene.runs();
  expect(readJsonFile(run, "run.json")).toMatchObject({ config: { sandbox: "auto", allow_network: true } });
});

test("what llmch was started with open is closed to commands", { tags: "bubblewrap" }, async () => {
  const scene = sceneWith(`sh -c "! ls -l /proc/self/fd | grep ' 40 '"`);
  const argv = [BINARY, "run", "--work-order", join(scene.orders, "WO-01.json"), "--repo", scene.repo];
  const places = ["--artifacts-dir", scene.artifacts, "--replay", scene.record];
  const script = 'exec 40< /; exec "$0" "$@"';
  const stdout = execFileSync("bash", ["-c", script, process.execPath, ...argv, ...places], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...GIT_ENVIRONMENT, TMPDIR: scene.temporary },
  });
  expect(stdout).toMatch(/^PASS /);
});

test.each<[string, Readonly<Record<string, string>>, string]>([
  ["not there", {}, "bwrap is not on the PATH"],
  [
    "forbidden",
    { bwrap: "#!/bin/sh\necho 'bwrap: No permissions to create a new namespace' >&2\nexit 1\n" },
    "bubblewrap does not work here: No permissions to create a new namespace",
  ],
])("if bubblewrap is %s, commands are not isolated, or not run at all", async (_, programs, reason) => {
  const scene = sceneWith();
  const env = { PATH: pathWithoutBubblewrap(scene, programs) };
  const refused = await scene.run(["--require-sandbox", "--json"], { env });
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/^error: commands cannot be isolated: .*: install bubblewrap, .*\n$/);
  expect(JSON.parse(refused.stdout)).toMatchObject({ errors: [{ code: "no-sandbox" }] });
  expect([scene.runs(), scene.leftovers(), scene.git("branch", "--list")]).toEqual([[], [], "* main"]);
  const { code, stderr } = await scene.run([], { env });
  expect(stderr).toContain(`, commands: not isolated (${reason})\n`);
  expect(code).toBe(0);
});

test("isolation can be opted out of, but not required at the same time", async () => {
  const scene = sceneWith(`sh -c "touch '../../../canary'"`);
  const { code, stderr } = await scene.run(["--no-sandbox"]);
  expect(stderr).toMatch(/, commands: not isolated \(--no-sandbox\)$/m);
  expect(code).toBe(0);
  expect(existsSync(join(scene.root, "canary"))).toBe(true);
  const both = await scene.run(["--no-sandbox", "--require-sandbox"]);
  expect(both).toMatchObject({ code: 1, stderr: expect.stringContaining("exclude each other: keep one") });
});

test("changes to the repo by unisolated commands are drift, and also a warning if the order fails", async () => {
  const scene = sceneWith("git config core.editor evil", "git branch theirs");
  const passed = await scene.run(["--branch", "work", "--no-sandbox"]);
  expect(passed.code).toBe(0);
  const changed = "the repo itself was changed while commands ran: .git/config, refs/heads/theirs";
  expect(passed.stderr).toContain(`warning: ${changed}\n`);
  const [run = ""] = scene.runs();
  const drift = [".git/config", "refs/heads/theirs"];
  expect(readJsonFile(run, "run_summary.json")).toMatchObject({
    attempts: [{ repo_drift: drift }],
    warnings: ["NO TEST RAN: WO-01 rests on 3 checks alone", changed],
  });
  expect(readJsonLines(run, "events.jsonl")).toContainEqual(expect.objectContaining({ type: "committed", drift }));
  expect(scene.git("diff", "--name-only", "main", "work")).toBe("greet.js");

  scene.order({ acceptance_commands: ["git config core.editor worse", "test -e never"] });
  const failed = await scene.run(["--branch", "other", "--no-sandbox", "--max-attempts", "1"]);
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain("warning: the repo itself was changed while commands ran: .git/config\n");
});

test.each([
  ["killed", ["SIGKILL"]],
  ["told twice to end", ["SIGINT", "SIGINT"]],
] as const)("no command outlives llmch that is %s", { tags: "bubblewrap" }, async (_, signals) => {
  const mark = `77.${process.pid}${signals.length}`;
  const scene = sceneWith(`sh -c "trap '' TERM; setsid sleep ${mark} & touch runs-now; sleep ${mark}"`);
  const runsNow = () =>
    entriesOf(scene.temporary).some((folder) =>
      entriesOf(join(scene.temporary, folder)).some((tree) =>
        existsSync(join(scene.temporary, folder, tree, "runs-now")),
      ),
    );
  let isWaiting = false;
  const send = async (kill: (signal: NodeJS.Signals) => void) => {
    while (!runsNow()) await wait(10);
    expect(isRunning(mark)).toBe(true);
    for (const signal of signals) {
      kill(signal);
      await wait(100);
    }
  };
  const onOutput = (stderr: string, kill: (signal: NodeJS.Signals) => void) => {
    if (isWaiting || !/verify +ok/.test(stderr)) return;
    isWaiting = true;
    void send(kill);
  };
  expect(await scene.run([], { onOutput })).not.toMatchObject({ code: 0 });
  await expect.poll(() => isRunning(mark)).toBe(false);
});
