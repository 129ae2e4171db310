import { PLAN_TRAILER } from "@llmch/contract";
import type { Repository } from "./repository.ts";

/** How two commits differ in some files. */
export interface ChangedSince {
  /** The files that differ, in git's order. */
  readonly paths: readonly string[];
  /** The commits that changed them, out of those that only one of the two has in its history. */
  readonly commits: readonly ChangingCommit[];
}

export interface ChangingCommit {
  /** The planner's runs that its trailers name (contract §6). */
  readonly plans: readonly string[];
  readonly paths: readonly string[];
}

/**
 * Which of the files differ between two commits, and who changed them. If the second does not descend from the first, gives the
 * commits on both sides. At most two git calls. Null if the repo does not have the first commit, as in a shallow clone; throws if
 * the second is missing.
 */
export const changedSince = async (
  { git, resolveCommit }: Pick<Repository, "git" | "resolveCommit">,
  [since, commit]: readonly [since: string, commit: string],
  files: readonly string[],
): Promise<ChangedSince | null> => {
  const diff = await git.run(["diff-tree", "-r", ...NAMES, `${since}^{commit}`, commit, "--"]);
  if (diff.exitCode !== 0) {
    if ((await resolveCommit(since)) === null) return null;
    throw new Error(`${since} and ${commit} cannot be compared: ${diff.stderr}`);
  }
  const asked = new Set(files);
  const paths = diff.stdout
    .toString()
    .split("\0")
    .filter((path) => asked.has(path));
  if (paths.length === 0) return { paths, commits: [] };
  const log = await git.run([...LOG, `${since}...${commit}`, "--", ...paths]);
  if (log.exitCode !== 0) throw new Error(`the history from ${since} to ${commit} cannot be read: ${log.stderr}`);
  return { paths, commits: parseCommits(log.stdout.toString()) };
};

const NAMES = ["-z", "--name-only", "--no-renames"] as const;

/** A merge lists only what it has from neither side. The `-c` options override what the repo's configuration says of logs. */
const LOG = [
  "--literal-pathspecs",
  ...["log.follow=false", "log.showRoot=true", "diff.orderFile=/dev/null"].flatMap((setting) => ["-c", setting]),
  "log",
  "--full-history",
  "-c",
  ...NAMES,
  // No path begins with a slash.
  `--format=/%(trailers:key=${PLAN_TRAILER},valueonly,separator=%x1f)`,
] as const;

/** `/<plans>`, then a line break before the first of the commit's paths; each ends in a NUL. */
const parseCommits = (log: string): readonly ChangingCommit[] => {
  const commits: { readonly plans: readonly string[]; readonly paths: string[] }[] = [];
  for (const field of log.split("\0")) {
    const last = commits.at(-1);
    if (field.startsWith("/")) {
      const plans = field.slice(1).split("\u001f");
      commits.push({ plans: plans.map((plan) => plan.trim()).filter((plan) => plan !== ""), paths: [] });
    } else if (field !== "" && last !== undefined) {
      last.paths.push(last.paths.length === 0 ? field.replace("\n", "") : field);
    }
  }
  return commits.filter(({ paths }) => paths.length > 0);
};
