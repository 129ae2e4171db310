import { lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { commandEnvironment } from "@llmch/process";
import { temporaryFolder, throwawayRepo } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { open, openUser, openWorktree, runIn } from "./worktree.fixture.ts";

const LOOK = 'echo "lease $LLMCH_LEASE"; touch "$TMPDIR/$LLMCH_LEASE"; ls "$TMPDIR"; echo "$TMPDIR/x $TMP" >&2';

test("each worktree's commands have a number, and temporary files that no other's see", async () => {
  const temporary = temporaryFolder();
  onTestFinished(temporary.remove);
  const { user } = await openUser(throwawayRepo());
  const env = { ...user.env, TMPDIR: temporary.path, TMP: temporary.path };
  const repo = await open({ path: user.path, env });
  const environment = commandEnvironment(env);
  const worktrees = [
    await openWorktree(user, repo, { environment }),
    await openWorktree(user, repo, { environment, lease: 1 }),
  ];
  const look = () => Promise.all(worktrees.map((worktree) => runIn(worktree, user, "sh", "-c", LOOK)));
  for (const [lease, { stdoutTail, stderrTail }] of (await look()).entries()) {
    expect(stdoutTail).toBe(`lease ${lease}\n${lease}\n`);
    // The output names none of llmch's folders, so two runs read the same.
    expect(stderrTail).toBe("/tmp/x /tmp\n");
  }
  const commandPlaces = await Promise.all(worktrees.map((worktree) => worktree.commandPlace()));
  const places = commandPlaces.map(({ environment: { TMPDIR = "" } }) => TMPDIR);
  expect(places.map((place) => dirname(dirname(place)))).toEqual([temporary.path, temporary.path]);
  expect(new Set(places).size).toBe(2);
  for (const place of places) {
    expect(lstatSync(place).mode & 0o777).toBe(0o700);
    // Python's sockets take 31 bytes more, of about a hundred.
    expect(relative(temporary.path, place).length).toBeLessThan(24);
  }
  for (const worktree of worktrees) expect(await worktree.remove()).toEqual({ ok: true, value: null });
  expect(readdirSync(temporary.path)).toEqual([]);
});

test("a folder that a command removed, or replaced by a link, is made again", async () => {
  const { user, repo } = await openUser(throwawayRepo());
  const worktree = await openWorktree(user, repo);
  const place = (await worktree.commandPlace()).environment.TMPDIR ?? "";
  const elsewhere = join(user.folder, "elsewhere");
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, "kept"), "");
  for (const rude of ["true", `ln -s '${elsewhere}' "$TMPDIR"`, 'touch "$TMPDIR"'])
    await runIn(worktree, user, "sh", "-c", `rm -rf "$TMPDIR"; ${rude}`);
  expect((await runIn(worktree, user, "sh", "-c", 'touch "$TMPDIR/x" && echo made')).stdoutTail).toBe("made\n");
  expect(lstatSync(place).isDirectory()).toBe(true);
  await runIn(worktree, user, "sh", "-c", `rm -rf "$TMPDIR"; ln -s '${elsewhere}' "$TMPDIR"`);
  await worktree.remove();
  expect(readdirSync(elsewhere)).toEqual(["kept"]);
  rmSync(place, { force: true });
});

test("what pytest remembers of one command is gone for the next", async () => {
  const { user, repo } = await openUser(throwawayRepo());
  const worktree = await openWorktree(user, repo);
  const remember =
    'ls -A "$TMPDIR"; eval "place=$(echo "$PYTEST_ADDOPTS" | cut -d= -f2)"; mkdir "$place" && echo kept > "$place/lastfailed"';
  const run = () => runIn(worktree, user, "sh", "-c", remember);
  expect([await run(), await run()].map(({ exitCode, stdoutTail }) => [exitCode, stdoutTail])).toEqual([
    [0, ""],
    [0, ""],
  ]);
});
