import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { sha256Hex } from "@llmch/contract";
import { throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { newOwnedName } from "../worktree/owner.ts";
import { openUser, openWorktree, runIn } from "../worktree/worktree.fixture.ts";
import { openSetupCache } from "./setup-cache.ts";

const open = async (most = 2) => {
  const { user, repo } = await openUser(
    throwawayRepo({ ".gitignore": ".venv/\nnode_modules/\n", "a/x.py": "x = 1\n" }),
  );
  const home = join(user.folder, "cache");
  const cache = () =>
    openSetupCache({ commonDir: repo.commonDir, env: { XDG_CACHE_HOME: home } }, { most, fallback: user.folder });
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
  return { user, repo, home, cache, entries, put };
};
const KEYS = ["a", "b", "c"].map(sha256Hex);
const [KEY = ""] = KEYS;

test("what was installed in one worktree stands in the next, and names that one", async () => {
  const { user, repo, cache, put } = await open();
  const first = await openWorktree(user, repo);
  put(first.root, {
    ".venv/bin/tool": `#!${first.root}/.venv/bin/python\n`,
    ".venv/lib/site-packages/a.pth": `${first.root}/a\n`,
    "node_modules/dep/index.js": "dep\n",
  });
  mkdirSync(join(first.root, "node_modules/@ws"));
  symlinkSync(join(first.root, "a"), join(first.root, "node_modules/@ws/a"));
  expect(cache().find(KEY)).toBeNull();
  await first.adopt(await cache().keep(KEY, first.root, [".venv", "node_modules"]));
  await first.reset();
  expect(readFileSync(join(first.root, "node_modules/dep/index.js"), "utf8")).toBe("dep\n");
  await first.remove();

  const second = await openWorktree(user, repo);
  await second.adopt(cache().find(KEY) ?? []);
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

test("two runs that make the same one meet, the oldest goes, and what a killed run was making goes with the next", async () => {
  const { user, home, cache, entries, put } = await open();
  const trees = ["one", "two"].map((name) => join(user.folder, name));
  for (const tree of trees) put(tree, { "node_modules/x": "x" });
  const kept = await Promise.all(trees.map((tree) => cache().keep(KEY, tree, ["node_modules"])));
  expect(kept[0]).toEqual(kept[1]);
  expect(entries()).toEqual([KEY]);
  for (const key of KEYS.slice(1)) {
    const [own = ""] = readdirSync(join(home, "llmch/setup"));
    utimesSync(join(home, "llmch/setup", own, KEY), 1, 1);
    const [tree = ""] = trees;
    put(tree, { "node_modules/x": key });
    await cache().keep(key, tree, ["node_modules"]);
  }
  expect(entries()).toEqual(KEYS.slice(1).sort());

  const [own = ""] = readdirSync(join(home, "llmch/setup"));
  const half = newOwnedName().replace(/-\d+-\d+-/, "-4194303-7-");
  const living = newOwnedName();
  for (const name of [half, living]) mkdirSync(join(home, "llmch/setup", own, name, "0"), { recursive: true });
  expect(cache().find(KEY)).toBeNull();
  expect(entries()).toEqual([...KEYS.slice(1), living].sort());
});
