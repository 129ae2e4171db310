import { join } from "node:path";
import { followRun } from "@llmch/records";
import { isMark, newRunMark, storedRuns } from "@llmch/store";
import { accepted, type Environment, type Result, rejected } from "@llmch/text";
import { type Git, withoutAnyCredentials } from "@llmch/workspace";
import { treeOf } from "./folder-tree.ts";
import { type Remote, refsOf } from "./remote.ts";

/** What a commit of a run's ref says besides the folder that it holds. */
export interface Published {
  readonly commit: string;
  readonly tree: string;
  readonly epoch: number;
  /** The run's branch and its tip: what has landed travels with the run. Null before the first order landed. */
  readonly branch: string | null;
  readonly tip: string | null;
  /** The rows whose acts are done in this folder. */
  readonly acts: readonly string[];
}

/** What is to be published. */
export interface Folder {
  readonly root: string;
  readonly runId: string;
  readonly epoch: number;
  readonly worker: string;
  readonly branch: string | null;
  readonly acts: readonly string[];
}

const TRAILERS = {
  epoch: "Llmch-Epoch",
  worker: "Llmch-Worker",
  branch: "Llmch-Branch",
  act: "Llmch-Act",
  mark: "Llmch-Mark",
};

const bodyOf = ({ tree, epoch, branch, tip, acts }: Omit<Published, "commit">) => ({
  published: tree,
  ...{ epoch, branch, tip, acts: [...acts] },
});

/** Puts a run's folder, and what has landed, into a commit after the one before; that one, if nothing is different. */
export const commitFolder = async (
  git: Git,
  { root, runId, epoch, worker, branch, acts }: Folder,
  before: Published | null,
  { env, index }: { readonly env: Environment; readonly index: string },
): Promise<Result<Published, string>> => {
  const read = await folderAndTip(git, root, { index, branch });
  if (!read.ok) return read;
  const { tree, tip } = read.value;
  const said = { tree, epoch, branch: tip === null ? null : branch, tip, acts };
  if (before !== null && JSON.stringify(bodyOf(before)) === JSON.stringify(bodyOf(said))) return accepted(before);
  const mark = newRunMark(env, { runId }, bodyOf(said));
  const trailers = [
    [TRAILERS.epoch, String(epoch)],
    [TRAILERS.worker, worker],
    ...(said.branch === null ? [] : [[TRAILERS.branch, said.branch]]),
    ...acts.map((act) => [TRAILERS.act, act]),
    ...(mark === null ? [] : [[TRAILERS.mark, mark]]),
  ];
  const message = `llmch run ${runId}\n\n${trailers.map(([name, value]) => `${name}: ${value}\n`).join("")}`;
  const waiting = await workThatWaits(git, root);
  const parents = [before?.commit ?? [], tip ?? [], waiting ?? []].flat().flatMap((parent) => ["-p", parent]);
  const made = await git.run(["commit-tree", tree, ...parents], { input: message, environment: AUTHOR });
  return made.exitCode === 0
    ? accepted({ commit: made.stdout.toString().trim(), ...said })
    : rejected(`the run's folder cannot be kept in git: ${made.stderr.trim()}`);
};

const TRIES = 10;

/**
 * A run's folder and its branch as they belong together. A journal tells of a commit before the branch moves, and again after: if the branch
 * stays where it is while the journals are read, nothing that they tell of is missing, and nothing is there that they do not tell of.
 */
const folderAndTip = async (
  git: Git,
  root: string,
  { index, branch }: { readonly index: string; readonly branch: string | null },
): Promise<Result<{ readonly tree: string; readonly tip: string | null }, string>> => {
  const tipNow = async (): Promise<string | null> => {
    const at = branch === null ? null : await git.run(["rev-parse", "--verify", "--quiet", `refs/heads/${branch}`]);
    return at?.exitCode === 0 ? at.stdout.toString().trim() : null;
  };
  let tip = await tipNow();
  for (let left = TRIES; left > 0; left--) {
    const tree = await treeOf(git, root, index);
    if (!tree.ok) return tree;
    const now = await tipNow();
    if (now === tip) return accepted({ tree: tree.value, tip });
    tip = now;
  }
  return rejected(`${branch} moves faster than the run's folder can be read`);
};

