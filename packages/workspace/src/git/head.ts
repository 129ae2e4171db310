import { join } from "node:path";
import { keptText } from "@llmch/files";
import { accepted, GIT_ID, type Result } from "@llmch/text";
import { mayBeOn } from "./branches.ts";
import type { Git } from "./git.ts";
import type { Head, Repository } from "./repository.ts";

const HEADS = "refs/heads/";

type Checkout = Pick<Repository, "git" | "gitDir" | "commonDir">;

/** The commit and branch of a checkout, even if it has no commit yet. */
export const readHead = async (checkout: Checkout): Promise<Head> => {
  const head = await standingHead(checkout);
  return head.ok ? head.value : { commit: null, branch: branchOf(await unbornRef(checkout.git)) };
};

/** The commit and the branch of a checkout; the issue is git's message if it cannot tell them. */
const standingHead = async ({ git, gitDir, commonDir }: Checkout): Promise<Result<Head, string>> => {
  const known = headByFiles(gitDir, commonDir);
  if (known !== null) return accepted(known);
  const head = await git.read("rev-parse", "HEAD", "--symbolic-full-name", "HEAD");
  if (!head.ok) return head;
  const [commit = null, ref = ""] = head.value.trimEnd().split("\n");
  return accepted({ commit, branch: branchOf(ref) });
};

/**
 * What HEAD and its branch's own file say, which take precedence over everything else that git keeps. Null if only git can tell:
 * the branch is packed or has no commit, or refs are kept elsewhere.
 */
const headByFiles = (gitDir: string, commonDir: string): Head | null => {
  const head = textOf(join(gitDir, "HEAD"));
  const detached = idIn(head);
  if (detached !== null) return { commit: detached, branch: null };
  const [, branch] = /^ref: refs\/heads\/([^\n]+)\n$/.exec(head ?? "") ?? [];
  if (branch === undefined || branch.split("/").includes("..")) return null;
  const commit = idIn(textOf(join(commonDir, HEADS, branch)));
  return commit === null ? null : { commit, branch };
};

/** The id that a ref's file holds; null if git has yet to end its line, or if it says something else. */
const idIn = (text: string | null): string | null => {
  const id = text?.endsWith("\n") === true ? text.slice(0, -1) : "";
  return GIT_ID.test(id) ? id : null;
};

/** Follows no link: a link in place of a ref is another way to write the ref. */
const textOf = (file: string): string | null => keptText(file, "none");

const branchOf = (ref: string): string | null => (ref.startsWith(HEADS) ? ref.slice(HEADS.length) : null);

const unbornRef = async (git: Git): Promise<string> => {
  const ref = await git.read("symbolic-ref", "HEAD");
  return ref.ok ? ref.value.trimEnd() : "";
};

/** True if the user's checkout is on the branch, at this commit. Throws if git cannot tell. */
export const standsOn = async (repo: Repository, branch: string, commit: string | null): Promise<boolean> => {
  if (commit === null || !mayBeOn(repo, branch)) return false;
  const head = await standingHead(repo);
  // A false answer could silently leave the checkout behind.
  if (!head.ok) throw new Error(`git cannot tell where the checkout ${repo.root} stands: ${head.issues[0]}`);
  return head.value.commit === commit && head.value.branch === branch;
};
