import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type FileState, type NoFile, type StandingFile, spellingFold } from "@llmch/contract";
import { errnoOf, faultInWords, type OpenFile, openRegularFile, withDirectory } from "@llmch/files";
import { fileBytesOf, readBytes, tooLarge } from "./file-bytes.ts";

/**
 * Inspects a path from the tree's root, one part after the other. Blocked are links on the way or at the end, anything that is
 * not a regular file, anything in a submodule or another repo, and a name that the file system treats as a sibling's
 * (reliability, F1, F5, F6, G4). Obstructed is what no answer can hint at: a directory at the path, or a file where a directory
 * is needed.
 */
export const inspectFile = (root: string, path: string, submodules: ReadonlySet<string>): FileState => {
  const parts = path.split("/");
  for (const [index, part] of parts.entries()) {
    const way = parts.slice(0, index);
    const here = [...way, part].join("/");
    if (submodules.has(here)) return blocked(`${here} is a submodule`);
    const found = lookUp(root, way, part);
    const isLast = index === parts.length - 1;
    if (typeof found !== "string") {
      const { twin } = found.kind === "missing" ? found : {};
      return twin === undefined || isLast ? found : blocked(`${here} differs from ${twin} only in how it is spelled`);
    }
    if (isLast) return found === "file" ? readState(root, way, part) : obstructed(`${here} is a directory`);
    if (found === "file") return obstructed(`${here} is a file, not a directory`);
  }
  return blocked("it is empty");
};

/** The kind of one name in a directory. */
const lookUp = (
  root: string,
  way: readonly string[],
  name: string,
): "directory" | "file" | Exclude<NoFile, { readonly kind: "obstructed" }> => {
  const here = [...way, name].join("/");
  try {
    return withDirectory(root, way, { make: false }, (directory) => {
      const names = readdirSync(directory.path);
      if (way.length > 0 && names.includes(".git")) return blocked(`${way.join("/")} is a git repository of its own`);
      if (!names.includes(name)) {
        const folded = spellingFold(name);
        const twin = names.find((other) => spellingFold(other) === folded);
        if (twin === undefined) return MISSING;
        // A file system that finds one under the other's name cannot hold both, nor rename one to the other in llmch's steps.
        return lstatSync(join(directory.path, name), { throwIfNoEntry: false }) === undefined
          ? { kind: "missing", twin: [...way, twin].join("/") }
          : blocked(`${here} is ${twin} to this file system, which does not tell their spellings apart`);
      }
      const standing = lstatSync(join(directory.path, name));
      if (standing.isDirectory()) return "directory";
      if (standing.isFile()) return "file";
      return blocked(standing.isSymbolicLink() ? `${here} is a symbolic link` : `${here} is no regular file`);
    });
  } catch (fault) {
    return errnoOf(fault) === "ENOENT" ? MISSING : blocked(`${here}: ${faultInWords(fault)}`);
  }
};

const MISSING = { kind: "missing" } as const;

const readState = (root: string, way: readonly string[], name: string): FileState => {
  try {
    return withDirectory(root, way, { make: false }, (directory) => stateOf(join(directory.path, name)));
  } catch (fault) {
    return blocked(`${[...way, name].join("/")}: ${faultInWords(fault)}`);
  }
};

/** The state of the file at a path whose directory is held open. A device or a pipe there does not block. */
export const stateOf = (path: string): FileState => {
  let file: OpenFile;
  try {
    file = openRegularFile(path, "none");
  } catch (fault) {
    const code = errnoOf(fault);
    if (code === "ENOENT") return { kind: "missing" };
    if (code === null || code === "EISDIR") return blocked("it is no regular file");
    throw fault;
  }
  try {
    const { size, mode } = file.stats;
    const why = tooLarge(size);
    if (why !== null) return blocked(why);
    return { kind: "file", ...readBytes(file.descriptor), executable: (mode & 0o100) !== 0 };
  } finally {
    file.close();
  }
};

/** The state of a file with these bytes: a blob looks as if it were checked out. */
export const stateOfBytes = (data: Uint8Array, { executable }: Pick<StandingFile, "executable">): FileState => {
  const why = tooLarge(data.length);
  return why === null ? { kind: "file", ...fileBytesOf(data), executable } : blocked(why);
};

const obstructed = (why: string): NoFile => ({ kind: "obstructed", why });

const blocked = (why: string): { readonly kind: "blocked"; readonly why: string } => ({ kind: "blocked", why });
