import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { openUser } from "../worktree/worktree.fixture.ts";
import { unrunHooks } from "./unrun-hooks.ts";

test("hooks of commits are found where git would, if they can run", async () => {
  const { user, repo } = await openUser(throwawayRepo());
  expect(await unrunHooks(repo)).toEqual([]);
  const hooks = join(user.path, ".git/hooks");
  mkdirSync(hooks, { recursive: true });
  for (const [name, mode] of [
    ["pre-commit", 0o755],
    ["commit-msg", 0o644],
    ["post-checkout", 0o755],
  ] as const)
    writeFileSync(join(hooks, name), "#!/bin/sh\n", { mode });
  expect(await unrunHooks(repo)).toEqual(["pre-commit"]);
  mkdirSync(join(user.path, ".husky"));
  writeFileSync(join(user.path, ".husky/commit-msg"), "#!/bin/sh\n", { mode: 0o755 });
  user.git("config", "core.hooksPath", ".husky");
  expect(await unrunHooks(repo)).toEqual(["commit-msg"]);
});
