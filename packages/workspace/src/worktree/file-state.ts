import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";
import { spellingFold } from "@llmch/contract";
import { decodeUtf8, errnoOf, faultInWords, withDirectory, withRegularFile } from "@llmch/files";

/** What stands at a path of the worktree. Links are never followed. */
export type FileState =
  | { readonly kind: "missing" }
  | StandingFile
  | { readonly kind: "blocked"; readonly why: string }
  | { readonly kind: "obstructed"; readonly why: string };

export interface StandingFile {
  readonly kind: "file";
  readonly sha256: string;
  readonly bytes: number;
  /** Null where they are too many to be held. */
  readonly data: Uint8Array | null;
  /** Null where the bytes are not UTF-8. */
  readonly text: string | null;
  /** The text with U+FFFD for what of it is not UTF-8; null where all is, or where it is no text at all. */
  readonly marked: string | null;
  readonly executable: boolean;
}

/** Longer files are hashed, not held: none of them is ever shown, written, or moved. */
const MAX_HELD_BYTES = 32 * 1024 * 1024;

/**
 * Looks at a path from the tree's root, one part after the other. Blocked are links on the way or at the end, whatever
 * is no regular file, what lies in a submodule or another repository, and a name that the file system or git may take
 * for a sibling's (reliability, F1, F5, F6, G4). Obstructed is what no answer can hint: a directory at the path, or a file
 * where a directory is needed.
 */
export const inspectFile = (root: string, path: string, submodules: ReadonlySet<string>): FileState => {
  const parts = path.split("/");
  for (const [index, part] of parts.entries()) {
    const way = parts.slice(0, index);
    const here = [...way, part].join("/");
    if (submodules.has(here)) return blocked(`${here} is a submodule`);
    const found = lookUp(root, way, part);
    if (found !== "directory" && found !== "file") return typeof found === "string" ? { kind: found } : found;
    const isLast = index === parts.length - 1;
    if (isLast) return found === "file" ? readState(root, way, part) : obstructed(`${here} is a directory`);
    if (found === "file") return obstructed(`${here} is a file, not a directory`);
  }
  return blocked("it is empty");
};

/** What one name in a directory is. */
const lookUp = (
  root: string,
  way: readonly string[],
  name: string,
): "directory" | "file" | "missing" | { readonly kind: "blocked"; readonly why: string } => {
  const here = [...way, name].join("/");
  try {
    return withDirectory(root, way, { make: false }, (directory) => {
      const names = readdirSync(directory.path);
      if (way.length > 0 && names.includes(".git")) return blocked(`${way.join("/")} is a git repository of its own`);
      if (!names.includes(name)) {
        const folded = spellingFold(name);
        const twin = names.find((other) => spellingFold(other) === folded);
        return twin === undefined ? "missing" : blocked(`${here} differs from ${twin} only in how it is spelled`);
      }
      const standing = lstatSync(join(directory.path, name));
      if (standing.isDirectory()) return "directory";
      if (standing.isFile()) return "file";
      return blocked(standing.isSymbolicLink() ? `${here} is a symbolic link` : `${here} is no regular file`);
    });
  } catch (fault) {
    return errnoOf(fault) === "ENOENT" ? "missing" : blocked(`${here}: ${faultInWords(fault)}`);
  }
};

const readState = (root: string, way: readonly string[], name: string): FileState => {
  try {
    return withDirectory(root, way, { make: false }, (directory) => stateOf(join(directory.path, name)));
  } catch (fault) {
    return blocked(`${[...way, name].join("/")}: ${faultInWords(fault)}`);
  }
};

/** The state of the file at a path whose directory is held open. A device or a pipe put there does not hang us. */
export const stateOf = (path: string): FileState => {
  try {
    return withRegularFile(path, "none", ({ descriptor, stats }) => ({
      ...readFully(descriptor),
      executable: (stats.mode & 0o100) !== 0,
    }));
  } catch (fault) {
    const code = errnoOf(fault);
    if (code === "ENOENT") return { kind: "missing" };
    if (code === null || code === "EISDIR") return blocked("it is no regular file");
    throw fault;
  }
};

const readFully = (descriptor: number): Omit<StandingFile, "executable"> => {
  const hash = createHash("sha256");
  const held: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(64 * 1024);
    const read = readSync(descriptor, chunk);
    if (read === 0) break;
    const piece = chunk.subarray(0, read);
    hash.update(piece);
    bytes += read;
    if (bytes <= MAX_HELD_BYTES) held.push(piece);
  }
  const data = bytes <= MAX_HELD_BYTES ? Buffer.concat(held) : null;
  const text = data === null ? null : decodeUtf8(data);
  const marked = data === null || text !== null || data.includes(0) ? null : data.toString();
  return { kind: "file", sha256: hash.digest("hex"), bytes, data, text, marked };
};

const obstructed = (why: string): FileState => ({ kind: "obstructed", why });

const blocked = (why: string): { readonly kind: "blocked"; readonly why: string } => ({ kind: "blocked", why });
