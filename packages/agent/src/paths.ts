import { pathFault, type RepoPath, repoPath } from "@llmch/contract";
import { accepted, type Result, rejected } from "@llmch/text";
import type { Scene } from "./scene.ts";

/** The paths of the files that tools may show, sorted: the tracked files with the draft applied. */
export const openFiles = async ({ files, draft, denies }: Scene): Promise<readonly RepoPath[]> => {
  const tracked = repoPathsOf(await files.trackedFiles());
  const drafted = draft.files();
  if (drafted.length === 0) return tracked.filter((path) => !denies(path));
  const gone = new Set(drafted.flatMap(({ path, text }) => (text === null ? [path] : [])));
  const known = new Set(tracked);
  const added = drafted.flatMap(({ path, text }) => (text === null || known.has(path) ? [] : [path]));
  const all = added.length === 0 ? tracked : [...tracked, ...added].sort((a, b) => (a < b ? -1 : 1));
  return all.filter((path) => !gone.has(path) && !denies(path));
};

const parsed = new WeakMap<readonly string[], readonly RepoPath[]>();

/** Keeps valid repo paths. Results are cached per list. */
const repoPathsOf = (paths: readonly string[]): readonly RepoPath[] => {
  const known = parsed.get(paths);
  if (known !== undefined) return known;
  const made: RepoPath[] = [];
  for (const raw of paths) {
    const path = repoPath(raw);
    if (path !== null) made.push(path);
  }
  parsed.set(paths, made);
  return made;
};

/** The text of a file that may be shown, or a sentence that says why not. The sentence never quotes the path. */
export const openText = async (raw: string, scene: Scene): Promise<Result<OpenText, string>> => {
  const path = repoPath(raw);
  if (path === null) return rejected(`that path ${pathFault(raw)}`);
  if (scene.denies(path)) return rejected("that file is not shown: it may hold a secret, or the settings exclude it");
  const isOurs = scene.draft.allowed.has(path) || (await isTracked(path, scene));
  if (!isOurs) return rejected("there is no such file in the repo: look with `list` or `search`");
  const state = await scene.draft.state(path);
  switch (state.kind) {
    case "missing":
      return rejected("there is no such file");
    case "blocked":
    case "obstructed":
      return rejected("that path is not a file that can be shown: it is a link, a folder, or lies behind one");
    case "file":
      return state.text === null
        ? rejected(`that file (${state.bytes} bytes) is not UTF-8 text, or too large`)
        : accepted({ path, text: state.text, bytes: state.bytes });
  }
};

export interface OpenText {
  readonly path: RepoPath;
  readonly text: string;
  readonly bytes: number;
}

const isTracked = async (path: string, { files }: Scene): Promise<boolean> => holds(await files.trackedFiles(), path);

/** Binary search in paths sorted by code point. Beyond the BMP that is not the order of `<`, so those few use a linear search. */
const holds = (paths: readonly string[], path: string): boolean => {
  let [low, high] = [0, paths.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((paths[middle] ?? "") < path) low = middle + 1;
    else high = middle;
  }
  return paths[low] === path || (/[\ud800-\uffff]/.test(path) && paths.includes(path));
};
