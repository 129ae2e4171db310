import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { isShortName } from "@llmch/files";
import { commandEnvironment } from "@llmch/process";
import { throwawayRepo } from "@llmch/testkit";
import { openRepository } from "@llmch/workspace";
import { expect, onTestFinished, test } from "vitest";
import { type LeaseOptions, openLeases } from "./leases.ts";

const SETUP = DEFAULT_SETTINGS.setup;
const never = new AbortController().signal;

const open = async (options: LeaseOptions = {}, { setup = {}, signal = never } = {}) => {
  const user = throwawayRepo({ a: "1", ".gitignore": "node_modules/\nlog\n", "package-lock.json": "1" });
  const temporary = join(user.folder, "temporary");
  mkdirSync(temporary);
  const env = { ...user.env, TMPDIR: temporary, XDG_CACHE_HOME: join(user.folder, "cache") };
  const repo = await openRepository(user.path, env);
  if (!repo.ok) throw new Error(repo.issues[0].message);
  const place = { signal, environment: commandEnvironment(env) };
  const leases = openLeases(repo.value, place, { ...SETUP, ...setup }, options);
  onTestFinished(async () => {
    await leases.close();
    user.remove();
  });
  const base = user.git("rev-parse", "HEAD");
  return { user, temporary, leases, base };
};

test("each has the smallest number that is free, and keeps it when it is leased again", async () => {
  const { user, leases, base, temporary } = await open();
  const held = await Promise.all([1, 2, 3].map(() => leases.lease(base)));
  const byNumber = held.toSorted((a, b) => a.number - b.number);
  const places = await Promise.all(byNumber.map(({ worktree }) => worktree.commandPlace()));
  expect(byNumber.map(({ number }, index) => [number, places[index]?.environment.LLMCH_LEASE])).toEqual([
    [0, "0"],
    [1, "1"],
    [2, "2"],
  ]);
  expect(new Set(places.map(({ environment }) => environment.TMPDIR)).size).toBe(3);
  const [first, second, third] = byNumber;
  const root = third?.worktree.root;
  third?.release();
  third?.release();
  user.write("a", "2");
  const next = user.commit();
  const again = await leases.lease(next);
  expect([again.number, again.worktree.root, again.worktree.baseline()]).toEqual([2, root, next]);
  expect(await first?.discard()).toBeNull();
  expect((await leases.lease(base)).number).toBe(0);
  second?.release();
  expect(await leases.close()).toEqual([]);
  expect(readdirSync(temporary)).toEqual([]);
  expect(user.git("worktree", "list").split("\n")).toHaveLength(1);
});

test("what an order left is gone for the next one, on the same commit and on another", async () => {
  const { user, leases, base } = await open();
  user.write("a", "2");
  const next = user.commit();
  for (const commit of [base, base, next]) {
    const lease = await leases.lease(commit);
    const { root } = lease.worktree;
    expect([readdirSync(root).toSorted(), readFileSync(join(root, "a"), "utf8")]).toEqual([
      [".git", ".gitignore", "a", "package-lock.json"],
      commit === base ? "1" : "2",
    ]);
    writeFileSync(join(root, "a"), "other");
    writeFileSync(join(root, "new"), "");
    lease.release({ isClean: false });
  }
});

test("a worktree that cannot be made clean is removed, and replaced once another can be made", async () => {
  const { user, leases, base, temporary } = await open();
  const lease = await leases.lease(base);
  const { root } = lease.worktree;
  writeFileSync(join(root, "a"), "other");
  lease.release({ isClean: false });
  const id = user.git("rev-parse", `${base}:a`);
  const [blob, aside] = [join(user.path, ".git/objects", id.slice(0, 2), id.slice(2)), join(user.folder, "blob")];
  renameSync(blob, aside);
  await expect(leases.lease(base)).rejects.toThrow("cannot be made");
  expect([existsSync(root), readdirSync(temporary)]).toEqual([false, []]);
  renameSync(aside, blob);
  const next = await leases.lease(base);
  expect([next.number, readFileSync(join(next.worktree.root, "a"), "utf8")]).toEqual([0, "1"]);
});

test("no more than the limit are held, and further requests wait for a release or a signal", async () => {
  let makings = 0;
  const { leases, base } = await open({ most: 2, making: () => makings++ });
  const [first, second] = await Promise.all([leases.lease(base), leases.lease(base)]);
  const third = leases.lease(base);
  const leaving = new AbortController();
  const fourth = leases.lease(base, leaving.signal);
  const fifth = leases.lease(base);
  leaving.abort();
  await expect(fourth).rejects.toThrow("interrupted");
  second.release();
  expect((await third).worktree).toBe(second.worktree);
  expect(makings).toBe(2);
  // Discarding makes room too.
  expect(await first.discard()).toBeNull();
  expect((await fifth).number).toBe(0);
  expect(leases.most()).toBe(2);
  const last = expect(leases.lease(base)).rejects.toThrow("interrupted");
  expect(await leases.close()).toEqual([]);
  await last;
});

test("fewer are made than requested if the disk has no room for another, with a single warning", async () => {
  const warnings: string[] = [];
  let free = 0;
  const { leases, base, temporary } = await open({
    most: 4,
    freeSpace: () => free,
    warn: (message) => void warnings.push(message),
  });
  const first = await leases.lease(base);
  free = 300_000_000;
  const second = await leases.lease(base);
  expect([first.number, second.number, leases.most()]).toEqual([0, 1, 4]);
  free = 0;
  const [third, fourth] = [leases.lease(base), leases.lease(base)];
  await expect.poll(() => warnings).toEqual(["only 2 worktrees fit on the disk: fewer jobs"]);
  expect(leases.most()).toBe(2);
  first.release();
  expect((await third).worktree).toBe(first.worktree);
  second.release();
  expect((await fourth).worktree).toBe(second.worktree);
  expect(readdirSync(temporary).filter(isShortName)).toHaveLength(2);
  expect(warnings).toHaveLength(1);
});

test("worktrees wait for an installation in progress in another one, and reuse it", async () => {
  const commands = ["sh -c 'echo ran >> \"$HOME/log\"; mkdir node_modules; echo x > node_modules/x'"];
  const { user, leases, base } = await open({}, { setup: { commands, folders: ["node_modules"], network: false } });
  const artifacts = join(user.folder, "artifacts");
  const place = {
    directory: artifacts,
    signal: never,
    secrets: [],
    onOutput: null,
    emit: async () => {},
    now: () => 0,
  };
  const held = await Promise.all([1, 2, 3].map(() => leases.lease(base)));
  expect(await Promise.all(held.map(({ setUp }) => setUp(place)))).toEqual(Array(3).fill({ ok: true, value: null }));
  for (const { worktree } of held) expect(existsSync(join(worktree.root, "node_modules/x"))).toBe(true);
  expect(user.read("../home/log")).toBe("ran\n");
});
