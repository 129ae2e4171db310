import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keptBytes, makeDirectory, readRegularFile, realLocation, removeTree } from "@llmch/files";

/** The index of millions of files is the largest of these files. */
const BOUNDS = { maxBytes: 1024 * 1024 * 1024, links: "none" } as const;

/** What git keeps of a worktree between two calls; a command has left the rest (a merge, a rebase, a lock). */
const KEPT = new Set([
  "HEAD",
  "ORIG_HEAD",
  "commondir",
  "config.worktree",
  "gitdir",
  "index",
  "info",
  "locked",
  "logs",
]);

/** The link between llmch's tree and git's record of it, which a command may have damaged (reliability, X5). */
export interface Attachment {
  /** The record: `<common dir>/worktrees/<id>`. */
  readonly gitDir: string;
  /** False for ref formats that do not keep HEAD in a file of its own. */
  readonly hasHeadFile: boolean;
  /** Restores the `.git` file, a detached HEAD and the index; false if the record is gone, or if the tree is replaced by a link. */
  restore(head: string): boolean;
  /** Makes the current index the one to restore; call it after each git call of llmch's that writes the index. */
  keepIndex(): void;
}

export const attach = (tree: string, gitDir: string): Attachment => {
  const link = join(tree, ".git");
  const linkText = readRegularFile(link, BOUNDS).toString();
  const index = join(gitDir, "index");
  const head = join(gitDir, "HEAD");
  const hasHeadFile = /^[0-9a-f]+\n$/.test(readRegularFile(head, BOUNDS).toString());
  let goodIndex: Buffer | null = null;
  return {
    gitDir,
    hasHeadFile,
    restore: (commit) => {
      // The link leads to somebody else's files, which llmch must not change.
      if (realLocation(tree) !== tree) return false;
      if (!existsSync(join(gitDir, "commondir")) || !existsSync(join(gitDir, "gitdir"))) return false;
      for (const name of readdirSync(gitDir)) if (!KEPT.has(name)) removeTree(join(gitDir, name));
      if (keptBytes(link, "none")?.toString() !== linkText) {
        removeTree(link);
        makeDirectory(tree);
        writeFileSync(link, linkText);
      }
      // A branch that a command switched to must not move with llmch's commits.
      if (hasHeadFile && keptBytes(head, "none")?.toString() !== `${commit}\n`) writeFileSync(head, `${commit}\n`);
      if (goodIndex !== null && !keptBytes(index, "none")?.equals(goodIndex)) {
        removeTree(index);
        writeFileSync(index, goodIndex);
      }
      return true;
    },
    keepIndex: () => {
      goodIndex = readRegularFile(index, BOUNDS);
    },
  };
};
