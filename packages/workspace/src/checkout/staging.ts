import { copyFileSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { accepted, type Result, rejected } from "@llmch/contract";
import { foldersIn, isLeftByDead, newOwnedName, removeTree, syncPath } from "@llmch/files";
import type { Repository } from "../git/repository.ts";
import { listFiles } from "../worktree/snapshot.ts";
import type { Forward } from "./index-lock.ts";

/**
 * A place aside in which git makes all that a checkout needs for its next commit, before anything of the user's is
 * touched. Its name tells its owner, so that what a killed run left is found.
 */
export interface Staging {
  /** In git's directory of the checkout. */
  readonly folder: string;
  /** The index to be. */
  readonly index: string;
  /** A folder on the checkout's own file system, so that each file takes its place by a rename: in `folder`, or the checkout's. */
  readonly beside: string;
  /** The files to be. */
  readonly tree: string;
  /** The files that were, until all is done. */
  readonly replaced: string;
  remove(): void;
}

/** A file that differs between the two commits. */
export interface Change {
  readonly path: string;
  readonly kind: "new" | "changed" | "gone";
  /** The object of the file as it was; zeros for a new one. */
  readonly before: string;
}

export interface StagedForward {
  readonly changes: readonly Change[];
  /** The paths of the files that were made. */
  readonly files: readonly string[];
}

/** Where a staging keeps what it has taken aside. */
export const REPLACED = "replaced";

export const makeStaging = ({ gitDir, root }: Pick<Repository, "gitDir" | "root">): Staging => {
  const name = newOwnedName();
  const folder = join(gitDir, name);
  const isOneDisk = statSync(gitDir).dev === statSync(root).dev;
  const beside = isOneDisk ? folder : join(root, name);
  for (const each of new Set([folder, beside])) mkdirSync(each, { mode: 0o700 });
  const [tree, replaced] = [join(beside, "tree"), join(beside, REPLACED)];
  for (const each of [tree, replaced]) mkdirSync(each);
  return {
    folder,
    beside,
    tree,
    replaced,
    index: join(folder, "index"),
    remove: () => {
      removeTree(folder);
      if (!isOneDisk) removeTree(beside);
    },
  };
};

/** What killed runs have left of the stagings for this checkout. */
export const abandonedStagings = ({ gitDir, root }: Pick<Repository, "gitDir" | "root">): readonly string[] =>
  [gitDir, root].flatMap((folder) =>
    foldersIn(folder)
      .filter(isLeftByDead)
      .map((name) => join(folder, name)),
  );

/**
 * Lets git check out the changed files into the staging's empty tree, and write the index: line endings, encodings and a
 * sparse checkout are git's own affair. All is on the disk then. Rejected with what git says.
 */
export const stageForward = async (
  { git, gitDir }: Pick<Repository, "git" | "gitDir">,
  { index, tree }: Staging,
  { from, commit }: Forward,
): Promise<Result<StagedForward, string>> => {
  copyFileSync(join(gitDir, "index"), index);
  const staged = await git.runAll(
    [
      [`--work-tree=${tree}`, "read-tree", "-m", "-u", from, commit],
      ["diff-tree", "-r", "-z", "--raw", "--no-renames", from, commit],
    ],
    { environment: { GIT_INDEX_FILE: index } },
  );
  if (staged.exitCode !== 0) return rejected(staged.stderr.split("\n").slice(0, 3).join(" "));
  const files = await listFiles(tree, new Set());
  for (const path of files) syncPath(join(tree, path));
  const changes = parseChanges(staged.stdout.toString());
  return changes.ok ? accepted({ changes: changes.value, files }) : changes;
};

const REGULAR = /^100(?:644|755)$/;
const KINDS: Readonly<Record<string, Change["kind"]>> = { A: "new", M: "changed", D: "gone" };

/** Reads `:<mode> <mode> <id> <id> <kind>` and a path, each ended by NUL. Rejected is what no order can do to a file. */
const parseChanges = (listing: string): Result<readonly Change[], string> => {
  const fields = listing.split("\0");
  const changes: Change[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [modeBefore = "", mode = "", before = "", , letter = ""] = (fields[index] ?? "").slice(1).split(" ");
    const path = fields[index + 1] ?? "";
    const kind = KINDS[letter];
    const isRegular = (kind === "new" || REGULAR.test(modeBefore)) && (kind === "gone" || REGULAR.test(mode));
    if (kind === undefined || !isRegular) return rejected(`the commit does to ${path} what no order can do to a file`);
    changes.push({ path, kind, before });
  }
  return accepted(changes);
};
