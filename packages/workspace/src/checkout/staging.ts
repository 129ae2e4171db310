import { copyFileSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { foldersIn, isLeftByDead, newOwnedName, removeTree, syncPath } from "@llmch/files";
import { accepted, type Result, rejected } from "@llmch/text";
import { listFiles } from "../files/snapshot.ts";
import { parseRaw } from "../git/changes.ts";
import type { GitResult } from "../git/git.ts";
import type { Repository } from "../git/repository.ts";
import type { Forward } from "./index-lock.ts";

/**
 * A place aside where git makes all that a checkout needs for its next commit, before any file of the user's is touched. Its name
 * tells its owner, so that the leftovers of a killed run can be found.
 */
export interface Staging {
  /** In the checkout's git directory. */
  readonly folder: string;
  /** The new index. */
  readonly index: string;
  /** A folder on the checkout's own file system, so that a rename puts each file in its place: `folder`, or one in the checkout. */
  readonly beside: string;
  /** The new files. */
  readonly tree: string;
  /** The replaced files, until everything is done. */
  readonly replaced: string;
  remove(): void;
}

/** A file that differs between the two commits. */
export interface Change {
  readonly path: string;
  readonly kind: "new" | "changed" | "gone";
  /** The file's object before the change; zeros for a new file. */
  readonly before: string;
  /** The same after it; zeros for a file that is gone. */
  readonly after: string;
}

export interface StagedForward {
  readonly changes: readonly Change[];
  /** The paths of the files that were made. */
  readonly files: readonly string[];
}

/** The staging's folder for files that were moved aside. */
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

/** The stagings for this checkout that killed runs left. */
export const abandonedStagings = ({ gitDir, root }: Pick<Repository, "gitDir" | "root">): readonly string[] =>
  [gitDir, root].flatMap((folder) =>
    foldersIn(folder)
      .filter(isLeftByDead)
      .map((name) => join(folder, name)),
  );

/**
 * Lets git check out the changed files into the staging's empty tree and write the index: git handles line endings, encodings and
 * sparse checkouts itself. Everything is then on disk. Rejects with git's message.
 */
export const stageForward = async (
  { git, gitDir }: Pick<Repository, "git" | "gitDir">,
  { index, tree }: Staging,
  { from, commit, isTaken = false }: Forward,
): Promise<Result<StagedForward, string>> => {
  copyFileSync(join(gitDir, "index"), index);
  const environment = { GIT_INDEX_FILE: index };
  const inWords = ({ stderr }: GitResult) => rejected(stderr.split("\n").slice(0, 3).join(" "));
  const listing = ["diff-tree", "-r", "-z", "--raw", "--no-renames", from, commit];
  if (isTaken) {
    // What is staged of the commit's files is in it; what else is staged stays.
    const listed = await git.run(listing);
    if (listed.exitCode !== 0) return inWords(listed);
    const entries = parseRaw(listed.stdout.toString()).map(
      ({ path, modeBefore, idBefore }) => `${modeBefore} ${idBefore}\t${path}\0`,
    );
    const reset = await git.run(["update-index", "-z", "--index-info"], { input: entries.join(""), environment });
    if (reset.exitCode !== 0) return inWords(reset);
  }
  const staged = await git.runAll([[`--work-tree=${tree}`, "read-tree", "-m", "-u", from, commit], listing], {
    environment,
  });
  if (staged.exitCode !== 0) return inWords(staged);
  const files = await listFiles(tree, new Set());
  for (const path of files) syncPath(join(tree, path));
  const changes = changesIn(staged.stdout.toString());
  return changes.ok ? accepted({ changes: changes.value, files }) : changes;
};

const REGULAR = /^100(?:644|755)$/;
const KINDS: Readonly<Record<string, Change["kind"]>> = { A: "new", M: "changed", D: "gone" };

/** Rejects what no order can do to a file. */
const changesIn = (listing: string): Result<readonly Change[], string> => {
  const changes: Change[] = [];
  for (const { path, modeBefore, mode, idBefore, id, letter } of parseRaw(listing)) {
    const kind = KINDS[letter];
    const isRegular = (kind === "new" || REGULAR.test(modeBefore)) && (kind === "gone" || REGULAR.test(mode));
    if (kind === undefined || !isRegular) return rejected(`the commit does to ${path} what no order can do to a file`);
    changes.push({ path, kind, before: idBefore, after: id });
  }
  return accepted(changes);
};
