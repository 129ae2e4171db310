import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { type Aftermath, afterScript, afterScriptsAsOrdinary } from "./folder-modes.fixture.ts";
import { open, openUser, openWorktree, runIn } from "./worktree.fixture.ts";

/** What commands do to modes, in a tree whose tests are in `tests`. */
const SCRIPTS = [
  "chmod 0 tests",
  "chmod 0 src/deep; chmod 0 src",
  "chmod 0555 src tests",
  "chmod 0 .",
  "chmod 0500 .; chmod 07777 tests; chmod 0700 src",
  "chmod 0 tests/one.sh; chmod 0600 tests/two.sh; chmod 0444 src/deep/a.txt",
  "chmod 0755 tests/*.sh",
  "mkdir -p build/in out/in; chmod 0 build/in build out/in out",
  "chmod -R 0 .",
];

const SEEN = "tests/one.sh tests/two.sh\nexit 1\nexit 1\na\nopen\n";
const MODES = {
  ".": "755",
  ".gitignore": "644",
  src: "755",
  "src/deep": "755",
  "src/deep/a.txt": "644",
  tests: "755",
  "tests/one.sh": "644",
  "tests/two.sh": "644",
};

const FILES = [".gitignore", "src/deep/a.txt", "src/new.txt", "tests/one.sh", "tests/two.sh"];

const expectRestored = (script: string, found: Aftermath | undefined): void => {
  expect(found).toMatchObject({ sealed: true, modes: MODES, later: SEEN, written: true, gone: true });
  // Within an attempt a command may change files, which is drift, but it hides no folder from the next one.
  if (!/-R|\.sh/.test(script)) expect(found?.next).toBe(SEEN);
  expect(found?.present).toEqual(expect.arrayContaining(FILES));
};

test.each(SCRIPTS)("what a command did to modes is undone: %s", async (script) => {
  expectRestored(script, await afterScript(script));
});

// Others run all of this as an ordinary user anyway.
test("the same for an ordinary user, whom permissions keep out", { tags: "root" }, async () => {
  const found = await afterScriptsAsOrdinary(SCRIPTS);
  for (const [index, script] of SCRIPTS.entries()) expectRestored(script, found[index]);
});

test("another name of a file outside stays as it is, also if both hold the same", async () => {
  const { user, repo } = await openUser(throwawayRepo({ "a.txt": "a\n" }));
  const outside = join(user.path, "a.txt");
  const worktree = await openWorktree(user, repo);
  await runIn(worktree, user, "ln", "-f", outside, "a.txt");
  chmodSync(outside, 0o600);
  await worktree.reset();
  expect(statSync(outside)).toMatchObject({ nlink: 1, mode: 0o100600 });
  expect(statSync(join(worktree.root, "a.txt")).mode & 0o777).toBe(0o666 & ~process.umask());
});

test("a folder of a link's stays as it is", async () => {
  const { user, repo } = await openUser(throwawayRepo({ "src/in/a.txt": "a\n" }));
  const outside = join(user.folder, "outside");
  mkdirSync(join(outside, "in"), { recursive: true, mode: 0o700 });
  const worktree = await openWorktree(user, repo);
  await runIn(worktree, user, "rm", "-r", "src");
  symlinkSync(outside, join(worktree.root, "src"));
  await worktree.commandPlace();
  await worktree.presentFiles();
  await worktree.reset();
  for (const folder of [outside, join(outside, "in")]) expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(worktree.root, "src/in"))).toEqual(["a.txt"]);
});

test("in a tree with more files than a snapshot holds, modes are restored too", async () => {
  const { user } = await openUser(throwawayRepo({ "tests/check.sh": "exit 1\n" }));
  for (let folder = 0; folder < 21; folder++) {
    mkdirSync(join(user.path, `many/${folder}`), { recursive: true });
    for (let file = 0; file < 1000; file++) writeFileSync(join(user.path, `many/${folder}/${file}`), "");
  }
  user.commit();
  const worktree = await openWorktree(user, await open(user));
  const mode = (path: string) => statSync(join(worktree.root, path)).mode & 0o777;
  const [folder, file] = [mode("many/7"), mode("many/7/7")];
  // Git sees a file's new mode only by the time of the change, in whole seconds.
  await setTimeout(1100);
  await runIn(worktree, user, "chmod", "0", "many/7/7", "tests/check.sh", "tests", "many/7");
  await worktree.reset();
  expect(["tests", "many/7"].map(mode)).toEqual([folder, folder]);
  expect(["tests/check.sh", "many/7/7"].map(mode)).toEqual([file, file]);
});
