import { utf8Length } from "@llmch/text";

/** A path inside a repo that has passed `pathFault`: relative, POSIX, normalised. Only `repoPath` makes one. */
export type RepoPath = string & { readonly __brand: "RepoPath" };

/** Python's `posixpath.normpath`, except that the empty string stays empty (contract §2). */
export const normalizePath = (path: string): string => {
  if (path === "" || !ABNORMAL.test(path)) return path;
  const root = path.startsWith("//") && !path.startsWith("///") ? "//" : path.startsWith("/") ? "/" : "";
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== ".." || (root === "" && (parts.length === 0 || parts.at(-1) === ".."))) parts.push(part);
    else if (parts.length > 0) parts.pop();
  }
  return root + parts.join("/") || ".";
};

/** An empty part, a `.` or a `..`: only a path with one of these has another normal form. */
const ABNORMAL = /(?:^|\/)\.{0,2}(?:\/|$)/;

/** True if a path contains a character that shells and tools read as a glob: `*`, `?`, `[`. */
export const hasGlob = (path: string): boolean => /[*?[]/.test(path);

/** What is wrong with an order's path, or null if nothing is (contract §2). */
export const pathFault = (path: string): string | null => {
  if (PLAIN.test(path) && path.length <= MAX_PART_BYTES && !path.toLowerCase().includes("git") && !ABNORMAL.test(path))
    return null;
  const normalized = normalizePath(path);
  if (normalized === "") return "is empty";
  if (normalized === ".") return "is the repo itself";
  // This check comes first, since those below may take more than linear time (reliability, S5).
  if (utf8Length(normalized) > MAX_PATH_BYTES) return `is longer than ${MAX_PATH_BYTES} bytes`;
  if (normalized.split("/").some((part) => utf8Length(part) > MAX_PART_BYTES)) {
    return `has a part of more than ${MAX_PART_BYTES} bytes`;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  if (/[\u0000-\u001f\u007f-\u009f]/.test(path)) return "holds a control character";
  if (hasLoneSurrogate(path)) return "is not valid Unicode";
  if (path.includes("\\")) return "holds a backslash";
  if (/^[A-Za-z]:/.test(normalized)) return "starts with a drive letter";
  if (normalized.startsWith("/")) return "is absolute";
  if (normalized === ".." || normalized.startsWith("../")) return "leads out of the repo";
  if (normalized !== normalized.trim()) return "starts or ends with white space";
  if (hasGlob(path)) return "holds a glob character";
  if (normalized.split("/").some(isGitDirectory)) return "is inside .git/";
  return null;
};

/** Linux accepts no longer path. A longer one can be created part by part, but then no program can open it (reliability, F3). */
const MAX_PATH_BYTES = 4096;
const MAX_PART_BYTES = 255;

/** Only letters, digits, `_`, `-`, `.` and `/`. Most paths have nothing else, and need no further checks. */
const PLAIN = /^[\w.-][\w./-]*$/;

/** The path in its normal form, or null if it has a fault. */
export const repoPath = (path: string): RepoPath | null =>
  pathFault(path) === null ? (normalizePath(path) as RepoPath) : null;

/** True for each spelling that some file system resolves to `.git` (reliability, row F4). */
const isGitDirectory = (part: string): boolean => {
  const name = folded(part);
  return name === ".git" || /^git~[0-9]+$/.test(name);
};

/** True for each spelling of a root `.gitmodules`. Git obeys the file, so no order may write it (contract §5). */
export const isGitModules = (path: string): boolean => {
  const name = folded(path);
  return name === ".gitmodules" || /^(?:gitmod|gi7eba)~[0-9]+$/.test(name);
};

/** A name without what some file systems ignore: case, trailing dots and spaces, NTFS streams, HFS+'s ignorable characters. */
const folded = (name: string): string =>
  name
    .normalize("NFKC")
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u00ad]/g, "")
    .toLowerCase()
    .replace(/:.*$/, "")
    .replace(/(?<![. ])[. ]+$/, "");

/** One spelling for names that a file system may treat as the same: folds case and composed letters (reliability, F5). */
export const spellingFold = (name: string): string =>
  name.normalize("NFC").toLowerCase().toUpperCase().normalize("NFC");

const hasLoneSurrogate = (text: string): boolean => /\p{Surrogate}/u.test(text);

/** A path with those of the folders around it, the outermost first: `a`, `a/b` and `a/b/c` for `a/b/c`. */
export const beginningsOf = (path: string): readonly string[] =>
  path.split("/").map((_, index, parts) => parts.slice(0, index + 1).join("/"));
