import { type CommitFacts, type CommittedFile, commitFacts, factsOfCommits, filesAtCommit } from "./commit-facts.ts";
import type { FileAtCommit } from "./files-at-commits.ts";
import { blobSizes, readObjects } from "./objects.ts";
import type { Repository } from "./repository.ts";

type Repo = Pick<Repository, "git">;

/** What is read ahead takes no more memory than this; the rest is read on demand. */
const MOST_BYTES = 32_000_000;

/** What the caller is about to look at. */
export interface WantedObjects {
  readonly commits: readonly string[];
  readonly files: readonly FileAtCommit[];
}

/** Commits and their files. Reads many of them together, because a git call takes longer than what it does. */
export interface CommitReader {
  /** Replaces what was read ahead before. */
  prepare(wanted: WantedObjects): Promise<void>;
  /** Like `commitFacts`. */
  facts(commit: string): Promise<CommitFacts | null>;
  /** Like `filesAtCommit`. */
  files(commit: string, paths: readonly string[]): Promise<ReadonlyMap<string, CommittedFile>>;
}

export const createCommitReader = (repo: Repo): CommitReader => {
  let commits: ReadonlyMap<string, CommitFacts> = new Map();
  let files: ReadonlyMap<string, CommittedFile> = new Map();
  return {
    async prepare(wanted) {
      commits = new Map();
      files = new Map();
      // A later read reports what cannot be read.
      commits = await factsOfCommits(repo, wanted.commits).catch(() => commits);
      files = await filesAt(repo, wanted.files);
    },
    facts: async (commit) => commits.get(commit) ?? commitFacts(repo, commit),
    async files(commit, paths) {
      const known = paths.flatMap((path) => {
        const file = files.get(nameOf({ commit, path }));
        return file === undefined ? [] : [[path, file] as const];
      });
      if (known.length === paths.length) return new Map(known);
      const found = new Map(known);
      // What was not found may not exist or may be lost: this tells which.
      const others = await filesAtCommit(
        repo,
        commit,
        paths.filter((path) => !found.has(path)),
      );
      return new Map([...found, ...others]);
    },
  };
};

const nameOf = ({ commit, path }: FileAtCommit): string => `${commit}:${path}`;

/** The files that were found, by `<commit>:<path>`, as many as there is room for. */
const filesAt = async ({ git }: Repo, files: readonly FileAtCommit[]): Promise<ReadonlyMap<string, CommittedFile>> => {
  const names = [...new Set(files.map(nameOf))].filter((name) => !/[\n\0]/.test(name));
  if (names.length === 0) return new Map();
  const sizes = await blobSizes(git, names);
  let room = MOST_BYTES;
  const fitting = names.filter((_, index) => {
    const size = sizes[index] ?? null;
    if (size === null || size > room) return false;
    room -= size;
    return true;
  });
  const objects = fitting.length === 0 ? [] : [...(await readObjects(git, fitting))];
  return new Map(
    fitting.flatMap((name, index) => {
      const object = objects[index];
      return object?.type === "blob" ? [[name, { blob: object.id, bytes: object.bytes }] as const] : [];
    }),
  );
};
