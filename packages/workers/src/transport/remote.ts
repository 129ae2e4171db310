import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeDirectory } from "@llmch/files";
import { accepted, type Environment, type Result, rejected, sha256Hex } from "@llmch/text";
import { createGit, type Git, gitProgram, withoutAnyCredentials } from "@llmch/workspace";

/** Where runs' folders are in their repo's own remote, and in every mirror. */
export const RUN_REFS = "refs/llmch/runs";

/** A repo that is known by its address, as this machine has it. */
export interface Remote {
  readonly url: string;
  /** Where it has a run's folder. */
  readonly refOf: (runId: string) => string;
  /** What is kept of it: the cache's folder of this address. */
  readonly folder: string;
  /** A bare repo with its branches below `refs/remotes/origin`. Its own branches are what runs here have pushed, and nobody has published. */
  readonly mirror: Git;
  readonly mirrorPath: string;
}

/** The name of an address's folder in the cache. */
export const folderName = (url: string): string => sha256Hex(url).slice(0, 16);

/** True for a path: a repo of this machine, or of a disk that machines share. */
export const isLocal = (url: string): boolean => url.startsWith("/") || url.startsWith("file://");

/** True for an address that says where a repo is, and is no name of a folder here. */
export const isRemote = (text: string): boolean => /^[\w+.-]+:\/\/|^[\w.-]+@[\w.-]+:/.test(text);

/** The same, or a path. */
export const isAddress = (text: string): boolean => isLocal(text) || isRemote(text);

const NEUTRAL = [
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  ["core.hooksPath", "/dev/null"],
  ["core.fsync", "none"],
  ["fetch.writeCommitGraph", "false"],
] as const;

/** Git in a folder of the cache; null if there is no git. */
export const gitIn = (directory: string, env: Environment, gitDir?: string): Git | null => {
  const program = gitProgram(env, []);
  const place = gitDir === undefined ? {} : { gitDir };
  return program === null
    ? null
    : createGit({
        program,
        directory,
        ...place,
        env,
        notFrom: [],
        view: () => ({ settings: NEUTRAL, commonDir: null }),
      });
};

const NO_GIT = "git is not on the PATH";

/**
 * Opens what the cache keeps of an address, and makes it if there is nothing yet.
 * @param runRefs where the team's remotes have runs' folders
 */
export const openRemote = async (
  url: string,
  { cache, env, runRefs }: { readonly cache: string; readonly env: Environment; readonly runRefs: string },
): Promise<Result<Remote, string>> => {
  const folder = join(cache, folderName(url));
  const mirrorPath = join(folder, "mirror.git");
  makeDirectory(folder, 0o700);
  const [maker, mirror] = [gitIn(folder, env), gitIn(mirrorPath, env, mirrorPath)];
  if (maker === null || mirror === null) return rejected(NO_GIT);
  if (!existsSync(join(mirrorPath, "HEAD"))) {
    const made = await maker.run(["init", "--quiet", "--bare", "mirror.git"]);
    if (made.exitCode !== 0) return rejected(made.stderr.trim());
  }
  return accepted({ url, folder, mirror, mirrorPath, refOf: (runId) => `${runRefs}/${runId}` });
};

/** Git holds a lock for moments. */
const LOCKED_MS = 10_000;

/** Removes what a git that was killed left in a mirror, with its machine: it would stay in the way of every job here, for good. */
const removeOldLocks = (mirrorPath: string): void => {
  try {
    const inRefs = readdirSync(join(mirrorPath, "refs"), { recursive: true, encoding: "utf8" });
    const names = [...readdirSync(mirrorPath), ...inRefs.map((name) => join("refs", name))];
    for (const path of names.filter((name) => name.endsWith(".lock")).map((name) => join(mirrorPath, name))) {
      const { mtimeMs = Number.POSITIVE_INFINITY } = statSync(path, { throwIfNoEntry: false }) ?? {};
      if (Date.now() - mtimeMs > LOCKED_MS) rmSync(path, { force: true });
    }
  } catch {
    // Git removes folders meanwhile: the next fetch looks again.
  }
};

const TRIES = 3;
const PROGRESS = /^\s*(?:remote: )?(?:Enumerating|Counting|Compressing|Receiving|Total|Resolving|Unpacking)\b/;

