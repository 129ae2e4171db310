import { realLocation } from "../files/location.ts";
import type { Git } from "./git.ts";

/** Why a branch cannot get this name, in words, or null: git's own rules, and branches in its way. */
export const branchNameFault = async (git: Git, name: string): Promise<string | null> => {
  const checked = await git.ask("check-ref-format", "--branch", name);
  // `@{-1}` is taken for the branch that it stands for.
  if (!checked.ok || checked.value.trimEnd() !== name) return "git does not take it for a branch's name";
  const listing = await git.ask("for-each-ref", "--format=%(refname)", "refs/heads/");
  const branches = listing.ok ? listing.value.split("\n").map((ref) => ref.slice("refs/heads/".length)) : [];
  const inTheWay = branches.find(
    (branch) => branch !== "" && (name.startsWith(`${branch}/`) || branch.startsWith(`${name}/`)),
  );
  return inTheWay === undefined ? null : `the branch ${inTheWay} is in its way`;
};

/** The commit at a branch's tip, or null where there is no such branch. */
export const branchTip = (git: Git, name: string): Promise<string | null> => resolveCommit(git, `refs/heads/${name}`);

/** The full id of the commit that a revision names, or null. */
export const resolveCommit = async (git: Git, revision: string): Promise<string | null> => {
  if (revision === "" || revision.startsWith("-")) return null;
  const resolved = await git.ask("rev-parse", "--verify", `${revision}^{commit}`);
  return resolved.ok ? resolved.value.trim() : null;
};

/** The worktree in which a branch is checked out, or null. One whose folder is gone holds nothing. */
export const branchCheckout = async (
  git: Git,
  root: string,
  name: string,
): Promise<{ path: string; isThisCheckout: boolean } | null> => {
  const listing = await git.ask("worktree", "list", "--porcelain");
  if (!listing.ok) throw new Error(`the worktrees cannot be listed: ${listing.issues[0]}`);
  for (const record of listing.value.split("\n\n")) {
    const lines = record.split("\n");
    const path = lines[0]?.slice("worktree ".length);
    if (path === undefined || !lines.includes(`branch refs/heads/${name}`)) continue;
    if (lines.some((line) => line.startsWith("prunable"))) continue;
    return { path, isThisCheckout: realLocation(path) === root };
  }
  return null;
};
