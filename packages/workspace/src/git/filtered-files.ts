import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import { keptText, realLocation, removeTree } from "@llmch/files";
import { commandEnvironment, runProgram, type Sandbox } from "@llmch/process";
import { makeTemporaryFolder } from "../places/temporary-folder.ts";
import type { ConfigEntry } from "./configuration.ts";
import { attributesOf, isAttributesFile } from "./conversions.ts";
import { gitProgram } from "./git.ts";
import { filterNames } from "./neutral-settings.ts";
import type { Repository } from "./repository.ts";
import type { TreeObject } from "./tree.ts";

/** The files of the checkout's commit that pass through a filter of the user's, which llmch does not run. */
export interface FilteredFiles {
  /** Those that stand in the checkout as they are committed: what git keeps of each, and how it looked then. */
  readonly standing: ReadonlyMap<string, { readonly id: string; readonly looks: string }>;
  /** Those of which a worktree has no more than what git keeps. */
  readonly stored: readonly string[];
}

const known = new WeakMap<Repository, Promise<FilteredFiles>>();

/**
 * Looks once for all that a run asks. A file that looks changed is judged by its content, through the user's filter.
 * @param sandbox runs the filter, which the repo may have named; without one, such a file counts as changed
 */
export const filteredFiles = (repo: Repository, sandbox: Sandbox | null): Promise<FilteredFiles> => {
  const found = known.get(repo) ?? look(repo, sandbox);
  known.set(repo, found);
  return found;
};

const look = async (repo: Repository, sandbox: Sandbox | null): Promise<FilteredFiles> => {
  const { commit } = await repo.head();
  const tree = (commit === null ? [] : await repo.trees.entriesOf(commit)).filter(({ mode }) => mode.startsWith("100"));
  const files = tree.map(({ path }) => path);
  const standing = new Map<string, { readonly id: string; readonly looks: string }>();
  if (!files.some(isAttributesFile) && !existsSync(join(repo.commonDir, "info/attributes")))
    return { standing, stored: [] };
  const options = { input: `${files.join("\0")}\0` };
  const attributes = await attributesOf(repo.git, ["-z", "--stdin", "filter"], repo, options);
  const filters = new Map(attributes.map(({ path, value }) => [path, value]));
  const configured = await repo.configuration();
  const active = new Set(filterNames(configured));
  const filtered = tree.filter(({ path }) => active.has(filters.get(path) ?? ""));
  const changed = new Set(filtered.length === 0 ? [] : (await repo.changes([])).tracked);
  const suspects = filtered.filter(({ path }) => changed.has(path));
  const ids = sandbox === null ? [] : await idsThroughFilters(repo, sandbox, suspects, configured);
  for (const [index, { path, id }] of suspects.entries()) if (ids[index] === id) changed.delete(path);
  for (const { path, id } of filtered) {
    const looks = looksAt(join(repo.root, path));
    if (looks !== null && !changed.has(path)) standing.set(path, { id, looks });
  }
  const isStored = (path: string): boolean => {
    const filter = filters.get(path) ?? "";
    if (active.has(filter) && !standing.has(path)) return true;
    return (active.has(filter) || filter === "lfs") && isPointer(join(repo.root, path));
  };
  return { standing, stored: files.filter(isStored) };
};

/** What git-lfs has git keep of a file, also if it is not installed. */
const POINTER = "version https://git-lfs.github.com/spec/";
const MOST_OF_POINTER = 1024;

const isPointer = (path: string): boolean =>
  (lstatSync(path, { throwIfNoEntry: false })?.size ?? MOST_OF_POINTER) < MOST_OF_POINTER &&
  keptText(path)?.startsWith(POINTER) === true;

/** How a regular file that no link leads to looks; null for anything else. */
export const looksAt = (path: string): string | null => {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() !== true || realLocation(path) !== path) return null;
  return `${stats.ino} ${stats.size} ${stats.ctimeMs}`;
};

const LIMIT_MS = 120_000;

/** What git would keep of these files, if it ran the user's filters; none if that fails. Git and filters see the repo, and cannot write it. */
const idsThroughFilters = async (
  repo: Repository,
  sandbox: Sandbox,
  files: readonly TreeObject[],
  configured: readonly ConfigEntry[],
): Promise<readonly string[]> => {
  const { root, gitDir, commonDir } = repo;
  const program = gitProgram(repo.env, [root, gitDir, commonDir]);
  if (files.length === 0 || program === null) return [];
  const folder = makeTemporaryFolder(repo);
  try {
    const place = {
      root: folder,
      folder,
      checkout: root,
      alias: null,
      gitDir,
      commonDir,
      gitSettings: "",
      dependencies: [],
    };
    const enclosure = sandbox.enclose(
      { ...place, environment: commandEnvironment(repo.env) },
      { allowsNetwork: false },
    );
    const settings = [
      ...configured.filter(({ name }) => name.startsWith("filter.")).map(({ name, value }) => [name, value ?? "true"]),
      // The sandbox's own user may not own the repo, and git-lfs keeps a copy of what it has cleaned.
      ...[
        ["safe.directory", "*"],
        ["lfs.storage", "/tmp/lfs"],
      ],
    ];
    const given = settings.flatMap(([name, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, name],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]);
    const env = { ...enclosure.environment, ...Object.fromEntries(given), GIT_CONFIG_COUNT: String(settings.length) };
    const args = ["hash-object", "--", ...files.map(({ path }) => path)];
    const wrapped = enclosure.wrap({ program, args, cwd: root, env });
    const { exitCode, stdout } = await runProgram({ ...wrapped, hold: enclosure.hold, limitMs: LIMIT_MS });
    const ids = stdout.toString().trim().split("\n");
    return exitCode === 0 && ids.length === files.length ? ids : [];
  } finally {
    removeTree(folder);
  }
};
