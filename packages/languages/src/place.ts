import type { RepoPath } from "@llmch/contract";
import { isJsonObject, type JsonObject, readJson } from "@llmch/text";

/** What a profile needs to know about a tree: its paths, and a few texts (see `tellingFiles` and `probedFiles`). */
export interface Tree {
  readonly files: readonly string[];
  /** By path. A missing file has no entry. */
  readonly texts: Readonly<Record<string, string>>;
  /** Those of the probed untracked files that exist. */
  readonly present: readonly string[];
  /** The version of the Node that is here, `22.18.0`, if it matters. */
  readonly node?: string;
}

/** A folder of a tree, from a profile's point of view. Paths are relative to that folder. */
export interface ProjectFolder {
  /** Null for the repo's root. */
  readonly folder: RepoPath | null;
  readonly files: readonly string[];
  /** True if the folder directly contains a file with that name. */
  has(name: string): boolean;
  /** The text of a file that the profile reads, or null. */
  text(name: string): string | null;
  /** Such a file as a JSON object; empty if it is not one. */
  json(name: string): JsonObject;
  /** True if an installed file exists. */
  isPresent(path: string): boolean;
  /** The version of the Node that is here; null if it is not known. */
  readonly node: string | null;
}

/**
 * Views a folder of a tree, or its root.
 * @param files the tree's files below the folder, relative to it, if known
 */
export const placeIn = (tree: Tree, folder: RepoPath | null, files = filesIn(tree, folder)): ProjectFolder => {
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
    node: tree.node ?? null,
  };
};

const filesIn = ({ files }: Tree, folder: RepoPath | null): readonly string[] =>
  folder === null
    ? files
    : files.flatMap((path) => (path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : []));

/** True if the folder directly contains a file with one of the names. */
export const hasAny = (place: ProjectFolder, names: readonly string[]): boolean =>
  names.some((name) => place.has(name));
