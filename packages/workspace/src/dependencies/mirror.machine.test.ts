import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { open, openUser, openWorktree, runIn, seal, toWrite } from "../worktree/worktree.fixture.ts";

/** A workspace with two packages, a third one that is installed, and a virtual environment. */
const makeWorkspace = async () => {
  const { user } = await openUser(
    throwawayRepo({
      ".gitignore": "node_modules/\n.venv/\n",
      "package.json": "{}",
      "packages/a/index.js": 'module.exports = "baseline";\n',
      "packages/b/index.js": 'console.log(require("@ws/a"), require("third"));\n',
    }),
  );
  const at = (path: string) => join(user.path, path);
  for (const folder of [
    "node_modules/@ws",
    "node_modules/.bin",
    "node_modules/.cache",
    "packages/b/node_modules",
    ".venv",
  ]) {
    mkdirSync(at(folder), { recursive: true });
  }
  user.write("node_modules/third/index.js", 'module.exports = "third";\n');
  user.write(".venv/lib/x.py", "");
  symlinkSync("../../packages/a", at("node_modules/@ws/a"));
  symlinkSync(at("packages/b"), at("node_modules/@ws/b"));
  symlinkSync("../third/index.js", at("node_modules/.bin/third"));
  symlinkSync("lib", at(".venv/lib64"));
  return { user, at, repo: await open(user) };
};

test("dependency folders exist, and what belongs to the repo itself comes from the worktree", async () => {
  const { user, at, repo } = await makeWorkspace();
  const worktree = await openWorktree(user, repo);
  const real = (path: string) => realpathSync(join(worktree.root, path));
  expect(lstatSync(join(worktree.root, "node_modules")).isDirectory()).toBe(true);
  expect(real("node_modules/@ws/a")).toBe(join(worktree.root, "packages/a"));
  expect(real("node_modules/@ws/b")).toBe(join(worktree.root, "packages/b"));
  expect(real("node_modules/third")).toBe(at("node_modules/third"));
  expect(real("node_modules/.bin/third")).toBe(at("node_modules/third/index.js"));
  expect(real(".venv/lib64/x.py")).toBe(at(".venv/lib/x.py"));
  expect(readdirSync(join(worktree.root, "node_modules")).sort()).toEqual([".bin", "@ws", "third"]);

  const write = toWrite("packages/a/index.js", 'module.exports = "proposed";\n', 'module.exports = "baseline";\n');
  await worktree.apply(write);
  const ran = await runIn(worktree, user, "node", "packages/b/index.js");
  expect(ran.stdoutTail).toBe("proposed third\n");
  expect(await worktree.drift([write])).toEqual([]);
  expect(await worktree.presentFiles()).not.toContainEqual(expect.stringContaining("node_modules"));
  await seal(worktree);
});

test("a tool's own files and damage are gone after a reset, and the user's are untouched", async () => {
  const { user, at, repo } = await makeWorkspace();
  const worktree = await openWorktree(user, repo);
  const ours = join(worktree.root, "node_modules");
  mkdirSync(join(ours, ".cache"));
  writeFileSync(join(ours, ".cache/x"), "x");
  rmSync(join(ours, "third"));
  rmSync(join(worktree.root, ".venv"), { recursive: true });
  expect(await worktree.drift([])).toEqual([]);
  await worktree.reset();
  expect(readdirSync(ours).sort()).toEqual([".bin", "@ws", "third"]);
  expect(realpathSync(join(worktree.root, ".venv/lib"))).toBe(at(".venv/lib"));
  await worktree.remove();
  expect(user.read("node_modules/third/index.js")).toBe('module.exports = "third";\n');
  expect(user.has(".venv/lib/x.py")).toBe(true);
});

test("folders of links that a command has shut are open again after a reset", async () => {
  const { user, repo } = await makeWorkspace();
  const worktree = await openWorktree(user, repo);
  const ours = join(worktree.root, "node_modules");
  for (const shut of [join(ours, "@ws"), ours]) chmodSync(shut, 0);
  await worktree.reset();
  for (const open of [join(ours, "@ws"), ours]) expect(statSync(open).mode & 0o700).toBe(0o700);
  expect(readdirSync(join(ours, "@ws"))).toEqual(["a", "b"]);
});

test("a folder that the repo does not ignore is not a dependency folder", async () => {
  const { user, repo } = await openUser(throwawayRepo());
  user.write("node_modules/x/index.js", "");
  const worktree = await openWorktree(user, repo);
  expect(readdirSync(worktree.root).sort()).toEqual([".git", "README.md"]);
});
