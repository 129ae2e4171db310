import { writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { makeDirectory, removeTree } from "@llmch/files";
import { makeTemporaryFolder } from "../places/temporary-folder.ts";
import { contentsAtCommits } from "./blobs.ts";
import type { Git } from "./git.ts";
import type { Repository } from "./repository.ts";

/** Those of some paths that git ignores and does not track. Of paths beyond a link git knows nothing. */
export const ignoredAmong = (git: Pick<Git, "run">, paths: readonly string[]): Promise<ReadonlySet<string>> =>
  ask(git, ["--stdin"], paths);

/** The same by the rules of a commit, which may differ from those of the checkout. */
export const ignoredAt = async (
  repo: Pick<Repository, "git" | "gitAt" | "gitDir" | "root" | "commonDir" | "env" | "trackedFiles">,
  commit: string,
  paths: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (paths.length === 0) return new Set();
  const tracked = new Set(await repo.trackedFiles(commit));
  const rules = [...tracked].filter((path) => basename(path) === ".gitignore").map((path) => ({ commit, path }));
  const texts = await contentsAtCommits(repo.git, rules);
  const folder = makeTemporaryFolder(repo);
  try {
    for (const { path } of rules) {
      makeDirectory(dirname(join(folder, path)));
      writeFileSync(join(folder, path), texts.get(`${commit}:${path}`) ?? "");
    }
    const others = paths.filter((path) => !tracked.has(path));
    return await ask(repo.gitAt(folder, repo.gitDir), ["--no-index", "--stdin"], others);
  } finally {
    removeTree(folder);
  }
};

const ask = async (
  git: Pick<Git, "run">,
  flags: readonly string[],
  paths: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (paths.length === 0) return new Set();
  const checked = await git.run(["check-ignore", "-z", ...flags], { input: `${paths.join("\0")}\0` });
  return new Set(
    checked.stdout
      .toString()
      .split("\0")
      .filter((path) => path !== ""),
  );
};
