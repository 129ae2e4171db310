import { join } from "node:path";
import type { Repository } from "./repository.ts";

const LIMIT_MS = 20_000;

/** The commits that only this branch holds: no other branch, tag or remote-tracking branch does. */
export const commitsOfBranchAlone = async ({ git }: Repository, branch: string): Promise<readonly string[]> => {
  const others = ["--not", `--exclude=${branch}`, "--branches", "--tags", "--remotes"];
  const listed = await git.read("rev-list", `refs/heads/${branch}`, ...others);
  if (!listed.ok) throw new Error(`the history of ${branch} cannot be read: ${listed.issues[0]}`);
  return listed.value.split("\n").filter((line) => line !== "");
};

/**
 * Removes a branch whose tip is `tip`. Before that, removes its section of the repo's configuration if that only says what it
 * tracks; after a kill in between, the same call does the rest. Gives the reason if it could not, or null.
 */
export const removeBranch = async (repo: Repository, branch: string, tip: string): Promise<string | null> => {
  if ((await repo.branchTip(branch)) !== tip) return `${branch} is not at ${tip.slice(0, 10)} any more`;
  const prefix = `branch.${branch}.`;
  const said = (await repo.configuration()).filter(({ scope, name }) => scope === "local" && name.startsWith(prefix));
  if (said.length > 0 && said.every(({ name }) => FOLLOWED.has(name.slice(prefix.length)))) {
    const section = ["config", "--file", join(repo.commonDir, "config"), "--remove-section", `branch.${branch}`];
    const forgot = await repo.git.run(section, { limitMs: LIMIT_MS });
    if (forgot.exitCode !== 0) return forgot.stderr.trim() || "git gave no reason";
  }
  const removed = await repo.git.run(["update-ref", "--no-deref", "-d", `refs/heads/${branch}`, tip], {
    limitMs: LIMIT_MS,
  });
  return removed.exitCode === 0 ? null : removed.stderr.trim() || "git gave no reason";
};

const FOLLOWED = new Set(["remote", "merge"]);
