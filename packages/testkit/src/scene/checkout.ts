import { constants, lstatSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "@llmch/text";
import { filesBelow, sha256 } from "./files.ts";
import { gitIn } from "./git.ts";

/** Everything that the user has in a checkout: files with hashes, index, HEAD, branches, configuration. */
export const standingOfCheckout = (repo: string): JsonObject => {
  const git = gitIn(repo);
  return {
    files: hashesOf(repo),
    index: sha256(readFileSync(join(repo, ".git/index"))),
    config: readFileSync(join(repo, ".git/config"), "utf8"),
    head: readFileSync(join(repo, ".git/HEAD"), "utf8"),
    refs: git("for-each-ref", "--format=%(refname) %(objectname)"),
    status: git("--no-optional-locks", "status", "--porcelain=v1"),
  };
};

const hashesOf = (repo: string): JsonObject =>
  Object.fromEntries(
    filesBelow(repo)
      .filter((path) => !path.startsWith(".git/"))
      .map((path) => [path, standingOf(join(repo, path))]),
  );

/** Mode and hash of a file, or the target of a link. */
const standingOf = (file: string): string => {
  const { mode } = lstatSync(file);
  return `${mode.toString(8)} ${(mode & constants.S_IFMT) === constants.S_IFLNK ? readlinkSync(file) : sha256(readFileSync(file))}`;
};
