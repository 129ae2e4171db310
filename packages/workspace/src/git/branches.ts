import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { keptText } from "@llmch/files";
import type { Git } from "./git.ts";
import type { GitFolders } from "./git-folders.ts";
import type { Repository } from "./repository.ts";
import { filesBelow, refsBehind } from "./symbolic-refs.ts";
import { adminDirectories } from "./worktree-records.ts";

/** Names that git certainly accepts, so that it need not be asked. */
const PLAIN_NAME = /^(?!HEAD$)\w+(?:[/-]\w+)*$/;

const isBranchName = async (git: Git, name: string): Promise<boolean> => {
  const checked = await git.read("check-ref-format", "--branch", name);
  // `@{-1}` resolves to the branch that it stands for.
  return checked.ok && checked.value.trimEnd() === name;
};

/** Why a branch cannot have this name, in words, or null: git's own rules, or a branch in its way. */
export const branchNameFault = async (
  { git, commonDir }: Pick<Repository, "git" | "commonDir">,
  name: string,
): Promise<string | null> => {
  const [isName, listing] = await Promise.all([
    PLAIN_NAME.test(name) || isBranchName(git, name),
    git.read("for-each-ref", "--format=%(refname)", `refs/heads/${name.split("/", 1)[0]}`),
  ]);
  if (!isName) return "it is not a valid branch name";
  const listed = listing.ok ? listing.value.split("\n").map((ref) => ref.slice("refs/heads/".length)) : [];
  // Git does not list a branch that leads nowhere, but it is in the way all the same.
  const loose = filesBelow(join(commonDir, "refs/heads")).filter((file) => !file.endsWith(".lock"));
  const inTheWay = [...listed, ...loose].find(
    (branch) => branch !== "" && (name.startsWith(`${branch}/`) || branch.startsWith(`${name}/`)),
  );
  return inTheWay === undefined ? null : `the branch ${inTheWay} is in its way`;
};

/** The commit at a branch's tip, or null if there is no such branch. */
export const branchTip = (git: Git, name: string): Promise<string | null> => resolveCommit(git, `refs/heads/${name}`);

/** The full id of the commit that a revision names, or null. */
export const resolveCommit = async (git: Git, revision: string): Promise<string | null> => {
  if (revision === "" || revision.startsWith("-")) return null;
  const resolved = await git.read("rev-parse", "--verify", `${revision}^{commit}`);
  return resolved.ok ? resolved.value.trim() : null;
};

/** The worktree in which a branch is checked out, or null. A worktree whose folder is gone does not count. */
export const branchCheckout = async (
  { git, root, gitDir, commonDir }: Pick<Repository, "git" | "root" | "gitDir" | "commonDir">,
  name: string,
): Promise<{ path: string; isThisCheckout: boolean } | null> => {
  for (const { path, gitDir: dir } of checkoutsOf(commonDir)) {
    const folders = { gitDir: dir, commonDir };
    if (!existsSync(join(dir, "HEAD")) || !mayBeOn(folders, name)) continue;
    if (!isOn(folders, name)) {
      const asked = await git.read(`--git-dir=${dir}`, "symbolic-ref", "--quiet", "HEAD");
      if (!asked.ok || asked.value.trimEnd() !== `refs/heads/${name}`) continue;
    }
    if (dir === gitDir) return { path: root, isThisCheckout: true };
    if (existsSync(path)) return { path, isThisCheckout: false };
  }
  return null;
};

/** Where a git directory names the branches that it moves when a rebase or a bisection ends. */
const UNFINISHED = [
  { file: "rebase-merge/head-name", doing: "rebase" },
  // Each ref is followed by two commits.
  { file: "rebase-merge/update-refs", doing: "rebase" },
  { file: "rebase-apply/head-name", doing: "rebase" },
  { file: "BISECT_START", doing: "bisection" },
] as const;

/** A branch that git itself would not move now, because a rebase or a bisection of it is not finished; null for any other. */
export const unfinishedOn = (
  { commonDir }: Pick<Repository, "commonDir">,
  name: string,
): { readonly path: string; readonly doing: "rebase" | "bisection" } | null => {
  for (const { path, gitDir } of checkoutsOf(commonDir)) {
    for (const { file, doing } of UNFINISHED) {
      const lines = (keptText(join(gitDir, file)) ?? "").split("\n");
      const isNamed = lines.includes(`refs/heads/${name}`) || (doing === "bisection" && lines[0] === name);
      if (isNamed && existsSync(path)) return { path, doing };
    }
  }
  return null;
};

/** The repo's main checkout and its linked ones: their folders, and the git directory of each. */
const checkoutsOf = (commonDir: string): readonly { readonly path: string; readonly gitDir: string }[] => [
  { path: basename(commonDir) === ".git" ? dirname(commonDir) : commonDir, gitDir: commonDir },
  ...adminDirectories({ commonDir }).flatMap(({ path, tree }) => (tree === null ? [] : [{ path: tree, gitDir: path }])),
];

const isOn = (folders: GitFolders, branch: string): boolean =>
  refsBehind(join(folders.gitDir, "HEAD"), folders).includes(`refs/heads/${branch}`);

/** False if a checkout's HEAD certainly does not lead to the branch; with newer ref formats, only git can tell. */
export const mayBeOn = (folders: GitFolders, branch: string): boolean =>
  isOn(folders, branch) || isOn(folders, ".invalid");

const LIMIT_MS = 20_000;

/** The commits that only this branch holds: no other branch, tag or remote-tracking branch does. */
export const commitsOfBranchAlone = async ({ git }: Repository, branch: string): Promise<readonly string[]> => {
  const others = ["--not", `--exclude=${branch}`, "--branches", "--tags", "--remotes"];
  const listed = await git.read("rev-list", `refs/heads/${branch}`, ...others);
  if (!listed.ok) throw new Error(`the history of ${branch} cannot be read: ${listed.issues[0]}`);
  return listed.value.split("\n").filter((line) => line !== "");
};

/**
 * Removes a branch whose tip is `tip`. Before that, removes its section of the repo's configuration if that only says what it
 * tracks; after a kill in between, the same call does the rest. Gives the reason if it could not, or null.
 */
export const removeBranch = async (repo: Repository, branch: string, tip: string): Promise<string | null> => {
  if ((await repo.branchTip(branch)) !== tip) return `${branch} is not at ${tip.slice(0, 10)} any more`;
  const prefix = `branch.${branch}.`;
  const said = (await repo.configuration()).filter(({ scope, name }) => scope === "local" && name.startsWith(prefix));
  if (said.length > 0 && said.every(({ name }) => FOLLOWED.has(name.slice(prefix.length)))) {
    const section = ["config", "--file", join(repo.commonDir, "config"), "--remove-section", `branch.${branch}`];
    const forgot = await repo.git.run(section, { limitMs: LIMIT_MS });
    if (forgot.exitCode !== 0) return forgot.stderr.trim() || "git gave no reason";
  }
  const removed = await repo.git.run(["update-ref", "--no-deref", "-d", `refs/heads/${branch}`, tip], {
    limitMs: LIMIT_MS,
  });
  return removed.exitCode === 0 ? null : removed.stderr.trim() || "git gave no reason";
};

const FOLLOWED = new Set(["remote", "merge"]);
