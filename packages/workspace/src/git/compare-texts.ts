import { lstatSync, mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isLeftByDead, namesIn, newOwnedName } from "@llmch/files";
import { resolveProgram } from "@llmch/process";
import { createGit } from "./git.ts";

/** Two texts; null where there is none. */
export interface TextPair {
  readonly before: string | null;
  readonly after: string | null;
}

const LIMIT_MS = 20_000;

/** No rename is looked for, no attribute or configuration can name a program, and a file is text whatever it holds. */
const DIFF = ["diff", "--no-index", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames", "--text"] as const;

/**
 * The unified diffs of pairs of texts, made by one `git diff --no-index`: for each pair its lines from the first `@@` on, none
 * where the texts are the same. Null where git cannot be asked.
 */
export const compareTexts = async (
  pairs: readonly TextPair[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly (readonly string[])[] | null> => {
  if (pairs.every(({ before, after }) => before === after)) return pairs.map(() => []);
  const program = resolveProgram("git", { path: env.PATH ?? "", cwd: "/" });
  if (program === null) return null;
  const root = realpathSync(tmpdir());
  removeLeftFolders(root);
  const folder = join(root, newOwnedName());
  mkdirSync(folder, { mode: 0o700 });
  try {
    for (const side of SIDES) {
      mkdirSync(join(folder, side));
      for (const [index, { [side]: text }] of pairs.entries()) {
        // Names are ours: a path of a proposal never reaches the disk here.
        if (text !== null) writeFileSync(join(folder, side, String(index)), text);
      }
    }
    const git = createGit({ program, directory: folder, env, settings: () => [] });
    const environment = {
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_SYSTEM: "/dev/null",
      GIT_CONFIG_COUNT: "0",
      GIT_ATTR_NOSYSTEM: "1",
      GIT_CEILING_DIRECTORIES: dirname(folder),
    };
    const { exitCode, stdout } = await git.run([...DIFF, ...SIDES], { environment, limitMs: LIMIT_MS });
    return exitCode === 0 || exitCode === 1 ? hunksOf(stdout.toString(), pairs.length) : null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const SIDES = ["before", "after"] as const;

/** Removes what was killed as it compared. Folders of ours with anything else in them are a run's, and that one's to clear. */
const removeLeftFolders = (root: string): void => {
  const sides = new Set<string>(SIDES);
  for (const folder of namesIn(root)
    .filter(isLeftByDead)
    .map((name) => join(root, name))) {
    const names = namesIn(folder);
    if (names.length === 0 || !names.every((name) => sides.has(name))) continue;
    try {
      if (lstatSync(folder).isDirectory()) rmSync(folder, { recursive: true, force: true });
    } catch {
      // It is somebody else's, or gone by now.
    }
  }
};

const HEADER = /^diff --git a\/(?:before|after)\/(\d+) b\/(?:before|after)\/\d+$/;

/** A line of a text has a sign before it, so that none can look like the header of a file. */
const hunksOf = (diff: string, count: number): readonly (readonly string[])[] => {
  const hunks: string[][] = Array.from({ length: count }, () => []);
  let lines: string[] = [];
  for (const line of diff.split("\n")) {
    const index = HEADER.exec(line)?.[1];
    if (index !== undefined) lines = hunks[Number(index)] ?? [];
    else if (lines.length > 0 || line.startsWith("@@ ")) lines.push(line);
  }
  for (const found of hunks) if (found.at(-1) === "") found.pop();
  return hunks;
};
