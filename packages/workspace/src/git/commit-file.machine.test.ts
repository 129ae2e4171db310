import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { openUser } from "../worktree/worktree.fixture.ts";
import { commitFile, plainBranch } from "./commit-file.ts";

test("one file is committed on the user's branch, and what else is staged stays so", async () => {
  const { user, repo } = await openUser(throwawayRepo());
  user.git("switch", "--quiet", "--create", "work");
  writeFileSync(join(user.path, "staged.txt"), "s\n");
  user.git("add", "staged.txt");
  writeFileSync(join(user.path, "mine.json"), "{}\n");
  expect(await commitFile(repo, "mine.json", "Add mine")).toEqual({ ok: true, value: null });
  expect(user.git("show", "--name-only", "--format=%s")).toBe("Add mine\n\nmine.json");
  expect(user.git("status", "--porcelain")).toBe("A  staged.txt");
  expect(await commitFile(repo, "mine.json", "Again")).toMatchObject({ ok: false });
});

test("a commit like the user's own is possible only on a branch that is not protected, without hooks and signature", async () => {
  const { user, repo } = await openUser(throwawayRepo());
  user.git("branch", "--move", "main");
  expect(await plainBranch(repo)).toBeNull();
  user.git("switch", "--quiet", "--create", "work");
  expect(await plainBranch(repo)).toBe("work");
  user.git("config", "commit.gpgSign", "true");
  expect(await plainBranch(repo)).toBeNull();
  user.git("config", "commit.gpgSign", "false");
  expect(await plainBranch(repo)).toBe("work");
  user.git("symbolic-ref", "refs/heads/master", "refs/heads/work");
  expect(await plainBranch(repo)).toBeNull();
  user.git("symbolic-ref", "--delete", "refs/heads/master");
  mkdirSync(join(user.path, ".git/hooks"), { recursive: true });
  writeFileSync(join(user.path, ".git/hooks/pre-commit"), "#!/bin/sh\n", { mode: 0o755 });
  expect(await plainBranch(repo)).toBeNull();
  user.git("switch", "--quiet", "--detach");
  expect(await plainBranch(repo)).toBeNull();
});
