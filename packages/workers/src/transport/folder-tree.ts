import { renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { MARK_FILE, SEAL_FILE } from "@llmch/contract";
import { keptBytes, makeDirectory, newOwnedName } from "@llmch/files";
import type { StoredRunName } from "@llmch/records";
import { recordedRun, storedRuns } from "@llmch/store";
import { accepted, type Result, rejected } from "@llmch/text";
import { type Git, readBlobBytes } from "@llmch/workspace";

/** What becomes of the files of runs, by their paths below the root. */
const KINDS = "planner|factory|run-all|ask|build";
const PATH = new RegExp(`^(?:${KINDS})/[0-9A-HJKMNP-TV-Z]{26}/(?!.*(?:^|/)\\.{1,2}(?:/|$))[^\\0\\n]+$`);
/** Whether a path below the root of runs can be a file of a run's: whoever can push or write rows can name any. */
export const isRunFile = (path: string): boolean => PATH.test(path);

/** What a run's process makes anew wherever it runs. */
const OWN = /\/(?:\.reserve|llmch-[^/]*)$/;
const MOST_BYTES = 256 * 1024 * 1024;
const SEALED = /\/seal\.json$/;
/** A queue writes to it where it lies. */
const NOTE = /\/queue\.json$/;
const JOURNAL = /\/events\.jsonl$/;

const filesBelow = (root: string, runs = storedRuns(root)): readonly string[] =>
  runs.flatMap(({ kind, runId }) => {
    const beside = [SEAL_FILE, MARK_FILE].filter((name) => isFile(join(root, kind, runId, name)));
    const names = [...recordedRun(root, kind, runId).files, ...beside];
    return names.map((name) => `${kind}/${runId}/${name}`).filter((path) => PATH.test(path) && !OWN.test(path));
  });

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? -1;

const TRIES = 20;
const AGAIN_MS = 50;

/**
 * The folders of runs as a tree of git's, with which a machine that is lost could go on: journals are read before whatever they name, as a
 * crash would leave them. A run that ends meanwhile is read again: before it is sealed, nobody elsewhere could tell whose it is.
 */
export const treeOf = async (git: Git, root: string, index: string): Promise<Result<string, string>> => {
  for (let left = TRIES; ; left--) {
    const journals = filesBelow(root).filter((path) => JOURNAL.test(path));
    const sizes = journals.map((path) => sizeOf(join(root, path)));
    const first = await hashed(git, root, journals);
    const others = filesBelow(root).filter((path) => !JOURNAL.test(path));
    const rest = await hashed(git, root, others);
    const grown = journals.filter((path, at) => sizeOf(join(root, path)) !== sizes[at]).map(dirname);
    const isTorn = journals.map(dirname).some((folder) => {
      const isSealed = others.includes(`${folder}/${SEAL_FILE}`);
      const isWhole = isSealed && !grown.includes(folder) && others.includes(`${folder}/${MARK_FILE}`);
      return !isWhole && (isSealed || hasEnded(join(root, folder, "events.jsonl")));
    });
    if (left > 0 && (isTorn || !first.ok || !rest.ok)) {
      await setTimeout(AGAIN_MS);
      continue;
    }
    if (!first.ok) return first;
    if (!rest.ok) return rest;
    // Published, it would take the place of all that is known of the run.
    if (first.value.length + rest.value.length === 0) return rejected("the run's folder is gone");
    const lines = [...first.value, ...rest.value].map(([path, id]) => `100644 ${id}\t${path}\0`).join("");
    const environment = { GIT_INDEX_FILE: index };
    rmSync(index, { force: true });
    const added = await git.run(["update-index", "--add", "-z", "--index-info"], { input: lines, environment });
    const written = added.exitCode === 0 ? await git.run(["write-tree"], { environment }) : added;
    return written.exitCode === 0
      ? accepted(written.stdout.toString().trim())
      : rejected(`the run's folder cannot be kept in git: ${written.stderr.trim()}`);
  }
};

/** Whether the last line of a journal says that its run has ended. */
const hasEnded = (journal: string): boolean => {
  const from = Math.max(0, sizeOf(journal) - LONGEST_ENDING);
  const [last = ""] = keptBytes(journal)?.subarray(from).toString().trimEnd().split("\n").slice(-1) ?? [];
  return last.includes('"type":"run_finished"');
};

/** In bytes. */
const LONGEST_ENDING = 2000;

const hashed = async (
  git: Git,
  root: string,
  paths: readonly string[],
): Promise<Result<readonly (readonly [path: string, id: string])[], string>> => {
  if (paths.length === 0) return accepted([]);
  const input = paths.map((path) => `${join(root, path)}\n`).join("");
  const said = await git.run(["hash-object", "-w", "--no-filters", "--stdin-paths"], { input });
  const ids = said.stdout.toString().trim().split("\n");
  return said.exitCode === 0 && ids.length === paths.length
    ? accepted(paths.map((path, at) => [path, ids[at] ?? ""] as const))
    : rejected(`a file of the run cannot be read: ${said.stderr.trim()}`);
};

/**
 * Writes a tree's run folders below a root: what has not changed since another tree stays, and what is no longer there goes.
 * @param before the commit whose tree stands there; null if only what the runs were begun with may: they may have taken it up and
 *   removed it since, and no seal bears a file more
 * @returns the runs in it
 */
export const layOut = async (
  git: Git,
  commit: string,
  root: string,
  before: string | null = null,
): Promise<Result<readonly StoredRunName[], string>> => {
  const [now, then] = [
    await entriesOf(git, commit),
    before === null ? accepted(new Map()) : await entriesOf(git, before),
  ];
  if (!now.ok) return now;
  const known: ReadonlyMap<string, string> = then.ok ? then.value : new Map();
  const changed = [...now.value].filter(
    ([path, id]) => known.get(path) !== id || NOTE.test(path) || !isFile(join(root, path)),
  );
  const bytes = await readBlobBytes(git, [...new Set(changed.map(([, id]) => id))], { maxBytes: MOST_BYTES });
  const rank = (path: string): number => (JOURNAL.test(path) ? 1 : SEALED.test(path) ? 2 : 0);
  for (const [path, id] of changed.sort(([a], [b]) => rank(a) - rank(b))) {
    const content = bytes.get(id);
    if (!content) return rejected(`${path} is missing, or larger than any file of a run`);
    const file = join(root, path);
    makeDirectory(dirname(file));
    const temporary = join(root, path.split("/", 1).join(), newOwnedName());
    writeFileSync(temporary, content, { flag: "wx" });
    renameSync(temporary, file);
  }
  const names = new Set([...now.value.keys()].map((path) => path.split("/", 2).join("/")));
  const runs = storedRuns(root).filter(({ kind, runId }) => names.has(`${kind}/${runId}`));
  const stood = before === null ? filesBelow(root, runs) : known.keys();
  for (const path of stood) if (!now.value.has(path)) rmSync(join(root, path), { force: true });
  return accepted(runs);
};

/** Whoever can push can push any tree. */
const entriesOf = async (git: Git, commit: string): Promise<Result<ReadonlyMap<string, string>, string>> => {
  const listed = await git.run(["ls-tree", "-r", "-z", "--full-tree", commit]);
  if (listed.exitCode !== 0) return rejected(`${commit} cannot be read: ${listed.stderr.trim()}`);
  const entries = new Map<string, string>();
  for (const entry of listed.stdout.toString().split("\0").slice(0, -1)) {
    const [, mode, id = "", path = ""] = /^(\d+) \w+ ([0-9a-f]+)\t(.*)$/s.exec(entry) ?? [];
    if (mode !== "100644" || !PATH.test(path)) return rejected(`${commit} is no run of llmch's: ${path}`);
    entries.set(path, id);
  }
  return accepted(entries);
};
