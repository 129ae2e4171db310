import type { FileState, Files } from "@llmch/agent";
import { byCodePoint } from "@llmch/text";
import { type Repository, readBlobBytes, stateOfBytes } from "@llmch/workspace";

/** A larger file is not read. */
const MOST_BYTES = 4 * 1024 * 1024;
/** How many files are read together: a search reads them all, one after the other. */
const TOGETHER = 256;
/** How many batches are cached. */
const MOST_BATCHES = 64;

type Batch = Promise<ReadonlyMap<string, FileState>>;

/** The files of a commit, read from git's objects and not from the user's checkout. */
export const commitFiles = async (repo: Pick<Repository, "git" | "blobs">, commit: string): Promise<Files> => {
  const blobs = await repo.blobs(commit);
  const paths = [...blobs.keys()].sort(byCodePoint);
  const places = new Map(paths.map((path, index) => [path, index]));
  const batches = new Map<number, Batch>();
  const read = async (number: number): Batch => {
    const part = paths.slice(number * TOGETHER, (number + 1) * TOGETHER);
    const ids = part.flatMap((path) => blobs.get(path) ?? []);
    const bytes = await readBlobBytes(repo.git, [...new Set(ids)], { maxBytes: MOST_BYTES });
    return new Map(part.map((path) => [path, stateOf(bytes.get(blobs.get(path) ?? "") ?? null)]));
  };
  const batchOf = (number: number): Batch => {
    const known = batches.get(number) ?? read(number);
    // Reinsert at the end, to evict the least recently used.
    batches.delete(number);
    batches.set(number, known);
    for (const oldest of batches.keys()) {
      if (batches.size <= MOST_BATCHES) break;
      batches.delete(oldest);
    }
    return known;
  };
  return {
    trackedFiles: async () => paths,
    inspect: async (path) => {
      const place = places.get(path);
      if (place === undefined) return { kind: "missing" };
      return (await batchOf(Math.floor(place / TOGETHER))).get(path) ?? { kind: "missing" };
    },
  };
};

const stateOf = (bytes: Buffer | null): FileState =>
  bytes === null ? { kind: "blocked", why: "it is too large to be read" } : stateOfBytes(bytes, { executable: false });
