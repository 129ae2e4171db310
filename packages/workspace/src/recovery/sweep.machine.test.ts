import { type ChildProcess, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bootId, isDead, newOwnedName, newShortName, ownerOf } from "@llmch/files";
import { throwawayRepo } from "@llmch/testkit";
import { sha256Hex } from "@llmch/text";
import { expect, onTestFinished, test } from "vitest";
import { bundleProgram } from "../bundle.fixture.ts";
import { recordText } from "../lock/race.fixture.ts";
import { ownedNameOf } from "../places/temporary-folder.ts";
import { openUser, openWorktree, sweepOf } from "../worktree/worktree.fixture.ts";

const PROGRAM = `
  import { openRepository } from "./git/open-repository.ts";
  import { createWorktree } from "./worktree/worktree.ts";
  const opened = await openRepository(process.argv[2], process.env);
  const { commit } = await opened.value.head();
  const signal = new AbortController().signal;
  const worktree = await createWorktree(opened.value, { baseline: commit, signal, environment: {} });
  console.log(JSON.stringify([worktree.root, (await worktree.commandPlace()).environment.TMPDIR]));
  setInterval(() => {}, 1000);
`;

const temporaryIn = (folder: string): string => join(folder, "tmp");

/** A repo with temporary files of its own: in the machine's folder, other tests sweep too. */
const openAlone = async () => {
  const made = throwawayRepo();
  const TMPDIR = temporaryIn(made.folder);
  mkdirSync(TMPDIR);
  const { user, repo } = await openUser({ ...made, env: { ...made.env, TMPDIR } });
  return { user, repo, sweep: () => sweepOf(repo, user.folder) };
};

