import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { createScene, type Scene } from "../scene.ts";

const resume = (scene: Scene, flags: readonly string[] = []) =>
  scene.llmch(["resume", "--artifacts-dir", scene.artifacts, ...flags]);

/** A run whose only attempt failed, and which ran without a sandbox; its next attempt would pass. */
const unsandboxedRun = async () => {
  const scene = createScene();
  const outside = join(scene.root, "outside");
  scene.order({ acceptance_commands: [`sh -c "touch '${outside}'; grep -q right greet.js"`] });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "wrong\n" }) });
  await scene.run(["--branch", "work", "--max-attempts", "1", "--no-sandbox", "--out", join(scene.root, "copy")]);
  scene.answers({ "WO-01/attempt-2": scene.answer({ "greet.js": "right\n" }) });
  for (const path of [outside, join(scene.root, "copy")]) rmSync(path, { recursive: true });
  return { scene, outside, more: ["--max-attempts", "+1"] };
};

test("a run that its user began here resumes with its own flags", async () => {
  const { scene, outside, more } = await unsandboxedRun();
  const { stdout, stderr } = await resume(scene, more);
  expect(stdout).toMatch(/^PASS {2}WO-01/);
  expect(stderr).not.toContain("was begun elsewhere");
  expect([existsSync(outside), existsSync(join(scene.root, "copy"))]).toEqual([true, true]);
});

const copied = (folder: string): void => {
  cpSync(folder, `${folder}-copy`, { recursive: true });
  rmSync(folder, { recursive: true });
  renameSync(`${folder}-copy`, folder);
};
const changed = (file: string, from: string, to: string): void =>
  writeFileSync(file, readFileSync(file, "utf8").replace(from, to));

test("a run whose folder was copied as it was sealed is still its owner's", async () => {
  const { scene, more } = await unsandboxedRun();
  copied(scene.artifacts);
  expect((await resume(scene, more)).stdout).toMatch(/^PASS {2}WO-01/);
  expect((await scene.llmch(["audit", basename(scene.runs()[0] ?? ""), "--artifacts-dir", scene.artifacts])).code).toBe(
    0,
  );
});

test.each<[string, (scene: Scene) => void]>([
  ["another machine", ({ root }) => rmSync(join(root, "state"), { recursive: true })],
  ["another key", ({ root }) => writeFileSync(join(root, "state/llmch/key"), "x".repeat(32))],
  ["a key that others read", ({ root }) => chmodSync(join(root, "state/llmch/key"), 0o644)],
  [
    "somebody who changed an answer in a copy",
    (scene) => {
      copied(scene.artifacts);
      changed(join(scene.runs()[0] ?? "", "exchanges.jsonl"), "wrong", "right");
    },
  ],
  [
    "somebody who changed its order",
    (scene) => changed(join(scene.runs()[0] ?? "", "work_order.json"), "Greet by name", "Greet by all names"),
  ],
  [
    "somebody who changed what was asked for",
    (scene) => changed(join(scene.runs()[0] ?? "", "request.json"), '"allowEmpty": false', '"allowEmpty": true'),
  ],
])("a run from %s is read, and not gone on with", async (_, change) => {
  const { scene, outside, more } = await unsandboxedRun();
  change(scene);
  const { code, stderr } = await resume(scene, [...more, "--repo", scene.repo]);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: .*(elsewhere|changed since)/m)]);
  expect(existsSync(outside)).toBe(false);
  expect((await scene.llmch(["show", "--artifacts-dir", scene.artifacts])).code).toBe(0);
});

test("a team's key makes a run everybody's; a key that others read is refused", async () => {
  const { scene, more } = await unsandboxedRun();
  const key = join(scene.root, "team");
  cpSync(join(scene.root, "state/llmch/key"), key);
  rmSync(join(scene.root, "state"), { recursive: true });
  copied(scene.artifacts);
  const env = { LLMCH_KEY_FILE: key };
  const go = () => scene.llmch(["resume", "--artifacts-dir", scene.artifacts, ...more], { env });
  chmodSync(key, 0o644);
  expect(await go()).toMatchObject({ code: 1, stderr: expect.stringContaining("others can read it") });
  chmodSync(key, 0o600);
  expect((await go()).stdout).toMatch(/^PASS {2}WO-01/);
  expect(existsSync(join(scene.root, "state/llmch/key"))).toBe(false);
});

test("whoever lacks the key takes the recorded answers into a run of their own", async () => {
  const { scene, more } = await unsandboxedRun();
  rmSync(join(scene.root, "state"), { recursive: true });
  const [run = ""] = scene.runs();
  const order = join(scene.orders, "WO-01.json");
  const words = ["run", order, "--repo", scene.repo, "--artifacts-dir", scene.artifacts, "--max-attempts", "1"];
  const own = await scene.llmch([...words, "--no-sandbox", "--branch", "own", "--answers", basename(run)], {
    env: { OPENAI_API_KEY: "sk-none" },
  });
  expect([own.code, own.stdout]).toEqual([1, expect.stringContaining("acceptance_failed")]);
  expect(own.stderr).toContain("answered from a record: nothing was billed");
  expect(scene.runs()).toHaveLength(2);
  expect(more).toContain("--max-attempts");
  const both = await scene.llmch([...words, "--answers", basename(run), "--replay", scene.record]);
  expect(both).toMatchObject({ code: 1, stderr: expect.stringContaining("exclude each other") });
});

test("a repo that was moved is resumed where it is by now", async () => {
  const { scene, more } = await unsandboxedRun();
  const moved = join(scene.root, "moved");
  renameSync(scene.repo, moved);
  const { stdout, stderr } = await resume(scene, [...more, "--repo", "moved"]);
  expect(stdout).toMatch(/^PASS {2}WO-01/);
  expect(stderr).not.toContain("was begun elsewhere");
});

test.each(["link", "reserve", "folder"])(
  "nothing is written through a %s that somebody put into a run's folder",
  async (kind) => {
    const { scene, more } = await unsandboxedRun();
    const [run = ""] = scene.runs();
    const mine = join(scene.root, "mine");
    mkdirSync(mine);
    const names = ["se_prompt.txt", "verify_0_stdout.txt", "acceptance_0_stdout.txt"];
    for (const name of names) writeFileSync(join(mine, name), "mine\n");
    const file = join(mine, "se_prompt.txt");
    if (kind === "folder") symlinkSync(mine, join(run, "attempt_2"));
    else if (kind === "reserve") symlinkSync(file, join(run, ".reserve"));
    else {
      mkdirSync(join(run, "attempt_2"));
      symlinkSync(file, join(run, "attempt_2/se_prompt.txt"));
    }
    const { code, stderr } = await resume(scene, more);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: factory\/\w{26}\/\S+ is not a regular file, and llmch never creates one/m);
    for (const name of names) expect(readFileSync(join(mine, name), "utf8")).toBe("mine\n");
  },
);
