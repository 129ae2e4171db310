import type { Git } from "./git.ts";
import { readBlobs } from "./objects.ts";

/**
 * What lies between two trees, for a person who decides about it: all of it, whatever attributes or settings say of how files are shown.
 * What is no text is named, with its sizes and ids.
 */
export const wholeDiff = async (git: Git, from: string, to: string): Promise<string> => {
  const ends = ["--end-of-options", from, to, "--"];
  const listed = await git.read("diff-tree", "-r", "-z", "--raw", "--no-abbrev", ...PLAIN, ...ends);
  if (!listed.ok) return listed.issues[0];
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
  return [...binaries.map(({ line }) => `${line}\n`), patch.ok ? patch.value : patch.issues[0]].join("");
};

const PLAIN = [
  ...["--no-color", "--no-ext-diff", "--no-textconv", "--no-renames", "--ignore-submodules=none", "--submodule=short"],
  ...["--unified=3", "--inter-hunk-context=0", "--src-prefix=a/", "--dst-prefix=b/", "-O/dev/null"],
];
