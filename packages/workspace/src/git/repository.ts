import type { Environment } from "@llmch/text";
import type { ConfigEntry } from "./configuration.ts";
import type { Git } from "./git.ts";
import type { KnownTrees } from "./known-trees.ts";
import type { CheckoutChanges } from "./status.ts";
import type { DoneOrder } from "./trailers.ts";

/** The commit and branch of a checkout. `commit` is null if there is none yet, `branch` if HEAD is detached. */
export interface Head {
  readonly commit: string | null;
  readonly branch: string | null;
}

/** The user's repo, as one of its checkouts shows it. Nothing here changes it. All paths are real and absolute. */
export interface Repository {
  readonly root: string;
  /** This checkout's own part; for a linked worktree it differs from `commonDir`. */
  readonly gitDir: string;
  readonly commonDir: string;
  /** Git in this checkout. */
  readonly git: Git;
  /** The environment before it is scrubbed for git. */
  readonly env: Environment;
  /** The whole environment for a program of the user's that asks git about this repo by itself: that git runs nothing that the repo names. */
  programEnvironment(): Promise<Environment>;
  /** Git in one of llmch's worktrees. */
  gitAt(tree: string, gitDir: string): Git;
  /** All settings in force, read again if the repo's file has changed. */
  configuration(): Promise<readonly ConfigEntry[]>;
  head(): Promise<Head>;
  resolveCommit(revision: string): Promise<string | null>;
  branchNameFault(name: string): Promise<string | null>;
  branchTip(name: string): Promise<string | null>;
  branchTarget(name: string): Promise<string | null>;
  branchAliases(name: string): Promise<readonly string[]>;
  branchCheckout(name: string): Promise<{ readonly path: string; readonly isThisCheckout: boolean } | null>;
  /** What git has not finished on a branch, which it would not move now either, and where. */
  unfinishedOn(name: string): { readonly path: string; readonly doing: "rebase" | "bisection" } | null;
  /** Tracked changes and untracked files, except at or in one of `excluded` (absolute paths). */
  changes(excluded: readonly string[], signal?: AbortSignal): Promise<CheckoutChanges>;
  readonly trees: KnownTrees;
  readonly moves: OwnMoves;
  /** Paths of a commit's files, without submodules, sorted by code point. */
  trackedFiles(commit: string): Promise<readonly string[]>;
  /** The ids of a commit's regular files, by their paths, without links. */
  blobs(commit: string): Promise<ReadonlyMap<string, string>>;
  /** The orders that the trailers in a commit's history record as done. */
  doneOrders(commit: string): Promise<readonly DoneOrder[]>;
  /** True for an absolute path inside this checkout, links resolved. */
  contains(path: string): boolean;
}

/** The branch moves of this process itself: any other move is reported. */
export interface OwnMoves {
  /** Announces that a ref is about to move. Gives a function to report the commit where it ended up, or that it was left alone (null). */
  begin(ref: string): (commit: string | null) => void;
  /** True of a ref that is being moved, or that is where this process last put it. */
  isOurs(ref: string, commit: string | undefined): boolean;
}

export const openOwnMoves = (): OwnMoves => {
  const moving = new Set<string>();
  const put = new Map<string, string>();
  return {
    begin: (ref) => {
      moving.add(ref);
      return (commit) => {
        moving.delete(ref);
        if (commit !== null) put.set(ref, commit);
      };
    },
    isOurs: (ref, commit) => moving.has(ref) || (commit !== undefined && put.get(ref) === commit),
  };
};
