import type { Git, GitResult } from "./git.ts";

const LIMIT_MS = 600_000;

export interface ObjectRead {
  readonly limitMs?: number;
}

/** Reads objects by their names in one call. */
const ask = (
  git: Git,
  form: string,
  names: readonly string[],
  { limitMs = LIMIT_MS }: ObjectRead = {},
): Promise<GitResult> => {
  const input = names.map((name) => `${name}\n`).join("");
  return git.run(["cat-file", "--buffer", form], { input, limitMs });
};

/** The sizes of blobs, in the order of their names; null if it is not a blob, or is missing. */
export const blobSizes = async (
  git: Git,
  names: readonly string[],
  options?: ObjectRead,
): Promise<readonly (number | null)[]> => {
  const { stdout } = await ask(git, "--batch-check=%(objecttype) %(objectsize)", names, options);
  const answers = stdout.toString().split("\n");
  return names.map((_, index) => {
    const size = /^blob (\d+)$/.exec(answers[index] ?? "")?.[1];
    return size === undefined ? null : Number(size);
  });
};

/** An object as it was committed. */
export interface GitObject {
  readonly id: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** Objects, in the order of their names; null for a missing one. */
export const readObjects = async (
  git: Git,
  names: readonly string[],
  options?: ObjectRead,
): Promise<Iterable<GitObject | null>> => {
  const { stdout } = await ask(git, "--batch", names, options);
  return objectsIn(stdout, names.length);
};

/** The bytes of blobs, in the order of their names; null if it is not a blob, or is missing. */
export const readBlobs = async (
  git: Git,
  names: readonly string[],
  options?: ObjectRead,
): Promise<Iterable<Buffer | null>> => blobsOf(await readObjects(git, names, options));

function* blobsOf(objects: Iterable<GitObject | null>): Generator<Buffer | null> {
  for (const object of objects) yield object?.type === "blob" ? object.bytes : null;
}

/** Each answer is `<id> <type> <size>`, a newline, the bytes, a newline; or one line that says what is wrong. */
function* objectsIn(batch: Buffer, count: number): Generator<GitObject | null> {
  let start = 0;
  for (let index = 0; index < count; index++) {
    const line = batch.indexOf("\n", start);
    const header = batch.toString("latin1", start, Math.max(start, line));
    const [, id = "", type = "", size] = /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(header) ?? [];
    start = line === -1 ? batch.length : line + 1;
    const end = start + Number(size ?? 0);
    yield size !== undefined && end <= batch.length ? { id, type, bytes: batch.subarray(start, end) } : null;
    if (size !== undefined) start = end + 1;
  }
}
