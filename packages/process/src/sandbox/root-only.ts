import { type Dirent, lstatSync, readdirSync } from "node:fs";

/** What only root may read: password hashes, private keys, the state of services. */
export interface RootOnly {
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

/** Where a system keeps such files, and how deep to look. */
const PLACES: readonly (readonly [folder: string, depth: number])[] = [
  ["/etc", 4],
  ["/opt", 1],
  ["/srv", 1],
  ["/var", 2],
  ["/var/lib", 2],
];
/** A system has a few dozen. */
const MOST = 500;
const [READ, ENTER] = [0o004, 0o001];

/**
 * What to hide from a command that root runs: what other users could not read either. Nothing for other users, because the
 * system's own permissions apply to them.
 */
export const rootOnly = (): RootOnly => {
  const [folders, files]: [Set<string>, Set<string>] = [new Set(), new Set()];
  const look = (folder: string, depth: number): void => {
    for (const entry of entriesIn(folder)) {
      // Most entries there are links, and their targets are checked by themselves.
      if (entry.isSymbolicLink()) continue;
      const path = `${folder}/${entry.name}`;
      const standing = lstatSync(path, { throwIfNoEntry: false });
      if (standing === undefined || standing.uid !== 0 || folders.size + files.size >= MOST) continue;
      // An empty one is a lock, and may be gone in a moment. Each mount takes time.
      if (standing.isFile() && (standing.mode & READ) === 0 && standing.size > 0) files.add(path);
      if (!standing.isDirectory()) continue;
      if ((standing.mode & (READ | ENTER)) === (READ | ENTER)) {
        if (depth > 1) look(path, depth - 1);
      } else if (entriesIn(path).length > 0) folders.add(path);
    }
  };
  if (process.getuid?.() === 0) for (const [folder, depth] of PLACES) look(folder, depth);
  return { folders: [...folders], files: [...files] };
};

const entriesIn = (folder: string): readonly Dirent[] => {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
};
