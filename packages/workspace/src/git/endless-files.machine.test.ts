import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { throwawayRepo } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { gitIn, openRepository } from "./open-repository.ts";

const PIPE = (file: string): void => void execFileSync("mkfifo", [file]);
const DEVICE = (file: string): void => symlinkSync("/dev/zero", file);

const repoWith = (name: string, put: (file: string) => void) => {
  const user = throwawayRepo();
  onTestFinished(() => user.remove());
  const file = join(user.path, ".git", name);
  rmSync(file, { force: true });
  mkdirSync(dirname(file), { recursive: true });
  put(file);
  return { ...user, file };
};

test.each(
  [
    ...[
      "HEAD",
      "index",
      "commondir",
      "config",
      "config.worktree",
      "packed-refs",
      "shallow",
      "info/attributes",
      "info/exclude",
    ],
    ...["objects/info/alternates", "objects/info/commit-graph", "objects/pack/multi-pack-index"],
    ...["refs/stash", "refs/heads/main", "refs/heads/deep/er", "refs/tags/v1", "refs/remotes/origin/x"],
  ].flatMap((name) => [[name, "a pipe", PIPE] as const, [name, "a device", DEVICE] as const]),
)("%s that is %s is told before git waits for it", async (name, _, put) => {
  const { path, env, file } = repoWith(name, put);
  const message = `${path} is a git repo whose file ${file} is a pipe or a device, at which git would wait`;
  expect(await openRepository(path, env)).toEqual({
    ok: false,
    issues: [{ code: "not-a-git-repo", message, hint: "remove it, or put back the file that was there" }],
  });
});

test.each<[string, string, (file: string) => void]>([
  ["info/exclude", "a link to /dev/null", (file) => symlinkSync("/dev/null", file)],
  ["packed-refs", "a link to nowhere", (file) => symlinkSync("nowhere", file)],
  ["refs/heads/other", "a link to a ref", (file) => symlinkSync("main", file)],
  ["description", "a pipe, which git never opens", PIPE],
])("%s may be %s", async (name, _, put) => {
  const { path, env } = repoWith(name, put);
  expect(await openRepository(path, env)).toMatchObject({ ok: true });
});

test("a submodule whose git would wait has nothing to read", async () => {
  const { path, env } = repoWith("HEAD", PIPE);
  expect(await gitIn(path, env)).toBeNull();
});
