import { lstatSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { errnoOf, keptText, systemLink } from "@llmch/files";
import type { Git } from "./git.ts";
import type { GitFolders } from "./git-folders.ts";
import type { Repository } from "./repository.ts";

type Refs = GitFolders & { readonly git: Git };

const HEADS = "refs/heads/";
/** Git follows no more. */
const MOST_STEPS = 5;

/**
 * The refs that HEAD or a ref's own file stands for, the nearest first: several if the first one stands for another. Git tells of
 * no ref that leads nowhere yet, so the files are read; a ref that stands for another is never packed.
 */
export const refsBehind = (file: string, folders: GitFolders): readonly string[] => {
  const refs: string[] = [];
  for (let place = file; refs.length < MOST_STEPS; ) {
    const ref = refIn(place, folders);
    if (ref === null) break;
    refs.push(ref);
    place = join(OF_CHECKOUT.test(ref) ? folders.gitDir : folders.commonDir, ref);
  }
  return refs;
};

/** Refs that each checkout has for itself. */
const OF_CHECKOUT = /^(?!refs\/)|^refs\/(?:bisect|rewritten|worktree)\//;

const refIn = (file: string, { commonDir }: GitFolders): string | null => {
  const text = keptText(file, "none");
  if (text !== null) return /^ref:\s*(\S+)\s*$/.exec(text)?.[1] ?? null;
  const link = systemLink(file);
  if (link === "" || link.startsWith("refs/")) return link || null;
  const target = relative(commonDir, resolve(dirname(file), link));
  return target.startsWith("refs/") ? target : null;
};

/** The ref that a symbolic ref is only another name for, or null for any other. */
export const symbolicTarget = async ({ git, ...folders }: Refs, ref: string): Promise<string | null> => {
  if (areFiles(folders)) return refsBehind(join(folders.commonDir, ref), folders).at(-1) ?? null;
  const asked = await git.read("symbolic-ref", "--quiet", ref);
  return asked.ok ? asked.value.trimEnd() : null;
};

/** The ref that a branch is only another name for, or null. Git writes through it, so a branch may be main in disguise. */
export const branchTarget = (refs: Refs, name: string): Promise<string | null> => symbolicTarget(refs, HEADS + name);

/** The branches that are only other names for this one, so that they move with it; main and master even if it does not exist yet. */
export const branchAliases = async ({ git, ...folders }: Refs, name: string): Promise<readonly string[]> => {
  const ref = HEADS + name;
  if (areFiles(folders)) {
    const heads = join(folders.commonDir, HEADS);
    return filesBelow(heads).filter((branch) => refsBehind(join(heads, branch), folders).includes(ref));
  }
  const listing = await git.read("for-each-ref", "--format=%(refname) %(symref)", HEADS);
  const listed = listing.ok ? listing.value.split("\n").map((line) => line.split(" ")) : [];
  const aliases = listed.flatMap(([alias = "", target]) => (target === ref ? [alias.slice(HEADS.length)] : []));
  const targets = await Promise.all(PROTECTED.map((branch) => branchTarget({ git, ...folders }, branch)));
  return [...new Set([...aliases, ...PROTECTED.filter((_, index) => targets[index] === ref)])];
};

/** The branches that llmch never commits to. */
const PROTECTED: readonly string[] = ["main", "master"];

/** Whether llmch never commits to a branch of this name, nor pushes it; in any case, since a file system may not tell them apart. */
export const isProtectedBranch = (name: string): boolean => PROTECTED.includes(name.toLowerCase());

/** False if refs are kept in newer formats, which only git can read: there this is a file. */
const areFiles = ({ commonDir }: GitFolders): boolean =>
  lstatSync(join(commonDir, HEADS), { throwIfNoEntry: false })?.isFile() !== true;

/**
 * A link in place of a reflog or of a folder on the way to it, or null: git would write its entry, with llmch's text, to the link's target.
 * @param refs full names
 */
export const linkedReflog = (
  { gitDir, commonDir }: Pick<Repository, "gitDir" | "commonDir">,
  refs: readonly string[],
): string | null => {
  const places = [...stepsTo(gitDir, "logs/HEAD"), ...refs.flatMap((ref) => stepsTo(commonDir, `logs/${ref}`))];
  const linked = places.find(isLink);
  return linked === undefined ? null : `${linked} is a link, and git would write to what it leads to: remove it`;
};

/** The folders on the way to a file below a folder, and the file. */
const stepsTo = (folder: string, path: string): readonly string[] => {
  const names = path.split("/");
  return names.map((_, index) => join(folder, ...names.slice(0, index + 1)));
};

const isLink = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch (fault) {
    if (errnoOf(fault) === "ENOTDIR") return false;
    throw fault;
  }
};

/** Paths of the files below a folder, except in its subfolder `leftOut`. Follows no links; what cannot be read is left out. */
export const filesBelow = (folder: string, leftOut = ""): readonly string[] => {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      if (!entry.isDirectory()) return [entry.name];
      if (entry.name === leftOut) return [];
      return filesBelow(join(folder, entry.name)).map((name) => `${entry.name}/${name}`);
    });
  } catch {
    return [];
  }
};
