import { lstatSync } from "node:fs";
import { join } from "node:path";
import { isInside } from "@llmch/files";
import { accepted, type Result, rejected, shellWord } from "@llmch/text";
import { type ConfigEntry, configValue, subsections } from "./configuration.ts";
import { localFolder, withoutAnyCredentials, withoutCredentials } from "./push-address.ts";
import type { Repository } from "./repository.ts";
import { linkedReflog, symbolicTarget } from "./symbolic-refs.ts";

const LIMIT_MS = 120_000;
const CONFIG_LIMIT_MS = 20_000;

/** The remote that a branch's commits go to. */
export interface PushTarget {
  /** Its name. */
  readonly remote: string;
  /** Its address without credentials; several are separated by commas. */
  readonly address: string;
  /** Its address as it is configured, before git rewrites it, without credentials: that one names its repo on a forge. */
  readonly configured: string;
  /** The remote that `gh` opens a pull request at: the project, if the branch goes to a fork. */
  readonly project: { readonly remote: string; readonly configured: string };
  /** Why llmch never pushes there; null if nothing is known against it. */
  readonly obstacle: string | null;
}

/** The result of a successful push. */
export interface Pushed {
  readonly remote: string;
  /** Why the branch does not track the remote's yet, in words; null if it does. */
  readonly warning: string | null;
}

/** Where a push of a branch would go, by the settings of the repo and the user alone; null if the repo has no remote. */
export const pushTarget = async (repo: Repository, branch: string): Promise<PushTarget | null> => {
  const route = await routeOf(repo, branch);
  if (route === null) return null;
  const { remote, addresses, obstacle } = route;
  const entries = await repo.configuration();
  const named = (name: string, key = "url") => configValue(entries, `remote.${name}.${key}`);
  const candidates = [...subsections(entries, "remote", ["gh-resolved"]), ...PROJECTS];
  const project = candidates.find((name) => named(name) !== null) ?? remote;
  return {
    ...{ remote, address: addresses.map(withoutCredentials).join(", "), obstacle },
    configured: withoutCredentials(named(remote, "pushurl") ?? named(remote) ?? ""),
    project: { remote: project, configured: withoutCredentials(named(project) ?? "") },
  };
};

/** In the order in which `gh` takes them, after the one that `gh repo set-default` chose. */
const PROJECTS = ["upstream", "github", "origin"];

/**
 * Pushes a branch to its own remote, `origin` or the first one, and makes it track that; null if the repo has no remote. Never
 * prompts at a terminal; fails after 120 seconds. The repo says where the remote is; only the user says how to reach it.
 * @param commit what to push of it; by default all
 */
export const pushBranch = async (
  repo: Repository,
  branch: string,
  signal: AbortSignal,
  commit: string | null = null,
): Promise<Result<Pushed | null, string>> => {
  const route = await routeOf(repo, branch);
  if (route === null) return accepted(null);
  const { remote } = route;
  const pushed = await send(repo, route, { branch, commit: commit ?? `refs/heads/${branch}`, options: [] }, signal);
  if (!pushed.ok) return pushed;
  const unset = await setUpstream(repo, branch, remote);
  const warning = unset === null ? null : `${branch} was pushed, but does not follow ${remote}'s yet: ${unset}`;
  return accepted({ remote, warning });
};

/** What a push takes where. */
interface Sent {
  readonly branch: string;
  /** A commit, or a ref. */
  readonly commit: string;
  readonly options: readonly string[];
}

/** Pushes to where a route leads, unless llmch never pushes there. */
export const send = async (
  repo: Repository,
  route: Route,
  { branch, commit, options }: Sent,
  signal: AbortSignal,
): Promise<Result<null, string>> => {
  const { remote, obstacle } = route;
  if (obstacle !== null) return rejected(`${remote}: ${obstacle}`);
  const linked = linkedReflog(repo, [`refs/remotes/${remote}/${branch}`]);
  if (linked !== null) return rejected(`${remote}: ${linked}`);
  const what = `${commit}:refs/heads/${branch}`;
  const args = ["push", "--quiet", "--no-verify", "--receive-pack=git-receive-pack", ...options, "--", remote, what];
  const pushed = await repo.git.run(args, reaching(route, signal));
  return pushed.exitCode === 0 ? accepted(null) : rejected(`${remote}: ${reasonIn(pushed.stderr)}`);
};

