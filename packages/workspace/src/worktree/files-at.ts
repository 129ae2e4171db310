import { beginningsOf, byCodePoint, type FileState, type RepoPath, spellingFold } from "@llmch/contract";
import { stateOfBytes } from "../files/file-state.ts";
import type { Repository } from "../git/repository.ts";
import { filesOf, isSubmodule, MODES, type TreeObject } from "../git/tree.ts";
import type { Worktree } from "./worktree.ts";

/** What may be read of a worktree. */
export type Readable = Pick<Worktree, "trackedFiles" | "presentFiles" | "inspect" | "isFile">;

/**
 * The files as a clean worktree would show them at another commit, without moving it there: what both commits have is read in the worktree,
 * and the rest from git's objects.
 */
export const filesAt = async (repo: Repository, worktree: Worktree, commit: string): Promise<Readable> => {
  const [entries, others] = await Promise.all([
    repo.trees.entriesOf(commit),
    repo.trees.entriesOf(worktree.baseline()),
  ]);
  const here = new Map(entries.map((entry) => [entry.path, entry]));
  const there = new Map(others.map((entry) => [entry.path, entry]));
  const isSame = (one: TreeObject, two: TreeObject | undefined) => one.id === two?.id && one.mode === two.mode;
  const differing = new Set([
    ...entries.filter((entry) => !isSame(entry, there.get(entry.path))).map(({ path }) => path),
    ...others.filter(({ path }) => !here.has(path)).map(({ path }) => path),
  ]);
  /** What leads to files that differ, by how it is folded. */
  const spellings = new Map<string, Set<string>>();
  for (const way of [...differing].flatMap(beginningsOf)) {
    const folded = spellingFold(way);
    spellings.set(folded, (spellings.get(folded) ?? new Set()).add(way));
  }
  /** Whether the worktree could answer otherwise for this path because of files that differ. */
  const isTouched = (path: string): boolean => {
    const isOtherwise = (way: string) => [...(spellings.get(spellingFold(way)) ?? [])].some((other) => other !== way);
    return (
      spellings.get(spellingFold(path))?.has(path) === true ||
      beginningsOf(path).some((way) => differing.has(way) || isOtherwise(way))
    );
  };
  const inspect = async (path: RepoPath): Promise<FileState> => {
    if (!isTouched(path)) return worktree.inspect(path);
    const entry = here.get(path);
    if (entry === undefined) return absent(path, entries);
    if (isSubmodule(entry)) return { kind: "blocked", why: `${path} is a submodule` };
    if (!entry.mode.startsWith("100")) return { kind: "blocked", why: `${path} is a symbolic link` };
    // Converted as a checkout would.
    const read = await repo.git.run(["cat-file", "--filters", `${commit}:${path}`]);
    if (read.exitCode !== 0) throw new Error(`${path} of ${commit} cannot be read: ${read.stderr}`);
    return stateOfBytes(read.stdout, { executable: entry.mode === MODES.executable });
  };
  return {
    trackedFiles: async () => filesOf(entries),
    presentFiles: async () => {
      const present = (await worktree.presentFiles()).filter((path) => !differing.has(path));
      const own = filesOf(entries).filter((path) => differing.has(path));
      return [...present, ...own].sort(byCodePoint);
    },
    inspect,
    isFile: async (path) => (isTouched(path) ? (await inspect(path)).kind === "file" : worktree.isFile(path)),
  };
};

/** What stands at a path that is no entry, as `inspectFile` tells it. */
const absent = (path: string, entries: readonly TreeObject[]): FileState => {
  const files = new Set(entries.map((entry) => entry.path));
  const standing = new Set([...files].flatMap(beginningsOf));
  for (const way of beginningsOf(path)) {
    if (files.has(way)) return { kind: "obstructed", why: `${way} is a file, not a directory` };
    if (standing.has(way)) continue;
    const isTwin = (other: string) => folderOf(other) === folderOf(way) && spellingFold(other) === spellingFold(way);
    const twin = [...standing].find(isTwin);
    if (twin === undefined) return { kind: "missing" };
    if (way === path) return { kind: "missing", twin };
    return { kind: "blocked", why: `${way} differs from ${twin} only in how it is spelled` };
  }
  return { kind: "obstructed", why: `${path} is a directory` };
};

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);
