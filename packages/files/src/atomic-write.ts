import { closeSync, fsync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { type JsonValue, utf8Bytes } from "@llmch/contract";
import { openNewFile, temporaryName } from "./write-fully.ts";

/**
 * Replaces a file whole: a new file beside it, all bytes, fsync, rename (contract §7). A reader sees the old text or the new
 * one, even after kill -9. `mode` is for a new file (0644); an existing one keeps its own. `temporary` names the new file until
 * it takes its place. Throws the machine's fault and leaves nothing half done.
 */
export const writeFileAtomic = async (
  path: string,
  content: string | Uint8Array,
  { mode = 0o644, temporary: name = temporaryName() }: { readonly mode?: number; readonly temporary?: string } = {},
): Promise<void> => {
  const temporary = join(dirname(path), name);
  const bytes = typeof content === "string" ? utf8Bytes(content) : content;
  try {
    const descriptor = openNewFile(temporary, bytes, modeOf(path) ?? mode);
    try {
      // The disk alone is waited for: the other calls take less time than a thread to make them in.
      await synced(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, path);
  } catch (fault) {
    rmSync(temporary, { force: true });
    throw fault;
  }
};

const synced = promisify(fsync);

const modeOf = (path: string): number | null => {
  const standing = statSync(path, { throwIfNoEntry: false });
  return standing?.isFile() === true ? standing.mode & 0o777 : null;
};

/** The same for a JSON document: two spaces, keys in their given order, a newline at the end. */
export const writeJsonAtomic = (path: string, value: JsonValue): Promise<void> =>
  writeFileAtomic(path, jsonText(value));

export const jsonText = (value: JsonValue): string => `${JSON.stringify(value, null, 2)}\n`;
