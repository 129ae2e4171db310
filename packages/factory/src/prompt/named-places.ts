/** A file that a text names, and the lines of it that the text names. */
export interface NamedPlace {
  readonly path: string;
  /** From 1, each once. */
  readonly lines: readonly number[];
}

const MOST_NAMES = 100;
/** Longer than any path that git stores. */
const LONGEST_NAME = 4_096;
const NAME = /[\p{L}\p{N}_@.+~/\\$-]+/gu;
/** `:12`, `(12,3)`, `", line 12`: how compilers, test runners and stack traces name a line. */
const LINE = /^(?::|\(|["'],? line )(\d{1,7})\b/;

/**
 * The repo's files that a text names, in order of appearance. A name may be absolute, or relative to any folder of the repo. Skips
 * ambiguous names.
 */
export const namedPlaces = (text: string, tracked: readonly string[]): readonly NamedPlace[] => {
  const all = new Set(tracked);
  const found = new Map<string, Set<number>>();
  const resolved = new Map<string, string | null>();
  for (const match of text.matchAll(NAME)) {
    const name = trimmed(match[0].slice(-LONGEST_NAME).replaceAll("\\", "/"));
    if (!/[./]/.test(name) || (resolved.size >= MOST_NAMES && !resolved.has(name))) continue;
    const path = resolved.get(name) ?? resolve(name, all);
    resolved.set(name, path);
    if (path === null) continue;
    const lines = found.get(path) ?? new Set();
    const line = LINE.exec(text.slice(match.index + match[0].length, match.index + match[0].length + 20))?.[1];
    if (line !== undefined) lines.add(Number(line));
    found.set(path, lines);
  }
  return [...found].map(([path, lines]) => ({ path, lines: [...lines] }));
};

const resolve = (name: string, tracked: ReadonlySet<string>): string | null => {
  const parts = name.split("/");
  // A bare file name could mean any file.
  for (let start = 0; start === 0 || start < parts.length - 1; start++) {
    const path = parts.slice(start).join("/");
    if (tracked.has(path)) return path;
  }
  const ends = [...tracked].filter((path) => path.endsWith(`/${name}`));
  return ends.length === 1 ? (ends[0] ?? null) : null;
};

/** Strips leading `./` and `/`, and the full stop of the sentence. */
const trimmed = (name: string): string => {
  let end = name.length;
  while (end > 0 && (name[end - 1] === "." || name[end - 1] === "/")) end--;
  return name.slice(0, end).replace(/^(?:\.?\/)+/, "");
};
