import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeFiles } from "./files.ts";
import { commitAll, gitIn } from "./git.ts";

/** What git made of a repo's first commit: folders, and files with their modes. */
interface Made {
  readonly folders: readonly string[];
  readonly files: readonly { readonly path: string; readonly bytes: Buffer; readonly mode: number }[];
}

/** By the files of the commit: its date is fixed, so it is the same commit wherever it is made. */
const known = new Map<string, Made>();

/**
 * Turns an empty folder into a repo with one commit of these files on `main`. Git makes each such repo once, and refreshes the index of a
 * copy.
 */
export const commitFirst = (repo: string, files: Readonly<Record<string, string>>): void => {
  const [name, record] = [JSON.stringify(files), join(repo, ".git")];
  const git = gitIn(repo);
  const made = known.get(name);
  writeFiles(repo, files);
  if (made !== undefined) {
    for (const folder of ["", ...made.folders]) mkdirSync(join(record, folder));
    for (const { path, bytes, mode } of made.files) writeFileSync(join(record, path), bytes, { mode });
    git("update-index", "-q", "--refresh");
    return;
  }
  git("init", "--quiet", "--template=", "--initial-branch=main");
  writeFileSync(join(record, "config"), "[user]\n\tname = Ada\n\temail = ada@example.org\n", { flag: "a" });
  commitAll(repo);
  known.set(name, read(record));
};

const read = (record: string): Made => {
  const entries = readdirSync(record, { recursive: true, withFileTypes: true })
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name).slice(record.length + 1) }))
    .sort((a, b) => a.path.length - b.path.length);
  const pathsOf = (isFolder: boolean) =>
    entries.flatMap(({ entry, path }) => (entry.isDirectory() === isFolder ? [path] : []));
  return {
    folders: pathsOf(true),
    files: pathsOf(false).map((path) => ({
      path,
      bytes: readFileSync(join(record, path)),
      mode: statSync(join(record, path)).mode & 0o777,
    })),
  };
};
