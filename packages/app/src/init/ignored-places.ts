import { join, relative, sep } from "node:path";
import { isInside, makeDirectory, readBoundedText, realLocation, writeFileAtomic } from "@llmch/files";
import type { Repository } from "@llmch/workspace";

/** Where the README puts a plan's orders. */
export const USUAL_ORDERS = "wo";

/** The lines that keep places out of the repo's commits, for places inside it that git does not ignore yet. */
export const missingIgnores = async (repo: Repository, places: readonly string[]): Promise<readonly string[]> => {
  const lines: string[] = [];
  for (const place of places) {
    const real = realLocation(place);
    const path = relative(repo.root, real).split(sep).join("/");
    // A name with pattern characters is for the user to write.
    if (!isInside(repo.root, real) || path === "" || !/^[\w./-]+$/.test(path)) continue;
    const ignored = await repo.git.ask((people) => people.raw("check-ignore", "--no-index", `${path}/x`));
    if (ignored.ok && ignored.value === "") lines.push(`/${path}/`);
  }
  return lines;
};

/** Appends lines to a text: keeps every byte of it, and uses its line ending. */
export const withLines = (text: string, lines: readonly string[]): string => {
  const end = /\r\n/.test(text) ? "\r\n" : "\n";
  const gap = text === "" || text.endsWith("\n") ? "" : end;
  return text + gap + lines.map((line) => line + end).join("");
};

/** Where git keeps what it ignores in this clone alone. A line there changes no file of the repo, so the next run finds nothing to commit. */
export const EXCLUDES = ".git/info/exclude";

/** Adds lines to what git ignores in this clone. Returns why it could not, or null. */
export const addExcludes = async ({ commonDir }: Repository, lines: readonly string[]): Promise<string | null> => {
  const folder = join(commonDir, "info");
  makeDirectory(folder);
  if (realLocation(folder) !== folder) return "its folder is a link";
  const file = join(folder, "exclude");
  const read = await readBoundedText(file, { maxBytes: 1024 * 1024, links: "none" });
  if (!read.ok) return read.issues[0];
  await writeFileAtomic(file, withLines(read.value ?? "", lines));
  return null;
};
