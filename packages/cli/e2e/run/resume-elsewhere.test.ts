import { execFileSync } from "node:child_process";
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
import { JOURNAL_START, sealLine } from "@llmch/contract";
import { expect, test } from "vitest";
import { createScene, type Scene } from "../scene.ts";

const resume = (scene: Scene, flags: readonly string[] = []) =>
  scene.llmch(["resume", "--artifacts-dir", scene.artifacts, ...flags]);

test("a run that came with a repo is resumed only if it is named", async () => {
  const scene = createScene();
  scene.order({ acceptance_commands: ["grep -q right greet.js"] });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "wrong\n" }) });
  await scene.run(["--max-attempts", "1"]);
  for (const args of [
    ["init", "-q"],
    ["add", "-f", "."],
  ])
    execFileSync("git", args, { cwd: scene.artifacts });
  const unasked = await resume(scene, ["--max-attempts", "+1"]);
  expect([unasked.code, unasked.stderr]).toEqual([1, expect.stringMatching(/came with a repo: git tracks it/)]);
  scene.answers({ "WO-01/attempt-2": scene.answer({ "greet.js": "right\n" }) });
  const [run = ""] = scene.runs();
  expect((await resume(scene, [basename(run), "--max-attempts", "+1"])).stdout).toMatch(/^PASS {2}WO-01 /);
});

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

test.each<[string, (scene: Scene) => void]>([
  ["another machine", (scene: Scene) => rmSync(join(scene.root, "state"), { recursive: true })],
  [
    "a copy of its folder",
    ({ artifacts }: Scene) => {
      cpSync(artifacts, `${artifacts}-copy`, { recursive: true });
      rmSync(artifacts, { recursive: true });
      renameSync(`${artifacts}-copy`, artifacts);
    },
  ],
  ["another key", (scene: Scene) => writeFileSync(join(scene.root, "state/llmch/key"), "x".repeat(32))],
  ["a key that others read", (scene: Scene) => chmodSync(join(scene.root, "state/llmch/key"), 0o644)],
  [
    "somebody who changed its order",
    (scene: Scene) => {
      const file = join(scene.runs()[0] ?? "", "work_order.json");
      writeFileSync(file, readFileSync(file, "utf8").replace("Greet by name", "Greet by all names"));
    },
  ],
])(
  "a run from %s gets lenient flags and writes elsewhere only if asked for again",
  { tags: "bubblewrap" },
  async (_, change) => {
    const { scene, outside, more } = await unsandboxedRun();
    change(scene);
    const { stdout, stderr } = await resume(scene, [...more, "--repo", scene.repo]);
    expect(stderr).toMatch(
      /^warning: the run \w{26} was begun elsewhere, or was changed since: in .+ its commands run in the sandbox/m,
    );
    expect(stderr).toMatch(/commands: sandboxed/);
    expect(stdout).toMatch(/^PASS {2}WO-01/);
    expect([existsSync(outside), existsSync(join(scene.root, "copy"))]).toEqual([false, false]);
  },
);

test("--no-sandbox lifts the sandbox from a run from elsewhere", async () => {
  const { scene, outside, more } = await unsandboxedRun();
  rmSync(join(scene.root, "state"), { recursive: true });
  expect((await resume(scene, [...more, "--no-sandbox", "--repo", scene.repo])).stdout).toMatch(/^PASS {2}WO-01/);
  expect(existsSync(outside)).toBe(true);
});

/** Has a run's record name another repo of this machine, with a commit to start from there. */
const renamed = (scene: Scene, other: Scene): void => {
  const file = join(scene.runs()[0] ?? "", "events.jsonl");
  const head = (of: Scene) => of.git("rev-parse", "HEAD");
  const text = readFileSync(file, "utf8").replaceAll(scene.repo, other.repo).replaceAll(head(scene), head(other));
  let before = JOURNAL_START;
  const forged = text
    .replace('"push":false', '"push":true')
    .split("\n")
    .flatMap((line) => {
      if (line === "") return [];
      const { line: sealed, checksum } = sealLine(line.replace(/,"checksum":"[0-9a-f]+"\}$/, "}"), before);
      before = checksum;
      return [`${sealed}\n`];
    });
  writeFileSync(file, forged.join(""));
};

test("a record that was made to name another repo commits nothing there, unless its user is there or says so", {
  tags: ["bubblewrap"],
}, async () => {
  const { scene, more } = await unsandboxedRun();
  const other = createScene();
  renamed(scene, other);
  for (const cwd of [scene.root, scene.repo, other.root]) {
    const { code, stderr } = await scene.llmch(["resume", "--artifacts-dir", scene.artifacts, ...more], { cwd });
    expect([code, stderr]).toEqual([1, expect.stringContaining(`and names the repo ${other.repo}: if it is yours`)]);
  }
  expect(other.git("branch", "--list", "work")).toBe("");
  const named = await resume(scene, [...more, "--repo", other.repo]);
  expect([named.code, named.stdout]).toEqual([0, expect.stringMatching(/^PASS {2}WO-01/)]);
});

test("a repo that was moved is resumed where it is by now", async () => {
  const { scene, more } = await unsandboxedRun();
  const moved = join(scene.root, "moved");
  renameSync(scene.repo, moved);
  const { stdout, stderr } = await resume(scene, [...more, "--repo", "moved"]);
  expect(stdout).toMatch(/^PASS {2}WO-01/);
  expect(stderr).not.toContain("was begun elsewhere");
});

test("orders from elsewhere that show a secret or rewrite what judges them wait until their user agrees", {
  tags: ["bubblewrap"],
}, async () => {
  const scene = createScene({ files: { ".env": "KEY=value\n" } });
  scene.order({ allowed_files: ["greet.js", "package.json"], context_files: [".env"] });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "" }) });
  await scene.run(["--branch", "work", "--max-attempts", "1"]);
  scene.answers({ "WO-01/attempt-2": scene.answer({ "greet.js": "right\n", "package.json": "{}\n" }) });
  rmSync(join(scene.root, "state"), { recursive: true });
  const flags = ["--max-attempts", "+1", "--repo", scene.repo];
  const { code, stdout, stderr } = await resume(scene, [...flags, "--json"]);
  expect(code).toBe(6);
  expect(JSON.parse(stdout)).toMatchObject({
    needs: [
      {
        id: "WO-01",
        kind: "orders",
        what: expect.stringMatching(/"package.json", a file that decides.*".env", a file/),
      },
    ],
  });
  const id = basename(scene.runs()[0] ?? "");
  expect(stderr).toContain(`llmch decide ${id} approve --all --artifacts-dir ${scene.artifacts}`);
  expect(existsSync(join(scene.runs()[0] ?? "", "attempt_2"))).toBe(false);
  const decide = (...words: string[]) =>
    scene.llmch(["decide", id, ...words, "--no-resume", "--artifacts-dir", scene.artifacts]);
  expect((await decide("reject")).stderr).toContain("nothing of it is done without a yes");
  expect((await decide("approve", "--all")).code).toBe(0);
  const agreed = await resume(scene, flags);
  expect(agreed.stdout).toMatch(/^PASS {2}WO-01/);
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
