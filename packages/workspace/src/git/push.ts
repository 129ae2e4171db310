import { accepted, type Result, rejected } from "@llmch/contract";
import { isInside } from "@llmch/files";
import { type ConfigEntry, configValue, subsections } from "./configuration.ts";
import { localFolder, pushAddresses } from "./push-address.ts";
import { linkedReflog } from "./reflog.ts";
import type { Repository } from "./repository.ts";

const LIMIT_MS = 120_000;

/**
 * Pushes a branch to its own remote, `origin` or the first one; null where the repo has none. Nothing is asked at a
 * terminal; after 120 seconds it has failed. Where the remote is, the repo says; how it is reached, the user alone does.
 */
export const pushBranch = async (
  repo: Repository,
  branch: string,
  signal: AbortSignal,
): Promise<Result<{ readonly remote: string } | null, string>> => {
  const entries = await repo.configuration();
  const remote = remoteOf(branch, entries);
  if (remote === null) return accepted(null);
  const folders = pushAddresses(remote, entries).flatMap((address) => localFolder(address, repo) ?? []);
  const inside = folders.find((folder) => [repo.root, repo.commonDir].some((place) => isInside(place, folder)));
  if (inside !== undefined) {
    const advice = `move it out of the checkout, then \`git remote set-url ${remote} <path>\``;
    return rejected(`${remote}: ${inside} lies in the repo itself, so its hooks could be anybody's: ${advice}`);
  }
  const linked = linkedReflog(repo, [`refs/remotes/${remote}/${branch}`]);
  if (linked !== null) return rejected(`${remote}: ${linked}`);
  const ref = `refs/heads/${branch}`;
  const args = ["push", "--quiet", "--no-verify", "--receive-pack=git-receive-pack", "--", remote, `${ref}:${ref}`];
  // No forge's token is for a folder, or for what runs there.
  const pushed = await repo.git.run(args, {
    limitMs: LIMIT_MS,
    signal,
    forPush: true,
    hidesTokens: folders.length > 0,
  });
  return pushed.exitCode === 0 ? accepted({ remote }) : rejected(`${remote}: ${reasonIn(pushed.stderr)}`);
};

/** The remote that `git push` would take, by name; one that is only an address is none. */
export const remoteOf = (branch: string, entries: readonly ConfigEntry[]): string | null => {
  const remotes = subsections(entries, "remote", ["url", "pushurl"]).filter((name) => !name.startsWith("-"));
  const asked = [`branch.${branch}.pushremote`, "remote.pushdefault", `branch.${branch}.remote`];
  const preferred = [...asked.map((name) => configValue(entries, name)), "origin"];
  return preferred.find((name) => name !== null && remotes.includes(name)) ?? remotes[0] ?? null;
};

/** Git's last lines without its hints, and without the password of an address. */
const reasonIn = (stderr: string): string => {
  const lines = stderr.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("hint:"));
  const reason = lines.slice(-3).join(" ") || "git gave no reason";
  return reason.replace(/:\/\/[^/@\s]*@/g, "://");
};
