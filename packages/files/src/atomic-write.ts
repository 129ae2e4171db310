import { closeSync, fsync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { type JsonValue, utf8Bytes } from "@llmch/text";
import { openNewFile, temporaryName } from "./write-fully.ts";

/**
 * Replaces a whole file: a new file next to it, all bytes, fsync if it is durable, rename (contract §7). A reader sees the old text or the
 * new one, even after kill -9. `mode` is for a new file (0644); an existing one keeps its mode. `temporary` is the new file's name until it
 * replaces the old one. Throws the machine's fault and leaves nothing half done.
 */
export const writeFileAtomic = async (
  path: string,
  content: string | Uint8Array,
  { mode = 0o644, temporary: name = temporaryName(), isDurable = true }: AtomicWrite = {},
): Promise<void> => {
  const temporary = join(dirname(path), name);
  const bytes = typeof content === "string" ? utf8Bytes(content) : content;
  try {
    const descriptor = openNewFile(temporary, bytes, modeOf(path) ?? mode);
    try {
      // Only the fsync is asynchronous: the other calls take less time than handing them to a thread.
      if (isDurable) await synced(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, path);
  } catch (fault) {
    rmSync(temporary, { force: true });
    throw fault;
  }
};

type AtomicWrite = { readonly mode?: number; readonly temporary?: string; readonly isDurable?: boolean };

const synced = promisify(fsync);

const modeOf = (path: string): number | null => {
  const standing = statSync(path, { throwIfNoEntry: false });
  return standing?.isFile() === true ? standing.mode & 0o777 : null;
};

/** The text of a JSON document: two spaces, keys in their given order, a newline at the end. */
export const jsonText = (value: JsonValue): string => `${JSON.stringify(value, null, 2)}\n`;
