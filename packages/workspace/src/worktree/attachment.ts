import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keptBytes, makeDirectory, readRegularFile, realLocation, removeTree } from "@llmch/files";

/** The index of millions of files is larger than anything else. */
const BOUNDS = { maxBytes: 1024 * 1024 * 1024, links: "none" } as const;

/** What git keeps of a worktree between two calls; the rest (a merge, a rebase, a lock) a command has left there. */
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

/** The bond between our tree and git's record of it, which a command may have damaged (reliability, X5). */
export interface Attachment {
  /** The record: `<common dir>/worktrees/<id>`. */
  readonly gitDir: string;
  /** False for ref stores that keep HEAD elsewhere than in a file of its own. */
  readonly hasHeadFile: boolean;
  /** Puts back the `.git` file, a detached HEAD and the index; false where the record is gone, or a link stands in the tree's place. */
  restore(head: string): boolean;
  /** Takes the index as it is now for the one to put back; after each call of ours that writes it. */
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
      // A link in the tree's place leads to somebody else's files, which are not ours to put right.
      if (realLocation(tree) !== tree) return false;
      if (!existsSync(join(gitDir, "commondir")) || !existsSync(join(gitDir, "gitdir"))) return false;
      for (const name of readdirSync(gitDir)) if (!KEPT.has(name)) removeTree(join(gitDir, name));
      if (keptBytes(link, "none")?.toString() !== linkText) {
        removeTree(link);
        makeDirectory(tree);
        writeFileSync(link, linkText);
      }
      // A branch that a command switched to must not move with us.
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
