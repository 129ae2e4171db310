import type { Git, GitResult } from "./git.ts";
import type { Repository } from "./repository.ts";

/** Reads objects by their names in one call. */
const ask = (git: Git, form: string, names: readonly string[]): Promise<GitResult> =>
  git.run(["cat-file", "--buffer", form], { input: names.map((name) => `${name}\n`).join("") });

/** The sizes of blobs, in the order of their names; null if it is not a blob, or is missing. */
export const blobSizes = async (git: Git, names: readonly string[]): Promise<readonly (number | null)[]> => {
  const { stdout } = await ask(git, "--batch-check=%(objecttype) %(objectsize)", names);
  const answers = stdout.toString().split("\n");
  return names.map((_, index) => {
    const size = /^blob (\d+)$/.exec(answers[index] ?? "")?.[1];
    return size === undefined ? null : Number(size);
  });
};

/** The bytes of blobs, in the order of their names; null if it is not a blob, or is missing. */
export const readBlobs = async (git: Git, names: readonly string[]): Promise<Iterable<Buffer | null>> => {
  const { stdout } = await ask(git, "--batch", names);
  return blobsIn(stdout, names.length);
};

/** Each answer is `<id> <type> <size>`, a newline, the bytes, a newline; or one line that says what is wrong. */
function* blobsIn(batch: Buffer, count: number): Generator<Buffer | null> {
  let start = 0;
  for (let index = 0; index < count; index++) {
    const line = batch.indexOf("\n", start);
    const header = batch.toString("latin1", start, Math.max(start, line));
    const [, type, size] = /^[0-9a-f]{40,64} (\w+) (\d+)$/.exec(header) ?? [];
    start = line === -1 ? batch.length : line + 1;
    const end = start + Number(size ?? 0);
    yield type === "blob" && end <= batch.length ? batch.subarray(start, end) : null;
    if (size !== undefined) start = end + 1;
  }
}

/** True if the user's git shows something else in place of an object (`git replace`). llmch's own calls never do. */
export const replacesObjects = async ({ git }: Pick<Repository, "git">): Promise<boolean> => {
  const listed = await git.read("for-each-ref", "--count=1", "refs/replace/");
  return listed.ok && listed.value !== "";
};

/** True if git may fetch objects of the repo on demand, so that some may not be there. llmch fetches nothing. */
export const isPartialClone = async (repo: Pick<Repository, "configuration">): Promise<boolean> =>
  (await repo.configuration()).some(({ name }) => /^remote\..*\.promisor$/s.test(name));

/** The ids of a commit's trees and files that a partial clone lacks; empty for any other repo, which is not looked through. */
export const missingObjects = async (
  repo: Pick<Repository, "configuration" | "git">,
  commit: string,
): Promise<readonly string[]> => {
  if (!(await isPartialClone(repo))) return [];
  const listed = await repo.git.run(["rev-list", "--objects", "--no-walk", "--missing=print", commit]);
  if (listed.exitCode !== 0) throw new Error(`the objects of ${commit} cannot be listed: ${listed.stderr}`);
  return [...listed.stdout.toString().matchAll(/^\?([0-9a-f]+)/gm)].map(([, id = ""]) => id);
};

/** The bytes of blobs by their ids; null for one that is larger than the bound, not a blob, or missing. Two git calls. */
export const readBlobBytes = async (
  git: Git,
  ids: readonly string[],
  { maxBytes }: { readonly maxBytes: number },
): Promise<ReadonlyMap<string, Buffer | null>> => {
  const bytes = new Map<string, Buffer | null>(ids.map((id) => [id, null]));
  if (bytes.size === 0) return bytes;
  const sizes = await blobSizes(git, [...bytes.keys()]);
  const wanted = [...bytes.keys()].filter((_, index) => (sizes[index] ?? Number.POSITIVE_INFINITY) <= maxBytes);
  let index = 0;
  for (const content of wanted.length === 0 ? [] : await readBlobs(git, wanted)) {
    const id = wanted[index++];
    if (id !== undefined) bytes.set(id, content);
  }
  return bytes;
};
