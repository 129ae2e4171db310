import { ORDER_SHA256_TRAILER, ORDER_TRAILER, RUN_TRAILER } from "@llmch/contract";
import type { GitResult } from "./git.ts";
import type { Repository } from "./repository.ts";

type Repo = Pick<Repository, "git">;

/** A commit as its object has it. */
export interface CommitFacts {
  readonly commit: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly trailers: TrailedCommit;
  /** What it changed against its parent; nothing is listed for a merge. */
  readonly changes: readonly FileChange[];
}

/** One file that a commit changed. `modeBefore` is `000000` where it was made, `mode` where it was taken away. */
export interface FileChange {
  readonly path: string;
  readonly modeBefore: string;
  readonly mode: string;
}

/** What a commit's trailers say, as git reads them (contract §6). */
export interface TrailedCommit {
  readonly commit: string;
  readonly orders: readonly string[];
  readonly sha256s: readonly string[];
  readonly runs: readonly string[];
}

/** A file as a commit has it. */
export interface CommittedFile {
  readonly mode: string;
  readonly blob: string;
  readonly bytes: Buffer;
}

/** Asked of the objects themselves: what `git replace` puts in their place is not what was committed. */
const ask = ({ git }: Repo, args: readonly string[], input?: string): Promise<GitResult> =>
  git.run(["--no-replace-objects", "--literal-pathspecs", ...args], input === undefined ? {} : { input });

const answer = ({ exitCode, stdout, stderr }: GitResult, what: string): Buffer => {
  if (exitCode !== 0) throw new Error(`${what} cannot be read: ${stderr}`);
  return stdout;
};

/** The facts of a commit by its full id, or null where the repo does not have it. */
export const commitFacts = async (repo: Repo, commit: string): Promise<CommitFacts | null> => {
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(commit)) return null;
  const object = await ask(repo, ["cat-file", "commit", commit]);
  if (object.exitCode !== 0) return null;
  const text = object.stdout.toString();
  const end = text.indexOf("\n\n");
  const headers = text.slice(0, end).split("\n");
  const values = (name: string) =>
    headers.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
  const [trailers = { commit, orders: [], sha256s: [], runs: [] }] = await readTrailers(repo, ["--no-walk", commit]);
  const message = text.slice(end + 2);
  const changes = await changesOf(repo, commit);
  return { commit, tree: values("tree")[0] ?? "", parents: values("parent"), message, trailers, changes };
};

const DIFF = ["diff-tree", "-r", "-z", "--root", "--no-renames", "--no-commit-id", "--raw"] as const;

const changesOf = async (repo: Repo, commit: string): Promise<readonly FileChange[]> => {
  const listing = answer(await ask(repo, [...DIFF, commit]), `the commit ${commit}`).toString();
  const fields = listing.split("\0");
  const changes: FileChange[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [modeBefore = "", mode = ""] = (fields[index] ?? "").slice(1).split(" ");
    changes.push({ path: fields[index + 1] ?? "", modeBefore, mode });
  }
  return changes;
};

/** The commits in a branch's history that carry any of our trailers, the newest first. */
export const trailedCommits = async (repo: Repo, branch: string): Promise<readonly TrailedCommit[]> => {
  const found = await readTrailers(repo, ["--basic-regexp", "--grep=^Llmch-", `refs/heads/${branch}`]);
  return found.filter(({ orders, sha256s, runs }) => orders.length + sha256s.length + runs.length > 0);
};

const trailer = (name: string): string => `%(trailers:key=${name},valueonly,separator=%x1f)%x00`;
const FORMAT = `--format=%H%x00${[ORDER_TRAILER, ORDER_SHA256_TRAILER, RUN_TRAILER].map(trailer).join("")}`;

const readTrailers = async (repo: Repo, which: readonly string[]): Promise<readonly TrailedCommit[]> => {
  const log = await ask(repo, ["log", "--no-notes", "--no-decorate", FORMAT, ...which, "--"]);
  const fields = answer(log, "the history").toString().split("\0");
  const commits: TrailedCommit[] = [];
  for (let index = 0; index + 4 < fields.length; index += 4) {
    const [commit = "", ...values] = fields.slice(index, index + 4).map((field) => field.trim());
    const [orders = [], sha256s = [], runs = []] = values.map(split);
    commits.push({ commit, orders, sha256s, runs });
  }
  return commits;
};

const split = (values: string): readonly string[] =>
  values
    .split("\u001f")
    .map((value) => value.trim())
    .filter((value) => value !== "");

/** The full names of the branches and tags that hold a commit. */
export const refsHolding = async (repo: Repo, commit: string): Promise<readonly string[]> => {
  const kinds = ["refs/heads", "refs/remotes", "refs/tags"];
  const refs = await ask(repo, ["for-each-ref", `--contains=${commit}`, "--format=%(refname)", ...kinds]);
  return answer(refs, `what holds ${commit}`)
    .toString()
    .split("\n")
    .filter((ref) => ref !== "");
};

/** What a commit has at some paths; directories and what is not there are left out. */
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
      const [, mode = "", kind, blob = "", path = ""] = /^(\d+) (\w+) ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
      return kind === "blob" ? [{ mode, blob, path }] : [];
    });
  const contents = await readBlobs(repo, [...new Set(entries.map(({ blob }) => blob))]);
  return new Map(
    entries.map(({ path, mode, blob }) => [path, { mode, blob, bytes: contents.get(blob) ?? Buffer.alloc(0) }]),
  );
};

/** All in one call: each answer is `<id> blob <size>`, a newline, the bytes, a newline. */
const readBlobs = async (repo: Repo, blobs: readonly string[]): Promise<ReadonlyMap<string, Buffer>> => {
  const contents = new Map<string, Buffer>();
  if (blobs.length === 0) return contents;
  const batch = answer(await ask(repo, ["cat-file", "--batch"], `${blobs.join("\n")}\n`), "the commit's files");
  for (let start = 0; start < batch.length; ) {
    const line = batch.indexOf("\n", start);
    const [id = "", kind, size = ""] = batch.subarray(start, line).toString().split(" ");
    if (kind !== "blob") throw new Error(`the object ${id} is missing`);
    const end = line + 1 + Number(size);
    contents.set(id, batch.subarray(line + 1, end));
    start = end + 1;
  }
  return contents;
};

/** The blob that git makes of a text at a path, with the line endings and encoding that the checkout's attributes ask for. */
export const blobOfText = async (repo: Repo, path: string, text: string): Promise<string> =>
  answer(await ask(repo, ["hash-object", "--stdin", `--path=${path}`], text), path)
    .toString()
    .trim();
