import { basename, join } from "node:path";
import { removeTree } from "@llmch/files";
import { makeTemporaryFolder } from "../worktree/temporary-folder.ts";
import type { ConfigEntry } from "./configuration.ts";
import type { Git, GitRunOptions } from "./git.ts";
import { filterNames } from "./neutral-settings.ts";
import type { Repository } from "./repository.ts";

/** A file whose bytes git changes on their way in or out, which llmch does not do. */
export interface Conversion {
  readonly path: string;
  /** Continues a sentence that begins with the path. */
  readonly why: string;
}

export const isAttributesFile = (path: string): boolean => basename(path) === ".gitattributes";

/**
 * The paths that git would convert by the attributes of a commit, whatever the checkout holds, and by those outside all commits, except
 * for a `core.attributesFile` of the repo's own configuration, which llmch does not read.
 */
export const conversionsAt = async (
  repo: Pick<Repository, "git" | "trees" | "configuration" | "root" | "commonDir" | "env">,
  commit: string,
  paths: readonly string[],
): Promise<readonly Conversion[]> => {
  if (paths.length === 0) return [];
  const [tree, configured] = await Promise.all([repo.trees.entriesOf(commit), repo.configuration()]);
  // Git before 2.40 reads attributes from an index, but not from a commit.
  const files = tree.filter(({ path }) => isAttributesFile(path));
  const folder = makeTemporaryFolder(repo);
  try {
    const environment = { GIT_INDEX_FILE: join(folder, "index") };
    const input = files.map(({ mode, id, path }) => `${mode} ${id}\t${path}\0`).join("");
    const index = ["update-index", "-z", "--add", "--index-info"];
    const made = files.length === 0 ? null : await repo.git.run(index, { environment, input });
    if (made !== null && made.exitCode !== 0)
      throw new Error(`the attributes of ${commit} cannot be read: ${made.stderr}`);
    const args = ["--cached", "-z", "--stdin", ...ATTRIBUTES];
    return await ask(repo.git, args, configured, { environment, input: `${paths.join("\0")}\0` });
  } finally {
    removeTree(folder);
  }
};

/** The same for the few paths of an order, by the attributes that are in the tree where git runs. */
export const conversionsIn = (git: Git, paths: readonly string[], configured: readonly ConfigEntry[]) =>
  ask(git, ["-z", ...ATTRIBUTES, "--", ...paths], configured);

const ATTRIBUTES = ["filter", "working-tree-encoding"] as const;

const ask = async (
  git: Git,
  args: readonly string[],
  configured: readonly ConfigEntry[],
  options?: GitRunOptions,
): Promise<readonly Conversion[]> => {
  const checked = await git.run(["check-attr", ...args], options);
  if (checked.exitCode !== 0) throw new Error(`git check-attr failed: ${checked.stderr}`);
  const filters = new Set(filterNames(configured));
  const fields = checked.stdout.toString().split("\0");
  const found: Conversion[] = [];
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path = "", attribute = "", value = ""] = fields.slice(at, at + 3);
    if (attribute === "filter" && filters.has(value))
      found.push({ path, why: `passes through the git filter ${value}, which llmch does not run` });
    if (attribute !== "filter" && !AS_STORED.has(value.toLowerCase()))
      found.push({ path, why: `has the working-tree-encoding ${value}, and llmch writes UTF-8` });
  }
  return found;
};

/** Values of `working-tree-encoding` with which git converts nothing. */
const AS_STORED: ReadonlySet<string> = new Set(["unspecified", "unset", "set", "", "utf-8", "utf8"]);
