import { execFileSync } from "node:child_process";
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { throwawayRepo } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { openRepository } from "../git/open-repository.ts";
import { DEPENDENCY_NAMES } from "./dependency-folders.ts";
import { dependencyState } from "./dependency-state.ts";

const PACKAGES = ".venv/lib/python3.12/site-packages";

const setUp = async () => {
  const user = throwawayRepo({ "src/a.js": "", ".gitignore": "node_modules/\n.venv/\n" });
  onTestFinished(() => user.remove());
  user.write("node_modules/left/index.js", "1");
  user.write("node_modules/.package-lock.json", "{}");
  user.write(`${PACKAGES}/left/__init__.py`, "");
  user.write(`${PACKAGES}/left-1.0.dist-info/METADATA`, "");
  const opened = await openRepository(user.path, user.env);
  if (!opened.ok) throw new Error(opened.issues[0].message);
  const repo = opened.value;
  const commit = user.git("rev-parse", "HEAD");
  return { user, state: () => dependencyState(repo, commit, DEPENDENCY_NAMES) };
};

type User = Awaited<ReturnType<typeof setUp>>["user"];

test.each<[string, (user: User) => void]>([
  ["another package", (user) => user.write("node_modules/right/index.js", "1")],
  ["one package less", (user) => rmSync(join(user.path, "node_modules/left"), { recursive: true })],
  [
    "a package in place of another",
    ({ path, write }) => {
      write("node_modules/new/index.js", "2");
      rmSync(join(path, "node_modules/left"), { recursive: true });
      renameSync(join(path, "node_modules/new"), join(path, "node_modules/left"));
    },
  ],
  ["what an installer notes", (user) => user.write("node_modules/.package-lock.json", '{"a":1}')],
  ["a package of Python's", (user) => user.write(`${PACKAGES}/right-1.0.dist-info/METADATA`, "")],
  [
    "another version of it",
    ({ path }) => renameSync(join(path, PACKAGES, "left-1.0.dist-info"), join(path, PACKAGES, "left-1.1.dist-info")),
  ],
  ["a folder beside another file", (user) => user.write("src/node_modules/left/index.js", "1")],
])("%s changes the state of dependency folders", async (_, change) => {
  const { user, state } = await setUp();
  const before = await state();
  expect(await state()).toEqual(before);
  change(user);
  expect(await state()).not.toEqual(before);
});

test.each([
  "node_modules/.cache/x",
  "node_modules/.vite/x",
  `${PACKAGES}/__pycache__/six.pyc`,
  `${PACKAGES}/left/__pycache__/a.pyc`,
  "src/more.js",
])("%s does not change it", async (file) => {
  const { user, state } = await setUp();
  const before = await state();
  user.write(file, "");
  expect(await state()).toEqual(before);
});

test("a submodule that the user checks out changes it", async () => {
  const user = throwawayRepo({ a: "" });
  onTestFinished(() => user.remove());
  const other = throwawayRepo({ b: "" });
  onTestFinished(() => other.remove());
  const id = other.git("rev-parse", "HEAD");
  user.git("update-index", "--add", "--cacheinfo", `160000,${id},lib`);
  user.git("commit", "--quiet", "--message", "submodule");
  const commit = user.git("rev-parse", "HEAD");
  const state = async () => {
    const opened = await openRepository(user.path, user.env);
    if (!opened.ok) throw new Error(opened.issues[0].message);
    return dependencyState(opened.value, commit, DEPENDENCY_NAMES);
  };
  expect(await state()).toEqual(["lib is not there"]);
  execFileSync("git", ["clone", "--quiet", other.path, join(user.path, "lib")], {
    env: { ...process.env, ...user.env },
  });
  expect(await state()).toEqual([]);
});