/** How git reaches a remote. A forge's token must not go to a folder, or to what runs there. */
export const reaching = ({ folders }: Route, signal: AbortSignal) => ({
  ...{ limitMs: LIMIT_MS, signal, forPush: true },
  hidesTokens: folders.length > 0,
});

export interface Route {
  readonly remote: string;
  readonly addresses: readonly string[];
  /** Those that are folders on this machine. */
  readonly folders: readonly string[];
  readonly obstacle: string | null;
}

/** By the settings of the repo and the user alone; null if the repo has no remote. */
export const routeOf = async (repo: Repository, branch: string): Promise<Route | null> => {
  const remote = remoteOf(branch, await repo.configuration());
  if (remote === null) return null;
  // Git rewrites addresses by the user's settings; the repo's own rewrite none.
  const told = await repo.git.ask((people) => people.raw("remote", "get-url", "--push", "--all", remote));
  if (!told.ok)
    return { remote, addresses: [], folders: [], obstacle: `git does not tell its address (${told.issues[0]})` };
  const addresses = told.value.trimEnd().split("\n");
  const folders = addresses.flatMap((address) => localFolder(address, repo) ?? []);
  const inside = folders.find((folder) => [repo.root, repo.commonDir].some((place) => isInside(place, folder)));
  const advice = `move it out of the checkout, then \`git remote set-url ${shellWord(remote)} <path>\``;
  const obstacle =
    inside === undefined ? null : `${inside} is inside the repo, so anybody could have written its hooks: ${advice}`;
  return { remote, addresses, folders, obstacle };
};

/** The remote that `git push` would choose, by name; a bare address does not count. */
export const remoteOf = (branch: string, entries: readonly ConfigEntry[]): string | null => {
  const remotes = subsections(entries, "remote", ["url", "pushurl"]).filter((name) => !name.startsWith("-"));
  const asked = [`branch.${branch}.pushremote`, "remote.pushdefault", `branch.${branch}.remote`];
  const preferred = [...asked.map((name) => configValue(entries, name)), "origin"];
  return preferred.find((name) => name !== null && remotes.includes(name)) ?? remotes[0] ?? null;
};

/** What git and the server said, without git's hints, and without credentials in addresses. */
export const reasonIn = (stderr: string): string => {
  const lines = stderr.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("hint:"));
  return withoutAnyCredentials(lines.join(" ") || "git gave no reason");
};

/**
 * The remote whose default branch has this name, as the repo knows it (`refs/remotes/origin/HEAD`), or null: the remote that the
 * branch would be pushed to, or `origin`. Does not contact it.
 */
export const remoteWithDefault = async (
  { git, gitDir, commonDir, configuration }: Pick<Repository, "git" | "gitDir" | "commonDir" | "configuration">,
  branch: string,
): Promise<string | null> => {
  const pushed = remoteOf(branch, await configuration());
  for (const remote of new Set([pushed ?? ORIGIN, ORIGIN])) {
    const target = await symbolicTarget({ git, gitDir, commonDir }, `refs/remotes/${remote}/HEAD`);
    if (target === `refs/remotes/${remote}/${branch}`) return remote;
  }
  return null;
};

const ORIGIN = "origin";

/**
 * Sets what a branch tracks, as `git push -u` does, if that is not set yet; this is all that llmch writes to a repo's own
 * configuration (contract §6). Gives the reason if it could not, in words, or null.
 */
const setUpstream = async (repo: Repository, branch: string, remote: string): Promise<string | null> => {
  const entries = await repo.configuration();
  const [follows, of] = ["merge", "remote"].map((key) => configValue(entries, `branch.${branch}.${key}`));
  if (follows !== null || (of !== null && of !== remote)) return null;
  const file = join(repo.commonDir, "config");
  // Git would write through a link to its target.
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return `${file} is not a regular file`;
  const write = ["config", "--file", file];
  const written = await repo.git.runAll(
    [
      [...write, `branch.${branch}.remote`, remote],
      [...write, `branch.${branch}.merge`, `refs/heads/${branch}`],
    ],
    { limitMs: CONFIG_LIMIT_MS },
  );
  return written.exitCode === 0 ? null : written.stderr.trim() || "git gave no reason";
};
