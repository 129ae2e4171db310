import { lstatSync, mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { type AcceptedChange, OWN_BUILD_FOLDER } from "@llmch/contract";
import { isInside, refuseMounts, removeTree } from "@llmch/files";
import type { Sandbox } from "@llmch/process";
import { byCodePoint, shellQuoted } from "@llmch/text";
import { type CopiedFiles, copyFiles } from "../dependencies/copied-files.ts";
import { DEPENDENCY_NAMES, findDependencyFolders } from "../dependencies/dependency-folders.ts";
import { type SharedFolders, type Sharing, shareFolders } from "../dependencies/shared-folders.ts";
import { exportSubmodules } from "../dependencies/submodules.ts";
import { foldersOf, removeEmptyFolders, unlinkInTree } from "../files/file-change.ts";
import { modeOf, openToOwner, restoreMode, restoreModes } from "../files/folder-modes.ts";
import { differing, listFiles, MAX_SNAPSHOT, type Snapshot, takeSnapshot } from "../files/snapshot.ts";
import { filteredFiles } from "../git/filtered-files.ts";
import type { Git } from "../git/git.ts";
import { ignoredAmong } from "../git/ignored.ts";
import { isPartialClone } from "../git/objects.ts";
import type { Repository } from "../git/repository.ts";
import { changedPaths, staleFiles } from "../git/status.ts";
import { filesOf, isSubmodule, type TreeEntry, type TreeObject } from "../git/tree.ts";
import { forgetWorktrees } from "../git/worktree-records.ts";
import { makeShortFolder, ownedNameOf } from "../places/temporary-folder.ts";
import { type BroughtFiles, bringFiltered } from "./brought-files.ts";
import { cleanTree, layoutOf } from "./cleaning.ts";
import { dismantle, register } from "./registration.ts";
import { removeMany } from "./remove-many.ts";

/** The files of one of llmch's worktrees and its link to git, kept at a commit whatever commands do there. */
export interface OwnTree {
  /** llmch's folder in the temporary one; the tree is one of its entries. */
  readonly folder: string;
  readonly root: string;
  /** A link to the checkout, if commands see the tree at the checkout's path. */
  readonly alias: string | null;
  /** Dependency folders in the tree, submodules among them. */
  readonly dependencies: SharedFolders;
  /** The user's ignored files in it. */
  readonly copies: Pick<CopiedFiles, "has" | "putBack">;
  readonly brought: Pick<BroughtFiles, "stored">;
  /** Commands with which a person can remove it. */
  readonly removal: readonly string[];
  /** Git in the tree; it is told where its record and its files are, so it can never act on the user's checkout. */
  git(): Git;
  /** Repairs the link to git, with HEAD and the index as they were left; false if only a new checkout helps. */
  reattach(): boolean;
  /** Restores the modes of the folders that lead to these entries, whatever commands did to them. Throws if it cannot. */
  openFolders(entries: readonly TreeEntry[]): Promise<void>;
  /**
   * Restores every file and folder to a commit, and removes the rest. Throws if it cannot.
   * @param leaves folders that stay as commands made them, besides those of the dependencies; null: neither stay
   */
  checkOut(commit: string, entries: readonly TreeEntry[], leaves?: readonly string[] | null): Promise<void>;
  /** All files in it, without dependency folders; opens folders that a command has shut. */
  files(): Promise<readonly string[]>;
  /**
   * Files that are not as they were checked out, and additional ones, including ignored ones; does not ask git. Null if there are
   * too many files for that.
   */
  differences(): Promise<readonly string[] | null>;
  /** What git reports as different from what is checked out. */
  changes(): Promise<readonly string[]>;
  /**
   * Puts tracked files back to the commit that is checked out, and removes new ones that the repo does not ignore; gives their paths. Asks
   * git only if a file looks different. Null if only a new checkout helps.
   */
  tidy(): Promise<readonly string[] | null>;
  /** Makes a commit whose tree the index holds the one that is checked out; these are its changes. */
  advance(commit: string, changes: readonly Pick<AcceptedChange, "kind" | "path">[]): Promise<void>;
  /** Throws if something stays. */
  remove(): Promise<void>;
}

/** Which of the user's dependency folders are in a tree, and how. */
export interface DependencyOptions {
  /** Their names. */
  readonly names?: readonly string[];
  readonly sharing?: Sharing;
  /** Paths of the user's ignored files that are copied into it. */
  readonly copy?: readonly string[];
  /** In which the user's filters tell whether a file is as committed. */
  readonly sandbox?: Sandbox | null;
  /** Whether commands see the tree at the checkout's path. */
  readonly takesSeat?: boolean;
}

/** Installations of an ordinary size are copied; larger ones are linked. */
const SHARING: Sharing = { share: "auto", limits: { files: 25_000, bytes: 256 * 1024 * 1024 } };

/** Makes the tree and checks the commit out. Leaves nothing behind if it throws. */
export const makeOwnTree = async (
  repo: Repository,
  commit: string,
  entries: readonly TreeObject[],
  signal: AbortSignal,
  { names = DEPENDENCY_NAMES, sharing = SHARING, copy = [], sandbox = null, takesSeat = false }: DependencyOptions = {},
): Promise<OwnTree> => {
  const folder = makeShortFolder(repo);
  const root = join(folder, nameFor(repo.root));
  const alias = takesSeat ? join(folder, "_checkout/own") : null;
  const places = { aside: folder, tree: root, checkout: repo.root, alias };
  const dependencies = shareFolders({ ...places, sharing, env: repo.env, signal });
  const isWithin = alias !== null && isInside(repo.root, repo.commonDir);
  const seen = isWithin ? join(alias, relative(repo.root, repo.commonDir)) : repo.commonDir;
  try {
    if (alias !== null) {
      mkdirSync(dirname(alias));
      symlinkSync(repo.root, alias);
    }
    const gitlinks = entries.filter(isSubmodule).map(({ path }) => path);
    const found = await findDependencyFolders(repo, filesOf(entries), names, gitlinks);
    const copies = await copyFiles(repo, root, copy, gitlinks);
    const brought = bringFiltered(repo.root, root, await filteredFiles(repo, sandbox));
    let attachment = await register(repo, root, commit, seen);
    const [outerMode, mode] = [modeOf(lstatSync(folder)), modeOf(lstatSync(root))];
    let snapshot: Snapshot | null = null;
    // The commit whose files were checked out last.
    let shown: string | null = null;
    // Files beside it that the repo ignores, as far as git was asked.
    let ignored = new Set<string>();
    // Dependency folders that commands made, and that stay.
    let left: readonly string[] = [];
    let git = repo.gitAt(root, attachment.gitDir);

    /** Opens the tree itself: without that, nothing else in it can be repaired. Throws if something is mounted there, which stays as it is. */
    const openRoot = (): void => {
      refuseMounts(folder);
      const outer = lstatSync(folder, { throwIfNoEntry: false });
      restoreMode(folder, "", outer, () => outerMode);
      // A link in its place leads to somebody else's files.
      if (outer?.isDirectory() === true) restoreMode(root, "", lstatSync(root, { throwIfNoEntry: false }), () => mode);
    };
    const tryCheckOut = async (
      to: string,
      layout: readonly TreeEntry[],
      stop?: AbortSignal,
    ): Promise<string | null> => {
      openRoot();
      if (!attachment.restore(to)) return "git has no record of the worktree";
      await cleanTree(root, layout, { kept: [...dependencies.paths(), ...left], mode });
      ignored = new Set();
      await brought.leave(git, layout);
      if (shown !== null) {
        const changed = await (snapshot === null ? staleFiles(git) : differing(root, snapshot));
        if (to === shown && changed.length === 0) return null;
        // Git would keep a file with the same bytes, whatever its mode and its other names.
        for (const path of changed) unlinkInTree(root, path);
      }
      const reset = await git.run([...IN_PARALLEL, "reset", "--hard", "--quiet", to], { signal: stop });
      if (reset.exitCode !== 0) return reset.stderr;
      await brought.bring(git, layout);
      attachment.keepIndex();
      const paths = layout.filter((entry) => !isSubmodule(entry)).map(({ path }) => path);
      snapshot = paths.length > MAX_SNAPSHOT ? null : await takeSnapshot(root, paths);
      shown = to;
      return null;
    };
    const checkOut: OwnTree["checkOut"] = async (to, layout, leaves = null) => {
      left = leaves === null ? [] : untrackedOf([...names, ...leaves], layout);
      if ((await tryCheckOut(to, layout)) !== null) {
        unregister(repo, root);
        attachment = await register(repo, root, to, seen);
        git = repo.gitAt(root, attachment.gitDir);
        snapshot = null;
        shown = null;
        brought.forget();
        const fault = await tryCheckOut(to, layout);
        if (fault !== null) throw new Error(`the worktree cannot be put back to ${to}: ${fault}`);
      }
      copies.bring();
      if (leaves === null) await dependencies.restore();
    };

    const fault = await tryCheckOut(commit, entries, signal);
    if (signal.aborted) throw new Error("interrupted");
    if (fault !== null) throw new Error(`the worktree cannot be made: ${fault}${await hintFor(repo)}`);
    copies.bring();
    const submodules = await exportSubmodules(repo, entries, folder, signal);
    dependencies.add([
      ...found.map((path) => ({ path, from: realpathSync(join(repo.root, path)), origin: repo.root, isUsers: true })),
      ...submodules.map((each) => ({ ...each, origin: each.from, isUsers: false })),
    ]);
    const isBeside = (path: string): boolean => isAside(path, [...dependencies.paths(), ...left]);
    const filesIn = () =>
      listFiles(root, new Set(dependencies.paths()), (path, standing) =>
        restoreMode(root, path, standing, openToOwner),
      );
    return {
      folder,
      root,
      alias,
      dependencies,
      copies,
      brought,
      removal: [
        `git -C ${shellQuoted(repo.root)} worktree remove --force ${shellQuoted(root)}`,
        `rm -rf ${shellQuoted(folder)}`,
      ],
      git: () => git,
      reattach: () => {
        openRoot();
        return shown !== null && attachment.restore(shown);
      },
      openFolders: async (layout) => {
        openRoot();
        await restoreModes(root, layoutOf(layout).folders, () => mode);
      },
      checkOut,
      files: filesIn,
      differences: async () => {
        const before = snapshot;
        if (before === null) return null;
        const others = (await filesIn()).filter((path) => !before.has(path));
        return [...(await differing(root, before)), ...others].filter(
          (path) => !isAside(path, dependencies.paths()) && !copies.has(path),
        );
      },
      changes: async () =>
        [...(await changedPaths(git)), ...brought.altered()].filter((path) => !isAside(path, dependencies.paths())),
      tidy: async () => {
        openRoot();
        if (shown === null || !attachment.restore(shown) || brought.altered().length > 0) return null;
        const before = snapshot;
        const isOther = (path: string): boolean => !before?.has(path) && !ignored.has(path) && !isBeside(path);
        const others = before === null ? [] : (await filesIn()).filter(isOther);
        const changed = before === null ? [] : await differing(root, before);
        if (before !== null && changed.length === 0 && others.length === 0) return [];
        const endless = [...changed, ...others].filter((path) => isEndless(root, path));
        for (const path of endless) unlinkInTree(root, path);
        const found = (await changedPaths(git, signal)).filter((path) => !isBeside(path));
        for (const path of found) removeInTree(root, path);
        if (found.length > 0 && (await git.run(["reset", "--hard", "--quiet", shown])).exitCode !== 0) return null;
        if (found.length > 0) attachment.keepIndex();
        const gone = new Set(found);
        if (before === null) return found;
        snapshot = new Map([...before, ...(await takeSnapshot(root, changed))]);
        for (const path of others) if (!gone.has(path)) ignored.add(path);
        return [...new Set([...found, ...endless])];
      },
      advance: async (to, changes) => {
        attachment.keepIndex();
        attachment.restore(to);
        shown = to;
        if (!attachment.hasHeadFile) await git.run(["update-ref", "--no-deref", "HEAD", to]);
        if (snapshot === null) return;
        const paths = (wanted: AcceptedChange["kind"]) =>
          changes.filter(({ kind }) => kind === wanted).map(({ path }) => path);
        const after = new Map([...snapshot, ...(await takeSnapshot(root, paths("write")))]);
        for (const path of paths("remove")) after.delete(path);
        snapshot = after;
      },
      remove: async () => {
        dependencies.close();
        if (entries.length > MANY) await removeMany(root, repo.env, [repo.root, folder]);
        await dismantle(repo, folder);
      },
    };
  } catch (fault) {
    dependencies.close();
    await dismantle(repo, folder);
    throw fault;
  }
};

/** Dependency folders at the root that a command may have made and that are not in the commit. */
const untrackedOf = (names: readonly string[], layout: readonly TreeEntry[]): readonly string[] =>
  names.filter((name) => !layout.some(({ path }) => path === name || path.startsWith(`${name}/`)));

/** Several processes write many files; on a journaling file system one takes several times as long. */
const MANY = 2000;
const IN_PARALLEL = ["-c", "checkout.workers=0", "-c", `checkout.thresholdForParallelism=${MANY}`];

/** True for what never counts as drift: dependency folders, Python's compiled files, and what llmch has CMake build. */
const isAside = (path: string, dependencies: readonly string[]): boolean =>
  path.split("/").some((name) => name === "__pycache__" || name === OWN_BUILD_FOLDER) ||
  dependencies.some((folder) => path === folder || path.startsWith(`${folder}/`));

/** Git waits for ever at a pipe in the place of a `.gitignore`. */
const isEndless = (root: string, path: string): boolean => {
  try {
    const standing = lstatSync(join(root, path));
    return !standing.isFile() && !standing.isDirectory() && !standing.isSymbolicLink();
  } catch {
    return false;
  }
};

/** Removes what git reports as changed: a file, or a nested repo, whose path ends in a slash. Follows no link. */
const removeInTree = (root: string, path: string): void => {
  if (path.endsWith("/")) removeTree(join(root, path));
  else unlinkInTree(root, path);
  removeEmptyFolders(root, foldersOf(path.replace(/\/$/, "")));
};

/** Nothing is fetched: a partial clone must have the objects of its commit. */
const hintFor = async (repo: Repository): Promise<string> => {
  return (await isPartialClone(repo))
    ? "; this is a partial clone: `git fetch --refetch --no-filter` brings what it lacks"
    : "";
};

const unregister = (repo: Repository, root: string): void => {
  removeTree(root);
  forgetWorktrees(repo, root, ownedNameOf(dirname(root)) ?? "");
};

/** Packages are imported by the name of the checkout's folder, unless it would part a PATH or a line. */
const nameFor = (checkout: string): string => {
  const name = basename(checkout);
  return /[:\p{Cc}]/u.test(name) ? "repo" : name;
};

/**
 * Paths of all files in the tree, tracked or not, sorted by code point, without ignored files and dependency folders. `known`
 * files are the repo's own: git is asked only if there are others, which of them it ignores.
 */
export const presentFiles = async (own: OwnTree, known: ReadonlySet<string>): Promise<readonly string[]> => {
  const present = [...(await own.files())].sort(byCodePoint);
  const others = present.filter((path) => !known.has(path));
  const ignored = await ignoredAmong(own.git(), others);
  return present.filter((path) => known.has(path) || !ignored.has(path));
};
