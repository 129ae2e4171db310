import { decodeUtf8 } from "@llmch/files";
import { resolveProgram } from "@llmch/process";
import { createGit } from "./git.ts";
import { neutralSettings } from "./neutral-settings.ts";

/** A file at a commit, by its full id. */
export interface FileAtCommit {
  readonly commit: string;
  readonly path: string;
}

/** Nothing is fetched for it, where the repo has only a part of its objects. */
const OFFLINE = { GIT_NO_LAZY_FETCH: "1", GIT_ALLOW_PROTOCOL: "none" };
const LIMIT_MS = 10_000;

/**
 * The texts of files as commits have them, asked of git in one call. What the repo does not have, has not any more, or is no
 * UTF-8 text, is missing from the map, whose keys are `<commit>:<path>`; so is everything where there is no repo.
 */
export const textsAtCommits = async (
  directory: string,
  files: readonly FileAtCommit[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<ReadonlyMap<string, string>> => {
  const program = resolveProgram("git", { path: env.PATH ?? "", cwd: directory });
  const names = files
    .filter(({ commit, path }) => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(commit) && !/[\n\0]/.test(path))
    .map(({ commit, path }) => `${commit}:${path}`);
  if (program === null || names.length === 0) return new Map();
  const git = createGit({ program, directory, env, settings: () => neutralSettings([]) });
  const batch = ["--no-replace-objects", "cat-file", "--batch"];
  const input = names.map((name) => `${name}\n`).join("");
  const { stdout } = await git.run(batch, { input, environment: OFFLINE, limitMs: LIMIT_MS });
  return readBatch(stdout, names);
};

/** Each answer is `<id> <type> <size>`, a newline, the bytes, a newline; or one line that says what is wrong. */
const readBatch = (batch: Buffer, names: readonly string[]): ReadonlyMap<string, string> => {
  const texts = new Map<string, string>();
  let start = 0;
  for (const name of names) {
    const line = batch.indexOf("\n", start);
    if (line === -1) break;
    const [, type, size] = /^[0-9a-f]{40,64} (\w+) (\d+)$/.exec(batch.subarray(start, line).toString()) ?? [];
    start = line + 1;
    if (size === undefined) continue;
    const end = start + Number(size);
    const text = type === "blob" ? decodeUtf8(batch.subarray(start, end)) : null;
    if (text !== null) texts.set(name, text);
    start = end + 1;
  }
  return texts;
};
