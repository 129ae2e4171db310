import { isJsonObject, type JsonObject, type RepoPath, readJson } from "@llmch/contract";

/** What a profile must know of a tree: its paths, and a few texts (see `tellingFiles` and `probedFiles`). */
export interface Tree {
  readonly files: readonly string[];
  /** By path. A missing file has no entry. */
  readonly texts: Readonly<Record<string, string>>;
  /** The untracked files among those asked for that exist. */
  readonly present: readonly string[];
}

/** One folder of a tree, as a profile looks at it. Paths are relative to that folder. */
export interface Place {
  /** Null for the repo's root. */
  readonly folder: RepoPath | null;
  readonly files: readonly string[];
  /** True if a file of that name is directly in the folder. */
  has(name: string): boolean;
  /** The text of a telling file, or null. */
  text(name: string): string | null;
  /** A telling file as a JSON object; empty if it is none. */
  json(name: string): JsonObject;
  /** True if an installed file exists. */
  isPresent(path: string): boolean;
}

/**
 * Looks at a folder of a tree, or at its root.
 * @param files the tree's files below the folder, from there, where they are known
 */
export const placeIn = (tree: Tree, folder: RepoPath | null, files = filesIn(tree, folder)): Place => {
  const prefix = folder === null ? "" : `${folder}/`;
  const names = new Set(files.filter((path) => !path.includes("/")));
  const text = (name: string) =>
    Object.hasOwn(tree.texts, prefix + name) ? (tree.texts[prefix + name] ?? null) : null;
  return {
    folder,
    files,
    has: (name) => names.has(name),
    text,
    json: (name) => {
      const read = readJson(text(name) ?? "");
      return read.ok && isJsonObject(read.value) ? read.value : {};
    },
    isPresent: (path) => tree.present.includes(prefix + path),
  };
};

const filesIn = ({ files }: Tree, folder: RepoPath | null): readonly string[] =>
  folder === null
    ? files
    : files.flatMap((path) => (path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : []));

/** True if one of the names is directly in the folder. */
export const hasAny = (place: Place, names: readonly string[]): boolean => names.some((name) => place.has(name));
