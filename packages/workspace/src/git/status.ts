/** Lists every changed and untracked path, one entry each; writes nothing, and enters no submodule. */
export const STATUS: readonly string[] = [
  "status",
  "--porcelain=v1",
  "-z",
  "--untracked-files=all",
  "--no-renames",
  "--ignore-submodules=dirty",
];

/** The paths of a `STATUS` listing. An untracked nested repo ends in a slash. */
export const changedPaths = (listing: string): readonly string[] =>
  listing
    .split("\0")
    .filter((entry) => entry.length > 3)
    .map((entry) => entry.slice(3));
