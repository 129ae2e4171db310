import { GIT_ID } from "@llmch/contract";
import { changesOf, type FileChange } from "./changes.ts";
import type { GitResult } from "./git.ts";
import { readBlobs, readObjects } from "./objects.ts";
import type { Repository } from "./repository.ts";
import { type TrailedCommit, trailedLog } from "./trailers.ts";

type Repo = Pick<Repository, "git">;

/** A commit as its object has it. */
export interface CommitFacts {
  readonly commit: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly trailers: TrailedCommit;
  /** What it changed relative to its parent; nothing is listed for a merge. */
  readonly changes: readonly FileChange[];
}

/** A file as a commit has it. */
export interface CommittedFile {
  readonly blob: string;
  readonly bytes: Buffer;
}

const ask = ({ git }: Repo, args: readonly string[], input?: string): Promise<GitResult> =>
  git.run(["--literal-pathspecs", ...args], { input });

const answer = ({ exitCode, stdout, stderr }: GitResult, what: string): Buffer => {
  if (exitCode !== 0) throw new Error(`${what} cannot be read: ${stderr}`);
  return stdout;
};

/** The facts of a commit by its full id, or null if the repo does not have it. */
export const commitFacts = async (repo: Repo, commit: string): Promise<CommitFacts | null> =>
  (await factsOfCommits(repo, [commit])).get(commit) ?? null;

/** The same for several commits, in three git calls; leaves out those that the repo does not have. */
export const factsOfCommits = async (
  repo: Repo,
  commits: readonly string[],
): Promise<ReadonlyMap<string, CommitFacts>> => {
  const ids = [...new Set(commits)].filter((commit) => GIT_ID.test(commit));
  const objects = ids.length === 0 ? [] : [...(await readObjects(repo.git, ids))];
  const found = ids.flatMap((commit, index): readonly (readonly [string, string])[] => {
    const object = objects[index];
    return object?.type === "commit" ? [[commit, object.bytes.toString()]] : [];
  });
  if (found.length === 0) return new Map();
  const known = found.map(([commit]) => commit);
  const told = await readTrailers(repo, ["--no-walk", ...known], known.join(", "));
  const trailers = new Map(told.map((own) => [own.commit, own]));
  const changes = await changesOf(repo.git, known);
  return new Map(
    found.map(([commit, text]) => {
      const end = text.indexOf("\n\n");
      const headers = text.slice(0, end).split("\n");
      const values = (name: string) =>
        headers.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
      const tree = values("tree")[0] ?? "";
      return [
        commit,
        {
          ...{ commit, tree, parents: values("parent"), message: text.slice(end + 2) },
          trailers: trailers.get(commit) ?? { commit, orders: [], sha256s: [], runs: [] },
          changes: changes.get(commit) ?? [],
        },
      ];
    }),
  );
};

/** The commits in the history of a branch, or of all branches (null), that carry any of llmch's trailers, newest first. */
export const trailedCommits = async (repo: Repo, branch: string | null): Promise<readonly TrailedCommit[]> => {
  const where = branch === null ? "--branches" : `refs/heads/${branch}`;
  const found = await readTrailers(repo, ["--basic-regexp", "--grep=^Llmch-", where], branch ?? "the branches");
  return found.filter(({ orders, sha256s, runs }) => orders.length + sha256s.length + runs.length > 0);
};

const readTrailers = ({ git }: Repo, which: readonly string[], of: string): Promise<readonly TrailedCommit[]> =>
  trailedLog(git, which, { of });

/** The full names of the branches and tags that hold a commit. */
export const refsHolding = async (repo: Repo, commit: string): Promise<readonly string[]> => {
  const kinds = ["refs/heads", "refs/remotes", "refs/tags"];
  const refs = await repo.git.read("for-each-ref", `--contains=${commit}`, "--format=%(refname)", ...kinds);
  if (!refs.ok) throw new Error(`what holds ${commit} cannot be read: ${refs.issues[0]}`);
  return refs.value.split("\n").filter((ref) => ref !== "");
};

/** The files that a commit has at some paths; leaves out directories and missing paths. */
export const filesAtCommit = async (
  repo: Repo,
  commit: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, CommittedFile>> => {
  if (paths.length === 0) return new Map();
  const listing = await ask(repo, ["ls-tree", "-z", "--full-tree", commit, "--", ...paths]);
  const entries = answer(listing, `the tree of ${commit}`)
    .toString()
    .split("\0")
    .flatMap((line) => {
      const [, kind, blob = "", path = ""] = /^\d+ (\w+) ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
      return kind === "blob" ? [{ blob, path }] : [];
    });
  const ids = [...new Set(entries.map(({ blob }) => blob))];
  const contents = ids.length === 0 ? [] : [...(await readBlobs(repo.git, ids))];
  return new Map(
    entries.map(({ path, blob }) => {
      const bytes = contents[ids.indexOf(blob)] ?? null;
      if (bytes === null) throw new Error(`the object ${blob} is missing`);
      return [path, { blob, bytes }];
    }),
  );
};

/** The blob that git makes of a text at a path, with the line endings and encoding that the checkout's attributes ask for. */
export const blobOfText = async (repo: Repo, path: string, text: string): Promise<string> =>
  answer(await ask(repo, ["hash-object", "--stdin", `--path=${path}`], text), path)
    .toString()
    .trim();
