import { statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { removeTree } from "@llmch/files";
import { accepted, type Refusal, type Result, rejected } from "@llmch/text";
import { noRoom, openTemporaryFolder } from "../places/temporary-folder.ts";
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

type Configured = Pick<Repository, "configuration" | "root" | "env">;

/**
 * The paths that git would convert by the attributes of a commit, whatever the checkout holds, and by those outside all commits. Refuses
 * if no temporary folder has room for them.
 */
export const conversionsAt = async (
  repo: Configured & Pick<Repository, "git" | "trees" | "commonDir">,
  commit: string,
  paths: readonly string[],
): Promise<Result<readonly Conversion[], Refusal>> => {
  if (paths.length === 0) return accepted([]);
  const tree = await repo.trees.entriesOf(commit);
  // Git before 2.40 reads attributes from an index, but not from a commit.
  const files = tree.filter(({ path }) => isAttributesFile(path));
  const made = openTemporaryFolder(repo);
  if (!made.ok) return made;
  const folder = made.value;
  try {
    const environment = { GIT_INDEX_FILE: join(folder, "index") };
    const input = files.map(({ mode, id, path }) => `${mode} ${id}\t${path}\0`).join("");
    const index = ["update-index", "-z", "--add", "--index-info"];
    const indexed = files.length === 0 ? null : await repo.git.run(index, { environment, input });
    if (indexed !== null && indexed.exitCode !== 0) {
      // Git names its index if it cannot write it.
      if (indexed.stderr.includes(folder))
        return rejected(noRoom(`${dirname(folder)} cannot be written (${indexed.stderr.trim()})`));
      throw new Error(`the attributes of ${commit} cannot be read: ${indexed.stderr}`);
    }
    const args = ["--cached", "-z", "--stdin", ...ATTRIBUTES];
    return accepted(await ask(repo.git, args, repo, { environment, input: `${paths.join("\0")}\0` }));
  } finally {
    removeTree(folder);
  }
};

/** The same for the few paths of an order, by the attributes that are in the tree where git runs. */
export const conversionsIn = (git: Git, paths: readonly string[], repo: Configured) =>
  ask(git, ["-z", ...ATTRIBUTES, "--", ...paths], repo);

const ATTRIBUTES = ["filter", "working-tree-encoding"] as const;

/** The attributes of paths, as `git check-attr` with these arguments tells them. */
export const attributesOf = async (
  git: Git,
  args: readonly string[],
  repo: Configured,
  options?: GitRunOptions,
): Promise<readonly { readonly path: string; readonly attribute: string; readonly value: string }[]> => {
  const named = attributesFile(await repo.configuration(), repo);
  const checked = await git.run([...named, "check-attr", ...args], options);
  if (checked.exitCode !== 0) throw new Error(`git check-attr failed: ${checked.stderr}`);
  const fields = checked.stdout.toString().split("\0");
  return Array.from({ length: Math.floor(fields.length / 3) }, (_, index) => {
    const [path = "", attribute = "", value = ""] = fields.slice(3 * index, 3 * index + 3);
    return { path, attribute, value };
  });
};

const ask = async (...asked: Parameters<typeof attributesOf>): Promise<readonly Conversion[]> => {
  const [, , repo] = asked;
  const filters = new Set(filterNames(await repo.configuration()));
  const found: Conversion[] = [];
  for (const { path, attribute, value } of await attributesOf(...asked)) {
    if (attribute === "filter" && filters.has(value))
      found.push({ path, why: `passes through the git filter ${value}, which llmch does not run` });
    if (attribute !== "filter" && !AS_STORED.has(value.toLowerCase()))
      found.push({ path, why: `has the working-tree-encoding ${value}, and llmch writes UTF-8` });
  }
  return found;
};

/** Shows git the attributes file that the repo's own configuration names. It is hidden otherwise, because a repo may name any file. */
const attributesFile = (configured: readonly ConfigEntry[], { root, env }: Configured): readonly string[] => {
  const named = configured.findLast(({ name }) => name === "core.attributesfile");
  if (named === undefined || !OWN.has(named.scope) || !named.value) return [];
  const path = resolve(root, named.value.replace(/^~(?=\/)/, env.HOME ?? homedir()));
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() === true && stats.size < MOST_BYTES ? ["-c", `core.attributesFile=${path}`] : [];
};

const OWN: ReadonlySet<string> = new Set(["local", "worktree"]);
/** Git itself reads none that is larger. */
const MOST_BYTES = 100 * 1024 * 1024;

/** Values of `working-tree-encoding` with which git converts nothing. */
const AS_STORED: ReadonlySet<string> = new Set(["unspecified", "unset", "set", "", "utf-8", "utf8"]);
