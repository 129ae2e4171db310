import { join } from "node:path";
import { accepted, type Result } from "@llmch/contract";
import { keptText } from "@llmch/files";
import type { Git } from "./git.ts";
import type { Head, Repository } from "./repository.ts";

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})\n$/;
const HEADS = "refs/heads/";

type Checkout = Pick<Repository, "git" | "gitDir" | "commonDir">;

/** The commit and branch of a checkout, even if it has no commit yet. */
export const readHead = async (checkout: Checkout): Promise<Head> => {
  const head = await standingHead(checkout);
  return head.ok ? head.value : { commit: null, branch: branchOf(await unbornRef(checkout.git)) };
};

/** The commit and the branch of a checkout; the issue is git's message if it cannot tell them. */
export const standingHead = async ({ git, gitDir, commonDir }: Checkout): Promise<Result<Head, string>> => {
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
  if (head !== null && COMMIT.test(head)) return { commit: head.trimEnd(), branch: null };
  const [, branch] = /^ref: refs\/heads\/([^\n]+)\n$/.exec(head ?? "") ?? [];
  if (branch === undefined || branch.split("/").includes("..")) return null;
  const commit = textOf(join(commonDir, HEADS, branch));
  return commit !== null && COMMIT.test(commit) ? { commit: commit.trimEnd(), branch } : null;
};

/** Follows no link: a link in place of a ref is another way to write the ref. */
const textOf = (file: string): string | null => keptText(file, "none");

const branchOf = (ref: string): string | null => (ref.startsWith(HEADS) ? ref.slice(HEADS.length) : null);

const unbornRef = async (git: Git): Promise<string> => {
  const ref = await git.ask("symbolic-ref", "HEAD");
  return ref.ok ? ref.value.trimEnd() : "";
};
