import { renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { JsonValue } from "@llmch/contract";
import { temporaryName, writeNewFile } from "./write-fully.ts";

/**
 * Replaces a file whole: a new file beside it, all bytes, fsync, rename (contract §7). Whoever reads sees the old text
 * or the new one, also after kill -9. `mode` is for a new file (0644); an existing one keeps its own. Throws the
 * machine's fault and leaves nothing half done.
 *
 * Synchronous inside: a small file takes half the time so, and the run waits for it anyway.
 */
export const writeFileAtomic = async (
  path: string,
  content: string | Uint8Array,
  { mode = 0o644 }: { readonly mode?: number } = {},
): Promise<void> => {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const standing = statSync(path, { throwIfNoEntry: false });
  const temporary = join(dirname(path), temporaryName());
  try {
    writeNewFile(temporary, bytes, standing?.isFile() ? standing.mode & 0o777 : mode);
    renameSync(temporary, path);
  } catch (fault) {
    rmSync(temporary, { force: true });
    throw fault;
  }
};

/** The same for a JSON document: two spaces, keys as they come, a newline at the end. */
export const writeJsonAtomic = (path: string, value: JsonValue): Promise<void> =>
  writeFileAtomic(path, jsonText(value));

export const jsonText = (value: JsonValue): string => `${JSON.stringify(value, null, 2)}\n`;
