import { readBlobs } from "./objects.ts";
import type { Repository } from "./repository.ts";

/** The bytes of the files that a commit has at some paths; leaves out directories and missing paths. */
export const filesAtCommit = async (
  { git }: Pick<Repository, "git">,
  commit: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> => {
  if (paths.length === 0) return new Map();
  const listing = await git.run(["--literal-pathspecs", "ls-tree", "-z", "--full-tree", commit, "--", ...paths]);
  if (listing.exitCode !== 0) throw new Error(`the tree of ${commit} cannot be read: ${listing.stderr}`);
  const entries = listing.stdout
    .toString()
    .split("\0")
    .flatMap((line) => {
      const [, kind, blob = "", path = ""] = /^\d+ (\w+) ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
      return kind === "blob" ? [{ blob, path }] : [];
    });
  const ids = [...new Set(entries.map(({ blob }) => blob))];
  const contents = ids.length === 0 ? [] : [...(await readBlobs(git, ids))];
  return new Map(
    entries.map(({ path, blob }) => {
      const bytes = contents[ids.indexOf(blob)] ?? null;
      if (bytes === null) throw new Error(`the object ${blob} is missing`);
      return [path, bytes];
    }),
  );
};
