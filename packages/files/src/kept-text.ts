import { readFileSync, readlinkSync } from "node:fs";
import { readRegularFile } from "./regular-file.ts";

/** More than git keeps in one of its state files: the index of a million files takes half of it. */
const MAX_KEPT_BYTES = 256 * 1024 * 1024;

/** A file that git or llmch keeps; null if it is missing, unreadable, too large or not a regular file. */
export const keptBytes = (path: string, links: "none" | "any" = "any"): Buffer | null => {
  try {
    return readRegularFile(path, { maxBytes: MAX_KEPT_BYTES, links });
  } catch {
    return null;
  }
};

/** The same as text. */
export const keptText = (path: string, links: "none" | "any" = "any"): string | null =>
  keptBytes(path, links)?.toString() ?? null;

/** A file in `/proc` or another place that only the kernel or the system writes to; empty if it cannot be read. */
export const systemText = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};

/** The target of a link there; empty if it cannot be read. */
export const systemLink = (path: string): string => {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
};
