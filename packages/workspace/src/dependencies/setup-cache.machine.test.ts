import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { newOwnedName } from "@llmch/files";
import { throwawayRepo } from "@llmch/testkit";
import { sha256Hex } from "@llmch/text";
import { describe, expect, test } from "vitest";
import { openUser, openWorktree, runIn } from "../worktree/worktree.fixture.ts";
import { openSetupCache } from "./setup-cache.ts";

const open = async (most = 2) => {
  const { user, repo } = await openUser(
    throwawayRepo({ ".gitignore": ".venv/\nnode_modules/\n", "a/x.py": "x = 1\n" }),
  );
  const home = join(user.folder, "cache");
  const head = user.git("rev-parse", "HEAD");
  /** The cache as a run at a commit uses it. */
  const cache = (commit = head) => {
    const { root, commonDir, git } = repo;
    const place = { root, commonDir, git, env: { ...user.env, XDG_CACHE_HOME: home } };
    const opened = openSetupCache(place, { most, fallback: user.folder });
    return {
      find: (key: string) => opened.find({ key, commit }),
      keep: (key: string, tree: string, paths: readonly string[]) => opened.keep({ key, commit }, tree, paths),
    };
  };
  const nameOf = (key: string) => sha256Hex(`${key} ${head}`);
  const entries = () => {
    const [own = ""] = readdirSync(join(home, "llmch/setup"));
    return readdirSync(join(home, "llmch/setup", own)).sort();
  };
  const put = (tree: string, files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(tree, path)), { recursive: true });
      writeFileSync(join(tree, path), text);
    }
  };
  return { user, repo, home, cache, entries, put, nameOf };
};
const KEYS = ["a", "b", "c"].map(sha256Hex);
const [KEY = ""] = KEYS;

test("what was installed in one worktree is reused in the next, and names that one", async () => {
  const { user, repo, cache, put } = await open();
  const first = await openWorktree(user, repo);
  put(first.root, {
    ".venv/bin/tool": `#!${first.root}/.venv/bin/python\n`,
    ".venv/lib/site-packages/a.pth": `${first.root}/a\n`,
    "node_modules/dep/index.js": "dep\n",
  });
  mkdirSync(join(first.root, "node_modules/@ws"));
  symlinkSync(join(first.root, "a"), join(first.root, "node_modules/@ws/a"));
  expect(await cache().find(KEY)).toBeNull();
  await first.adopt(await cache().keep(KEY, first.root, [".venv", "node_modules"]));
  await first.reset();
  expect(readFileSync(join(first.root, "node_modules/dep/index.js"), "utf8")).toBe("dep\n");
  await first.remove();

  const second = await openWorktree(user, repo);
  await second.adopt((await cache().find(KEY)) ?? []);
  const ours = (path: string) => join(second.root, path);
  expect(readFileSync(ours(".venv/bin/tool"), "utf8")).toBe(`#!${second.root}/.venv/bin/python\n`);
  expect(readFileSync(ours(".venv/lib/site-packages/a.pth"), "utf8")).toBe(`${second.root}/a\n`);
  expect(realpathSync(ours("node_modules/@ws/a"))).toBe(ours("a"));
  await runIn(second, user, "sh", "-c", "echo bad > node_modules/dep/index.js; rm -r .venv");
  expect(await second.drift([])).toEqual([]);
  await second.reset();
  expect(readFileSync(ours("node_modules/dep/index.js"), "utf8")).toBe("dep\n");
  expect(existsSync(ours(".venv/bin/tool"))).toBe(true);
});

test("two runs that make the same entry agree, the oldest goes, and a killed run's leftovers go with the next", async () => {
  const { user, home, cache, entries, put, nameOf } = await open();
  const trees = ["one", "two"].map((name) => join(user.folder, name));
  for (const tree of trees) put(tree, { "node_modules/x": "x" });
  const kept = await Promise.all(trees.map((tree) => cache().keep(KEY, tree, ["node_modules"])));
  expect(kept[0]).toEqual(kept[1]);
  expect(entries()).toEqual([nameOf(KEY)]);
  for (const key of KEYS.slice(1)) {
    const [own = ""] = readdirSync(join(home, "llmch/setup"));
    utimesSync(join(home, "llmch/setup", own, nameOf(KEY)), 1, 1);
    const [tree = ""] = trees;
    put(tree, { "node_modules/x": key });
    await cache().keep(key, tree, ["node_modules"]);
  }
  expect(entries()).toEqual(KEYS.slice(1).map(nameOf).sort());

  const [own = ""] = readdirSync(join(home, "llmch/setup"));
  const half = newOwnedName().replace(/-\d+-\d+-/, "-4194303-7-");
  const living = newOwnedName();
  for (const name of [half, living]) mkdirSync(join(home, "llmch/setup", own, name, "0"), { recursive: true });
  expect(await cache().find(KEY)).toBeNull();
  expect(entries()).toEqual([...KEYS.slice(1).map(nameOf), living].sort());
});