/** Fetches branches and refs of a remote, with the user's own means of access; its issue is what git said. */
export const fetchFrom = async (
  { url, mirror, mirrorPath }: Remote,
  refs: readonly string[],
  { signal, progress }: { readonly signal?: AbortSignal; readonly progress?: (line: string) => void } = {},
): Promise<Result<true, string>> => {
  for (let left = TRIES; ; left--) {
    removeOldLocks(mirrorPath);
    const fetched = await mirror.ask(
      (people) =>
        people.raw("fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--force", "--progress", url, ...refs),
      signal,
      { progress: ({ stage, progress: percent }) => progress?.(`${stage} ${percent}%`) },
    );
    if (fetched.ok) return accepted(true);
    const lines = withoutAnyCredentials(fetched.issues[0]).split(/[\r\n]+/);
    const said = lines.filter((line) => !PROGRESS.test(line)).join("\n");
    // Another slot fetches at the same time: what it has brought is there.
    if (left === 0 || !said.includes("cannot lock ref")) return rejected(said);
  }
};

/** Every branch, below `refs/remotes/origin`. */
export const BRANCHES = "+refs/heads/*:refs/remotes/origin/*";

/** What to fetch for runs' folders, to where every mirror has them. */
export const refspecsOf = ({ refOf }: Remote, runs: readonly string[]): readonly string[] =>
  runs.map((run) => `+${refOf(run)}:${RUN_REFS}/${run}`);

/** What a remote has at some refs, and where its symbolic ones lead, as `NAME ->`. */
export const refsOf = async (
  { url, mirror }: Remote,
  ...names: readonly string[]
): Promise<Result<ReadonlyMap<string, string>, string>> => {
  const listed = await mirror.run(["ls-remote", "--symref", url, ...names], { forPush: true, limitMs: LIMIT_MS });
  if (listed.exitCode !== 0) return rejected(withoutAnyCredentials(listed.stderr.trim() || "it gives no answer"));
  const lines = listed.stdout.toString().split("\n");
  return accepted(
    new Map(
      lines.flatMap((line): [string, string][] => {
        const [value = "", name = ""] = line.split("\t");
        return name === "" ? [] : value.startsWith("ref: ") ? [[`${name} ->`, value.slice(5)]] : [[name, value]];
      }),
    ),
  );
};

const LIMIT_MS = 60_000;

/** Who can read a remote: `nobody knows` if it gives no answer. */
export const readersOf = async (url: string, env: Environment): Promise<"anybody" | "some" | "nobody knows"> => {
  if (isLocal(url) || !/^(?:https?|git):/.test(url)) return "some";
  const bare = new URL(url);
  bare.username = "";
  bare.password = "";
  // No helper, no key, no file of the user's.
  const { PATH, HTTPS_PROXY, HTTP_PROXY, NO_PROXY, https_proxy, http_proxy, no_proxy, SSL_CERT_FILE } = env;
  const way = { PATH, HTTPS_PROXY, HTTP_PROXY, NO_PROXY, https_proxy, http_proxy, no_proxy, SSL_CERT_FILE };
  const git = gitIn("/", { ...way, HOME: "/dev/null", GIT_CONFIG_GLOBAL: "/dev/null", GIT_ASKPASS: "true" });
  const said = await git?.run(["ls-remote", bare.href, "HEAD"], { forPush: true, limitMs: LIMIT_MS });
  if (said?.exitCode === 0) return "anybody";
  return /\b40[134]\b|auth|denied|not found|could not read|access|not exported/i.test(said?.stderr ?? "")
    ? "some"
    : "nobody knows";
};

/** Makes a repo in a folder that takes its objects from the mirror. */
export const makeBeside = async (
  { folder, mirrorPath }: Remote,
  path: string,
  env: Environment,
): Promise<Result<Git, string>> => {
  makeDirectory(path);
  const git = gitIn(path, env, join(path, ".git"));
  const maker = gitIn(folder, env);
  if (git === null || maker === null) return rejected(NO_GIT);
  if (!existsSync(join(path, ".git/HEAD"))) {
    const made = await maker.run(["init", "--quiet", path]);
    if (made.exitCode !== 0) return rejected(made.stderr.trim());
    writeFileSync(join(path, ".git/objects/info/alternates"), `${join(mirrorPath, "objects")}\n`);
  }
  return accepted(git);
};