/** Another process of llmch that holds a worktree of the repo. */
const startHolder = async (
  folder: string,
  path: string,
  program = PROGRAM,
): Promise<{ child: ChildProcess; root: string; temporary: string }> => {
  const outfile = join(folder, "holder.mjs");
  await bundleProgram(program, outfile);
  const env = { ...process.env, TMPDIR: temporaryIn(folder) };
  const child = spawn(process.execPath, [outfile, path], { env, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const line = await new Promise<string>((resolve) => child.stdout.once("data", (data) => resolve(String(data))));
  const [root, temporary]: [string, string] = JSON.parse(line);
  return { child, root, temporary };
};

const deadName = (): string => newOwnedName().replace(/-\d+-\d+-/, "-4194303-7-");

const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null;

test("what a killed run left is found and removed; a living run's and the user's own are not", async () => {
  const { user, repo, sweep } = await openAlone();
  const own = await openWorktree(user, repo);
  user.git("worktree", "add", "--quiet", "--detach", join(user.folder, "stale"));
  rmSync(join(user.folder, "stale"), { recursive: true });
  const { child, root, temporary } = await startHolder(user.folder, user.path);

  expect(await sweep()).toEqual([]);
  expect(existsSync(root)).toBe(true);
  expect(existsSync(temporary)).toBe(true);
  const orphans = [root, temporary].map((cwd) => spawn("sleep", ["60"], { cwd, stdio: "ignore" }));
  const gone = Promise.all([child, ...orphans].map((each) => new Promise((resolve) => each.once("exit", resolve))));
  child.kill("SIGKILL");
  while (isRunning(child)) await sleep(1);
  expect(await sweep()).toEqual([dirname(root)]);
  if (process.platform !== "linux") for (const orphan of orphans) orphan.kill("SIGKILL");
  await gone;
  expect([dirname(root), temporary].filter(existsSync)).toEqual([]);
  expect(existsSync(own.root)).toBe(true);
  expect(readdirSync(join(user.path, ".git/worktrees")).sort()).toEqual([ownedNameOf(dirname(own.root)), "stale"]);
  expect(await sweep()).toEqual([]);
});

test("a sandbox that waits for its killed half goes with the worktree", { tags: "linux" }, async () => {
  const { user, sweep } = await openAlone();
  const { child, root } = await startHolder(user.folder, user.path);
  const program = join(user.folder, "bwrap");
  // It waits for its standard input.
  copyFileSync("/bin/cat", program);
  const waiting = (shown: string) => spawn(program, ["-", shown], { cwd: "/", stdio: ["pipe", "ignore", "ignore"] });
  const [left, other] = [waiting(root), waiting("/usr")];
  const gone = Promise.all([child, left].map((each) => new Promise((resolve) => each.once("exit", resolve))));
  child.kill("SIGKILL");
  while (isRunning(child)) await sleep(1);
  expect(await sweep()).toEqual([dirname(root)]);
  await gone;
  expect(isRunning(other)).toBe(true);
  other.kill("SIGKILL");
});

test("a folder without a worktree, or a half-removed one, is removed too", async () => {
  const { user, repo, sweep } = await openAlone();
  const worktree = await openWorktree(user, repo);
  const dead = deadName();
  const temporary = dirname(dirname(worktree.root));
  const folder = join(temporary, dead);
  // Killed before it was renamed, and before the rest of it was made.
  mkdirSync(folder);
  writeFileSync(join(folder, "_owner"), "");
  expect(await sweep()).toEqual([folder]);
  const short = join(temporary, newShortName());
  const own = (name: string) => {
    mkdirSync(join(short, "repo"), { recursive: true });
    writeFileSync(join(short, "_owner"), name);
  };
  own(newOwnedName());
  expect(await sweep()).toEqual([]);
  own(dead);
  expect(await sweep()).toEqual([short]);
  // Nobody's: the record of a dead one leads to it, or to a folder that was never llmch's.
  for (const [at, swept] of [
    [short, [short]],
    [join(user.folder, "theirs"), []],
  ] as const) {
    user.git("worktree", "add", "--quiet", "--detach", join(at, dead));
    expect([await sweep(), existsSync(at)]).toEqual([swept, swept.length === 0]);
  }
  user.git("worktree", "add", "--quiet", "--detach", join(folder, "tree"));
  rmSync(folder, { recursive: true });
  expect(await sweep()).toEqual([folder]);
  expect(readdirSync(join(user.path, ".git/worktrees"))).toEqual([ownedNameOf(dirname(worktree.root))]);
});

test("what a dead run left in git's directory is removed, on any branch, after its fast-forward is completed", async () => {
  const { user, sweep } = await openAlone();
  const from = user.git("rev-parse", "HEAD");
  user.write("a", "1");
  const commit = user.commit("next");
  user.git("checkout", "--quiet", "-b", "work", from);
  user.git("update-ref", "refs/heads/work", commit);
  const git = join(user.path, ".git");
  const put = (path: string, content: string) => {
    mkdirSync(dirname(join(git, path)), { recursive: true });
    writeFileSync(join(git, path), content);
  };
  const living = newOwnedName();
  put("llmch-forward", `${from} ${commit} clean work\n`);
  const lock = sha256Hex("work").slice(0, 16);
  put(`llmch/${lock}.lock`, recordText({ start_ticks: 1, boot_id: bootId() }));
  put(`worktrees/${deadName()}/locked`, "initializing");
  put(`worktrees/${living}/locked`, "initializing");
  expect(await sweep()).toEqual([]);
  expect(readdirSync(join(git, "worktrees"))).toEqual([living]);
  expect(readdirSync(git).filter((name) => name.startsWith("llmch"))).toEqual([]);
  expect([user.git("status", "--porcelain"), user.read("a")]).toEqual(["", "1"]);
});

test("a folder's name identifies its owner", () => {
  const owner = ownerOf(newOwnedName());
  expect(owner).toMatchObject({ pid: process.pid });
  expect(owner === null || isDead(owner)).toBe(false);
  expect(owner !== null && isDead({ ...owner, startTicks: owner.startTicks + 1 })).toBe(process.platform === "linux");
  expect(owner !== null && isDead({ ...owner, machine: "00000000", pid: 4194303 })).toBe(false);
  expect(ownerOf("llmch-x")).toBeNull();
});