test("a link that a setup has put in place of a folder, or on the way to it, moves nothing out or in", async () => {
  const { user, cache, put } = await open();
  const [tree, elsewhere] = [join(user.folder, "tree"), join(user.folder, "elsewhere")];
  put(elsewhere, { "node_modules/x": "theirs" });
  put(tree, { "own/node_modules/x": "ours" });
  symlinkSync(elsewhere, join(tree, "linked"));
  symlinkSync(join(elsewhere, "node_modules"), join(tree, "node_modules"));
  const kept = await cache().keep(KEY, tree, ["node_modules", "linked/node_modules", "own/node_modules"]);
  expect(kept.map(({ path }) => path)).toEqual(["own/node_modules"]);
  expect(readFileSync(join(elsewhere, "node_modules/x"), "utf8")).toBe("theirs");
});

test("a failure to keep leaves nothing behind", async () => {
  const { user, cache, entries, put } = await open();
  const tree = join(user.folder, "tree");
  put(tree, { "node_modules/x": "x" });
  await expect(cache().keep(KEY, tree, ["node_modules", "node_modules"])).rejects.toThrow("ENOENT");
  expect(entries()).toEqual([]);
});

test("what a branch's scripts have made is reused there and by its descendants, but on no other branch", async () => {
  const { user, cache, put } = await open();
  const commit = (name: string) => {
    user.git("commit", "--quiet", "--allow-empty", "--message", name);
    return user.git("rev-parse", "HEAD");
  };
  const [base, tree] = [user.git("rev-parse", "HEAD"), join(user.folder, "tree")];
  user.git("checkout", "--quiet", "-b", "theirs");
  const theirs = commit("theirs");
  user.git("checkout", "--quiet", "-b", "ours", base);
  const ours = commit("ours");
  put(tree, { "node_modules/x": "theirs" });
  await cache(theirs).keep(KEY, tree, ["node_modules"]);
  const found = async (at: string) => {
    const [folder] = (await cache(at).find(KEY)) ?? [];
    return folder === undefined ? null : readFileSync(join(folder.from, "x"), "utf8");
  };
  expect([await found(theirs), await found(base), await found(ours)]).toEqual(["theirs", null, null]);
  put(tree, { "node_modules/x": "ours" });
  await cache(ours).keep(KEY, tree, ["node_modules"]);
  expect([await found(theirs), await found(base), await found(ours)]).toEqual(["theirs", null, "ours"]);
  expect(await found(commit("an order's"))).toBe("ours");
  user.git("checkout", "--quiet", "-b", "merged", theirs);
  expect(await found(commit("after theirs"))).toBe("theirs");
  // A shallow clone may not know where another installation comes from.
  expect(await found("0".repeat(40))).toBeNull();
});

describe("an entry is not used", () => {
  const entryOf = async () => {
    const opened = await open();
    const { user, home, cache, put, nameOf } = opened;
    const tree = join(user.folder, "one");
    put(tree, { "node_modules/x": "x" });
    await cache().keep(KEY, tree, ["node_modules"]);
    const [own = ""] = readdirSync(join(home, "llmch/setup"));
    const folder = join(home, "llmch/setup", own);
    const entry = join(folder, nameOf(KEY));
    const file = join(entry, "entry.json");
    const write = (changed: object) =>
      writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), ...changed }));
    return { ...opened, tree, folder, entry, write };
  };

  test.each(["..", "../../x", "/tmp/x", ".git", "a/../.git/hooks", "./x", ""])("that leads to %j", async (path) => {
    const { cache, write } = await entryOf();
    write({ paths: [path] });
    expect(await cache().find(KEY)).toBeNull();
  });

  test("that lacks a folder, and the next one replaces it", async () => {
    const { cache, tree, entry, put } = await entryOf();
    rmSync(join(entry, "0"), { recursive: true });
    expect(await cache().find(KEY)).toBeNull();
    put(tree, { "node_modules/x": "x" });
    expect(await cache().keep(KEY, tree, ["node_modules"])).toEqual(await cache().find(KEY));
  });

  test("that a link replaces", async () => {
    const { cache, entry } = await entryOf();
    rmSync(join(entry, "0"), { recursive: true });
    symlinkSync("/etc", join(entry, "0"));
    expect(await cache().find(KEY)).toBeNull();
  });

  test("that came with a repo", async () => {
    const { user, cache, folder } = await entryOf();
    user.git("init", "--quiet", folder);
    user.git("-C", folder, "add", "--all");
    expect(await cache().find(KEY)).toBeNull();
  });

  test("from a folder that others can write to", async () => {
    const { cache, folder } = await entryOf();
    chmodSync(folder, 0o770);
    expect(await cache().find(KEY)).toBeNull();
  });
});
