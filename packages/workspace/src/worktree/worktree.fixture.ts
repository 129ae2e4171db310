import { rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type AcceptedChange, type FileToRemove, type FileToWrite, type RepoPath, repoPath } from "@llmch/contract";
import { isInside } from "@llmch/files";
import { commandEnvironment, createCommands } from "@llmch/process";
import { accepted, type Result, rejected, SHA256_OF_NOTHING, sha256Hex, utf8Bytes } from "@llmch/text";
import { onTestFinished } from "vitest";
import { openRepository } from "../git/open-repository.ts";
import type { Repository } from "../git/repository.ts";
import { type LandedCommit, type Landing, type LandingOptions, openLanding } from "../landing/landing.ts";
import { sweepAbandonedWorktrees } from "../recovery/sweep.ts";
import { createWorktree, type Worktree, type WorktreeOptions } from "./worktree.ts";

/** What the tests need from a throw-away repo. */
export interface UserRepo {
  readonly path: string;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  git(...args: string[]): string;
  remove(): void;
}

/** A throw-away repo, opened; removed after the test. */
export const openUser = async <User extends UserRepo>(
  user: User,
): Promise<{ readonly user: User; readonly repo: Repository }> => {
  onTestFinished(() => user.remove());
  return { user, repo: await open(user) };
};

export const open = async (user: Pick<UserRepo, "path" | "env">): Promise<Repository> => {
  const opened = await openRepository(user.path, user.env);
  if (!opened.ok) throw new Error(opened.issues[0].message);
  return opened.value;
};

/**
 * Removes what killed runs left, and returns what of it was in these folders: in the machine's folder for temporary files, other tests
 * leave things too.
 */
export const sweepOf = async (repo: Repository, ...folders: readonly string[]): Promise<readonly string[]> =>
  (await sweepAbandonedWorktrees(repo)).filter((path) => folders.some((folder) => isInside(folder, path)));

/** A worktree whose work lands on a branch, as an order's does. */
export interface LandingWorktree extends Worktree {
  commit(message: string, changes: readonly AcceptedChange[]): Promise<Result<LandedCommit, string>>;
  push: Landing["push"];
}

/** A worktree of the repo at HEAD, by default for the new branch `work`; removed after the test. */
export const openWorktree = async (
  user: UserRepo,
  repo: Repository,
  options: Partial<WorktreeOptions & LandingOptions> = {},
): Promise<LandingWorktree> => {
  const place = { baseline: user.git("rev-parse", "HEAD"), signal: new AbortController().signal, ...options };
  const worktree = await createWorktree(repo, { environment: commandEnvironment({ ...user.env }), ...place });
  const landing = openLanding(repo, { branch: "work", branchTip: null, excluded: [], ...place });
  const folder = dirname(worktree.root);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return Object.assign(worktree, {
    push: landing.push,
    commit: async (message: string, changes: readonly AcceptedChange[]) => {
      const sealed = await worktree.seal(changes);
      if (!sealed.ok) return sealed;
      const landed = await landing.land(sealed.value, message);
      if (landed.kind !== "landed") return rejected(landed.reason);
      await worktree.advance(landed.commit, changes);
      return accepted({ ...landed, warnings: [...sealed.value.warnings, ...landed.warnings] });
    },
  });
};

export const toWrite = (
  path: string,
  content: string | Uint8Array,
  base: string | null = null,
  executable: boolean | null = null,
): FileToWrite => ({
  kind: "write",
  path: safe(path),
  content: typeof content === "string" ? utf8Bytes(content) : content,
  baseSha256: base === null ? SHA256_OF_NOTHING : sha256Hex(base),
  executable,
});

export const toRemove = (path: string, base: string): FileToRemove => ({
  kind: "remove",
  path: safe(path),
  baseSha256: sha256Hex(base),
});

const safe = (path: string): RepoPath => {
  const found = repoPath(path);
  if (found === null) throw new Error(`${path} is no path`);
  return found;
};

/** Writes and commits; gives the landed commit. */
export const seal = async (worktree: LandingWorktree, ...changes: readonly AcceptedChange[]) => {
  for (const change of changes) {
    const done = await worktree.apply(change);
    if (!done.ok) throw new Error(done.issues[0]);
  }
  const sealed = await worktree.commit("WO-01: a title\n\nLlmch-Order: WO-01\nLlmch-Order-Sha256: abc\n", changes);
  if (!sealed.ok) throw new Error(sealed.issues[0]);
  return sealed.value;
};

/** Runs a command in the worktree as an order's commands run. */
export const runIn = async (worktree: Worktree, user: UserRepo, ...argv: readonly string[]) => {
  return createCommands({
    ...(await worktree.commandPlace()),
    artifacts: user.folder,
    signal: new AbortController().signal,
  }).run({ argv, timeoutSeconds: 20, stdout: "output/stdout.txt", stderr: "output/stderr.txt" });
};

export const put = (folder: string, name: string, content: string): void => writeFileSync(join(folder, name), content);
