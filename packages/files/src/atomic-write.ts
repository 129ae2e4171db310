import { open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { JsonValue } from "@llmch/contract";
import { temporaryName } from "./write-fully.ts";

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
  try {
    const file = await open(temporary, "wx", mode);
    try {
      await file.chmod((await modeOf(path)) ?? mode);
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (fault) {
    await rm(temporary, { force: true });
    throw fault;
  }
};

const modeOf = async (path: string): Promise<number | null> => {
  try {
    const standing = await stat(path);
    return standing.isFile() ? standing.mode & 0o777 : null;
  } catch {
    return null;
  }
};

/** The same for a JSON document: two spaces, keys in their given order, a newline at the end. */
export const writeJsonAtomic = (path: string, value: JsonValue): Promise<void> =>
  writeFileAtomic(path, jsonText(value));

export const jsonText = (value: JsonValue): string => `${JSON.stringify(value, null, 2)}\n`;
