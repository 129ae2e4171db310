import type { SealedTree } from "@llmch/contract";
import { accepted, type Result } from "@llmch/text";
import type { Git } from "./git.ts";
import { readBlobs } from "./objects.ts";
import type { Repository } from "./repository.ts";

/**
 * What work that waits would change on the commit that it would land on: the branch's tip by now, or the commit that it was made on if
 * there is no branch yet. Of a tip that has moved, only the files count that the work changes.
 */
export const landingDiff = async (
  { git, branchTip }: Pick<Repository, "git" | "branchTip">,
  { base, tree }: Pick<SealedTree, "base" | "tree">,
  branch: string | null,
): Promise<Result<{ readonly from: string; readonly patch: string }, string>> => {
  const from = (branch === null ? null : await branchTip(branch)) ?? base;
  const named = await git.read("diff-tree", "-r", "-z", "--name-only", "--no-renames", "--end-of-options", base, tree);
  if (!named.ok) return named;
  const paths = from === base ? [] : named.value.split("\0").slice(0, -1);
  const patch = await wholeDiff(git, from, tree, paths);
  return patch.ok ? accepted({ from, patch: patch.value }) : patch;
};

/**
 * What lies between two trees, for a person who decides about it: all of it, whatever attributes or settings say of how files are shown.
 * What is no text is named, with its sizes and ids.
 * @param only paths; all if there are none
 */
export const wholeDiff = async (
  git: Git,
  from: string,
  to: string,
  only: readonly string[] = [],
): Promise<Result<string, string>> => {
  const ends = ["--end-of-options", from, to, "--", ...only.map((path) => `:(top,literal)${path}`)];
  const listed = await git.read("diff-tree", "-r", "-z", "--raw", "--no-abbrev", ...PLAIN, ...ends);
  if (!listed.ok) return listed;
  const entries = [...listed.value.matchAll(/:(\d+) (\d+) (\w+) (\w+) \w+\0([^\0]+)\0/g)].map(
    ([, modeBefore = "", modeAfter = "", before = "", after = "", path = ""]) => ({
      ...{ path, before, after, modes: modeBefore === modeAfter ? modeAfter : `${modeBefore} to ${modeAfter}` },
    }),
  );
  const blobs = [
    ...(await readBlobs(
      git,
      entries.flatMap(({ before, after }) => [before, after]),
    )),
  ];
  const binaries = entries.flatMap(({ path, before, after, modes }, at) => {
    const [old, now] = [blobs[2 * at] ?? null, blobs[2 * at + 1] ?? null];
    if (old?.includes(0) !== true && now?.includes(0) !== true) return [];
    const side = (id: string, bytes: Buffer | null) => (bytes === null ? "nothing" : `${bytes.length} bytes (${id})`);
    return [
      { path, line: `binary ${JSON.stringify(path)}, mode ${modes}: ${side(before, old)} to ${side(after, now)}` },
    ];
  });
  const others = binaries.map(({ path }) => `:(top,exclude,literal)${path}`);
  const patch = await git.read("diff-tree", "-r", "-p", "--text", "--full-index", ...PLAIN, ...ends, ...others);
  return patch.ok ? accepted([...binaries.map(({ line }) => `${line}\n`), patch.value].join("")) : patch;
};

const PLAIN = [
  ...["--no-color", "--no-ext-diff", "--no-textconv", "--no-renames", "--ignore-submodules=none", "--submodule=short"],
  ...["--unified=3", "--inter-hunk-context=0", "--src-prefix=a/", "--dst-prefix=b/", "-O/dev/null"],
];