const AUTHOR = Object.fromEntries(
  ["AUTHOR", "COMMITTER"].flatMap((who) => [
    [`GIT_${who}_NAME`, "llmch"],
    [`GIT_${who}_EMAIL`, "llmch@localhost"],
  ]),
);

/** A commit of the work that waits for a person, so that whoever decides can see it; null if none does. */
const workThatWaits = async (git: Git, root: string): Promise<string | null> => {
  for (const run of storedRuns(root)) {
    const events = followRun({ root, ...run })();
    const asked = events.findLast(({ type }) => type === "decision_needed" || type === "decided" || type === "resumed");
    if (asked?.type !== "decision_needed" || asked.work === undefined) continue;
    const { tree, base } = asked.work;
    const made = await git.run(["commit-tree", tree, "-p", base, "-m", "work that waits"], { environment: AUTHOR });
    if (made.exitCode === 0) return made.stdout.toString().trim();
  }
  return null;
};

/** What the commit of a run's ref says; an issue if somebody without the team's key made it, or it was changed. */
export const readPublished = async (
  git: Git,
  commit: string,
  runId: string,
  env: Environment,
): Promise<Result<Published, string>> => {
  const read = await git.run(["cat-file", "commit", commit]);
  const text = read.stdout.toString();
  if (read.exitCode !== 0) return rejected(`${commit} cannot be read: ${read.stderr.trim()}`);
  const all = (name: string) => [...text.matchAll(new RegExp(`^${name}: (.*)$`, "gm"))].map(([, value = ""]) => value);
  const [parents, [tree = ""]] = [headersOf(text, "parent"), headersOf(text, "tree")];
  const [epoch = "0"] = all(TRAILERS.epoch);
  const [branch = null] = all(TRAILERS.branch);
  const [mark] = all(TRAILERS.mark);
  const acts = all(TRAILERS.act);
  // Of a first one there is nothing before.
  for (const tip of branch === null ? [null] : parents) {
    const said = { tree, epoch: Number(epoch), branch, tip, acts };
    if (isMark(env, { runId }, bodyOf(said), mark)) return accepted({ commit, ...said });
  }
  return rejected(`the run ${runId} was published with another key, or was changed since`);
};

const headersOf = (text: string, name: string): readonly string[] =>
  [...text.matchAll(new RegExp(`^${name} ([0-9a-f]+)$`, "gm"))].map(([, value = ""]) => value);

/** How a publish ended: `lost` if another worker has published since, `refused` if the branch has moved in the remote. */
export type Pushed = "published" | "lost" | "refused" | { readonly away: string };

/**
 * Has a commit, and what the job itself has pushed, leave this machine: all of it, or nothing if another worker has published since.
 * @param branch what the job pushed; null for nothing new
 */
export const pushPublished = async (
  git: Git,
  remote: Remote,
  runId: string,
  {
    from,
    to,
    branch,
  }: {
    readonly from: string | null;
    readonly to: string;
    readonly branch: readonly [name: string, tip: string] | null;
  },
): Promise<Pushed> => {
  const ref = remote.refOf(runId);
  const moves = [`${to}:${ref}`, ...(branch === null ? [] : [`${branch[1]}:refs/heads/${branch[0]}`])];
  const lease = `--force-with-lease=${ref}:${from ?? ""}`;
  const args = ["push", "--quiet", "--no-verify", "--atomic", lease, remote.url, ...moves];
  const pushed = await git.run(args, { forPush: true, limitMs: LIMIT_MS });
  if (pushed.exitCode === 0) return "published";
  // The answer may have been lost, and not the push.
  const there = await refsOf(remote, ref);
  if (!there.ok) return { away: there.issues[0] };
  const now = there.value.get(ref) ?? null;
  if (now === to) return "published";
  if (now !== from) return "lost";
  return /\[(?:remote )?rejected\]/.test(pushed.stderr)
    ? "refused"
    : { away: withoutAnyCredentials(pushed.stderr.trim()) };
};

const LIMIT_MS = 300_000;

/** The file of git's index with which a folder is read. */
export const indexIn = (folder: string): string => join(folder, "index");
