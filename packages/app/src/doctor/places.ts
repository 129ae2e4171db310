import { freeSpace, probeDirectory, temporaryDirectory } from "@llmch/files";
import { lookAtCheckout, type PushPlan, pushInWords, pushPlan, unseenSubmodules } from "@llmch/run";
import type { Environment } from "@llmch/text";
import type { Repository } from "@llmch/workspace";
import { recordsFault } from "../request/records-fault.ts";
import { type Finding, fine, missing, warned } from "./finding.ts";

const MEGABYTE = 1024 * 1024;
/** Below the first, a run would end on a full disk; below the second, it soon might. */
const NEEDED_BYTES = 100 * MEGABYTE;
const AMPLE_BYTES = 1024 * MEGABYTE;

/** The repo, as a run would find it. */
export const examineRepo = async (
  repo: Repository,
  artifactsRoot: string,
  ordersDirectory: string | null,
  signal: AbortSignal,
): Promise<readonly Finding[]> => {
  const { commit, branch } = await repo.head();
  if (commit === null) {
    const hint = "make a first commit, even if it holds only a README";
    return [missing("repo", { message: `${repo.root} has no commit`, hint })];
  }
  const { dirty } = await lookAtCheckout(repo, { artifactsRoot, ordersDirectory, writable: new Set() }, signal);
  const named = dirty.slice(0, 3).join(", ") + (dirty.length > 3 ? ` and ${dirty.length - 3} more` : "");
  const where = fine("repo", `${repo.root}, ${branch ?? "detached HEAD"} at ${commit.slice(0, 10)}`);
  const unseen = await unseenSubmodules(repo, commit);
  const submodules = unseen === null ? [] : [warned("submodules", unseen.message, unseen.hint)];
  if (dirty.length === 0) return [where, ...submodules];
  return [
    where,
    ...submodules,
    warned("checkout", `it has changes (${named})`, "commit or stash them: run and run-all refuse otherwise"),
  ];
};

/** What a run would do with its commits. It uses a new branch, so the push configuration of other branches does not apply. */
export const examinePush = async (repo: Repository, mode: PushPlan["mode"]): Promise<Finding> =>
  fine("push", pushInWords(await pushPlan(repo, "factory", mode)));

/** Checks that a run may write to its folders, and that there is enough space. */
export const examinePlaces = async (
  artifactsRoot: string,
  repo: Repository | null,
  env: Environment,
): Promise<readonly Finding[]> => {
  const git = repo === null ? [] : [{ name: "git folder", directory: repo.commonDir }];
  const temporary = { name: "temporary", directory: temporaryDirectory(env) };
  const places = [{ name: "artifacts", directory: artifactsRoot }, ...git, temporary];
  const linked = await recordsFault({ artifactsDir: artifactsRoot }, { env, cwd: "/" });
  return places.map(({ name, directory }) => {
    if (linked !== null && directory === artifactsRoot) return missing(name, linked);
    const writable = probeDirectory(directory);
    return writable.ok ? judgeSpace(name, directory, freeSpace(directory)) : missing(name, writable.issues[0]);
  });
};

/** @param bytes how many are free; null if unknown */
export const judgeSpace = (name: string, directory: string, bytes: number | null): Finding => {
  if (bytes === null) return fine(name, `${directory} can be written`);
  const free = `${directory} has ${(bytes / MEGABYTE / 1024).toFixed(1)} GB free`;
  if (bytes < NEEDED_BYTES) {
    return missing(name, {
      message: `${directory} has ${Math.floor(bytes / MEGABYTE)} MB free`,
      hint: "make room there",
    });
  }
  return bytes < AMPLE_BYTES ? warned(name, free, "make room there before long runs") : fine(name, free);
};
