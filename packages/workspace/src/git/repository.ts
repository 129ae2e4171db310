import type { ConfigEntry } from "./configuration.ts";
import type { Git } from "./git.ts";
import type { Environment } from "./git-environment.ts";
import type { DoneOrder } from "./history.ts";
import type { KnownTrees } from "./known-trees.ts";
import type { OwnMoves } from "./own-moves.ts";

/** Where a checkout stands. `commit` is null if there is none yet, `branch` if HEAD is detached. */
export interface Head {
  readonly commit: string | null;
  readonly branch: string | null;
}

/** The user's repo, as one of its checkouts shows it. Nothing here changes it. All paths are real and absolute. */
export interface Repository {
  readonly root: string;
  /** This checkout's own part: that of a linked worktree differs from `commonDir`. */
  readonly gitDir: string;
  readonly commonDir: string;
  /** Git in this checkout. */
  readonly git: Git;
  /** What git would inherit, before it is scrubbed. */
  readonly env: Environment;
  /** Git in a worktree of ours. */
  gitAt(tree: string, gitDir: string): Git;
  /** All settings in force, read again where the repo's file has changed. */
  configuration(): Promise<readonly ConfigEntry[]>;
  head(): Promise<Head>;
  resolveCommit(revision: string): Promise<string | null>;
  branchNameFault(name: string): Promise<string | null>;
  branchTip(name: string): Promise<string | null>;
  branchCheckout(name: string): Promise<{ readonly path: string; readonly isThisCheckout: boolean } | null>;
  /** Tracked changes and untracked files. What lies at or in one of `excluded` (absolute paths) is left out. */
  dirtyPaths(excluded: readonly string[]): Promise<readonly string[]>;
  readonly trees: KnownTrees;
  readonly moves: OwnMoves;
  /** Paths of a commit's files, submodules left out, sorted by code point. */
  trackedFiles(commit: string): Promise<readonly string[]>;
  /** The ids of a commit's regular files, by their paths; links are left out. */
  blobs(commit: string): Promise<ReadonlyMap<string, string>>;
  /** The paths that a configured filter (such as git-lfs) would change. */
  activeFilters(paths: readonly string[]): Promise<readonly { readonly path: string; readonly filter: string }[]>;
  /** What the trailers in a commit's history say is done. */
  doneOrders(commit: string): Promise<readonly DoneOrder[]>;
  /** True for an absolute path inside this checkout, links resolved. */
  contains(path: string): boolean;
}
