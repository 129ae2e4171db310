import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { sha256Hex } from "@llmch/contract";
import { makeDirectory, realLocation, writeFileAtomic } from "@llmch/files";
import { REPO_MAPS } from "./artifacts-root.ts";
import { readOwnText } from "./own-text.ts";
import { removeTemporaryFiles } from "./temporary-files.ts";

/** A larger text is not kept. */
const MAX_BYTES = 64_000_000;
/** The number of repos with a cache below one root: the most recently mapped ones. */
const MOST_REPOS = 16;

const fileOf = (root: string, repo: string): string =>
  join(root, REPO_MAPS, `${sha256Hex(realLocation(repo)).slice(0, 16)}.json`);

/**
 * What an earlier map of a repo cached below an artifacts root, or null. Ignores a file that git tracks: it came with a repo, and
 * may say anything about the repo's files.
 * @param isTracked asks git
 */
export const readMapCache = async (
  root: string,
  repo: string,
  isTracked: (file: string) => Promise<boolean>,
): Promise<string | null> => {
  const text = readOwnText(fileOf(root, repo));
  return !text.ok || (await isTracked(fileOf(root, repo))) ? null : text.value;
};

/** Keeps it for the next map. If that fails, the next map only takes longer. */
export const writeMapCache = async (root: string, repo: string, text: string): Promise<void> => {
  if (text.length > MAX_BYTES) return;
  try {
    makeDirectory(join(root, REPO_MAPS), 0o700);
    removeTemporaryFiles(join(root, REPO_MAPS));
    await writeFileAtomic(fileOf(root, repo), text, { mode: 0o600 });
    forgetOldest(join(root, REPO_MAPS));
  } catch {
    // Code with something to lose reports a full or read-only disk.
  }
};

const forgetOldest = (folder: string): void => {
  const times = new Map(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs]));
  const newestFirst = [...times].filter(([name]) => name.endsWith(".json")).sort(([, a], [, b]) => b - a);
  for (const [name] of newestFirst.slice(MOST_REPOS)) rmSync(join(folder, name), { force: true });
};
