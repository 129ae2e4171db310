import { beginningsOf, type FileState, type RepoPath, spellingFold } from "@llmch/contract";
import { byCodePoint } from "@llmch/text";
import { stateOfBytes } from "../files/file-state.ts";
import type { Repository } from "../git/repository.ts";
import { filesOf, isSubmodule, MODES, type TreeObject } from "../git/tree.ts";
import { type Layout, layoutOf } from "./cleaning.ts";
import type { Worktree } from "./worktree.ts";

/** What may be read of a worktree. */
export type Readable = Pick<Worktree, "trackedFiles" | "presentFiles" | "inspect" | "isFile">;

/** What was read of each repo's objects, the newest last: the orders of a run are shown many of the same files. */
const known = new WeakMap<Repository, Map<string, Promise<FileState>>>();

/** Each may take a megabyte. */
const KEPT = 64;

/**
 * The files as a clean worktree would show them at another commit, without moving it there: what that commit has is read from git's
 * objects, and what git does not track in the worktree.
 */
export const filesAt = async (repo: Repository, worktree: Worktree, commit: string): Promise<Readable> => {
  const entries = await repo.trees.entriesOf(commit);
  const here = new Map(entries.map((entry) => [entry.path, entry]));
  const layout = layoutOf(entries);
  const others = (await worktree.trackedFiles()).filter((path) => !here.has(path));
  const ofOthers = new Set(others.flatMap(beginningsOf).map(spellingFold));
  /** Whether the worktree has something else in the way of this path because of the commit that it shows. */
  const isTaken = (path: string): boolean =>
    beginningsOf(path).some((way) => !layout.folders.has(way) && ofOthers.has(spellingFold(way)));
  const read = async ({ path, mode }: TreeObject): Promise<FileState> => {
    // Converted as a checkout would.
    const bytes = await repo.git.run(["cat-file", "--filters", `${commit}:${path}`]);
    if (bytes.exitCode !== 0) throw new Error(`${path} of ${commit} cannot be read: ${bytes.stderr}`);
    return stateOfBytes(bytes.stdout, { executable: mode === MODES.executable });
  };
  const states = known.get(repo) ?? new Map<string, Promise<FileState>>();
  known.set(repo, states);
  const inspect = async (path: RepoPath): Promise<FileState> => {
    const entry = here.get(path);
    if (entry === undefined) {
      const state = absent(path, layout);
      return state.kind !== "missing" || state.twin !== undefined || isTaken(path) ? state : worktree.inspect(path);
    }
    if (isSubmodule(entry)) return { kind: "blocked", why: `${path} is a submodule` };
    if (!isRegular(entry)) return { kind: "blocked", why: `${path} is a symbolic link` };
    const name = `${entry.id} ${entry.mode} ${path}`;
    const state = states.get(name) ?? read(entry);
    states.delete(name);
    states.set(name, state);
    // Retry what failed.
    state.catch(() => states.delete(name));
    for (const [oldest] of states) if (states.size > KEPT) states.delete(oldest);
    return state;
  };
  return {
    trackedFiles: async () => filesOf(entries),
    presentFiles: async () => {
      const gone = new Set(others);
      const present = (await worktree.presentFiles()).filter((path) => !gone.has(path));
      return [...new Set([...present, ...filesOf(entries)])].sort(byCodePoint);
    },
    inspect,
    isFile: async (path) => {
      const entry = here.get(path);
      if (entry !== undefined && isRegular(entry)) return true;
      return !layout.folders.has(path) && !isTaken(path) && worktree.isFile(path);
    },
  };
};

const isRegular = ({ mode }: TreeObject): boolean => mode.startsWith("100");

/** What stands at a path that is no entry, as `inspectFile` tells it. */
const absent = (path: string, { files, folders, submodules }: Layout): FileState => {
  for (const way of beginningsOf(path)) {
    if (files.has(way) || submodules.has(way)) return { kind: "obstructed", why: `${way} is a file, not a directory` };
    if (folders.has(way)) continue;
    const isTwin = (other: string) => folderOf(other) === folderOf(way) && spellingFold(other) === spellingFold(way);
    const twin = [...files, ...folders].find(isTwin);
    if (twin === undefined) return { kind: "missing" };
    if (way === path) return { kind: "missing", twin };
    return { kind: "blocked", why: `${way} differs from ${twin} only in how it is spelled` };
  }
  return { kind: "obstructed", why: `${path} is a directory` };
};

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);
