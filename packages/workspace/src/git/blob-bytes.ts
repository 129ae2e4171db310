import type { Git } from "./git.ts";
import { blobSizes, readBlobs } from "./objects.ts";

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
