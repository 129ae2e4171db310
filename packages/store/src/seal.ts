import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { MARK_FILE, SEAL_FILE, type SealedFile, sealOf, sealText } from "@llmch/contract";
import { faultInWords, openRegularFile, temporaryName, writeNewFile } from "@llmch/files";
import { accepted, type Result, rejected } from "@llmch/text";
import { QUEUE_FILE } from "./queue-record.ts";
import { RESERVE_FILE } from "./reserve.ts";

/** The contents of a run's directory, without its seal and what may come after it: decisions, and the notes of a queue. */
export interface RunFiles {
  readonly files: readonly SealedFile[];
  /** What cannot be sealed: links, devices, files that cannot be read. */
  readonly others: readonly { readonly path: string; readonly why: string }[];
}

/**
 * Hashes every file of a run's directory in one pass. Does not follow links, and reports what cannot be read.
 * @param sizes the expected sizes: a file of another size has another hash, and is not read
 */
export const hashRunFiles = async (directory: string, sizes?: ReadonlyMap<string, number>): Promise<RunFiles> => {
  const files: SealedFile[] = [];
  const others: { path: string; why: string }[] = [];
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  for (const { path, obstacle } of entriesOfRun(directory)) {
    if (obstacle === null && (path === QUEUE_FILE || DECISION_FILE.test(path))) continue;
    try {
      if (obstacle === null)
        files.push({
          path,
          ...(await hashFile(join(directory, path), buffer, sizes === undefined ? null : (sizes.get(path) ?? -1))),
        });
      else others.push({ path, why: obstacle });
    } catch (fault) {
      others.push({ path, why: faultInWords(fault) });
    }
  }
  return { files, others };
};

/** What comes after a seal, or says that there is none yet. */
const BESIDE: ReadonlySet<string> = new Set([SEAL_FILE, RESERVE_FILE, MARK_FILE]);

/** A decision bears its own mark. */
const DECISION_FILE = /^decisions\/[0-9a-f]{64}\.json$/;

/** The paths of a run's files, relative to its directory, without its seal. */
export const listRunFiles = (directory: string): readonly string[] =>
  entriesOfRun(directory).flatMap(({ path, obstacle }) => (obstacle === null ? [path] : []));

/** `obstacle` is why an entry cannot be sealed, or null. */
export type RunEntry = { readonly path: string; readonly obstacle: string | null };

/** The entries of a run's directory at any depth, without its seal. Does not follow links. */
export const entriesOfRun = (directory: string, prefix = ""): readonly RunEntry[] => {
  try {
    return readdirSync(join(directory, prefix), { withFileTypes: true }).flatMap((entry): readonly RunEntry[] => {
      const path = `${prefix}${entry.name}`;
      if (BESIDE.has(path)) return [];
      if (entry.isDirectory()) return entriesOfRun(directory, `${path}/`);
      return [{ path, obstacle: entry.isFile() ? null : NO_FILE }];
    });
  } catch (fault) {
    return [{ path: prefix, obstacle: faultInWords(fault) }];
  }
};

/** An entry of a run's directory that is neither a regular file nor a folder, by its name; null if there is none. */
export const strangeEntry = (directory: string): string | null => {
  const strange = entriesOfRun(directory).find(({ obstacle }) => obstacle !== null);
  if (strange !== undefined) return strange.path;
  const isStrange = (name: string) => lstatSync(join(directory, name), { throwIfNoEntry: false })?.isFile() === false;
  return [...BESIDE].find(isStrange) ?? null;
};

const NO_FILE = "it is no regular file";

/** More than a command prints within its time limit; a larger file takes minutes to read. */
const MAX_SEALED_BYTES = 16 * 1024 ** 3;

/** Large enough to read most files at once. */
const CHUNK_BYTES = 256 * 1024;

const hashFile = async (
  path: string,
  buffer: Buffer,
  wanted: number | null,
): Promise<{ bytes: number; sha256: string }> => {
  const { descriptor, stats, close } = openRegularFile(path, "none");
  try {
    if (wanted !== null && stats.size !== wanted) return { bytes: stats.size, sha256: "" };
    if (stats.size > MAX_SEALED_BYTES) throw new Error("it is larger than any file of ours");
    const hash = createHash("sha256");
    let bytes = 0;
    for (;;) {
      const read = readSync(descriptor, buffer);
      if (read === 0) return { bytes, sha256: hash.digest("hex") };
      hash.update(buffer.subarray(0, read));
      bytes += read;
      // A command's output may be long, and a signal must not wait for all of it.
      if (read === buffer.length) await setImmediate();
    }
  } finally {
    close();
  }
};

/** Writes `seal.json` over everything in a run's directory. Gives its head, or why there is none. */
export const sealRun = async (directory: string, isDurable = true): Promise<Result<string, string>> => {
  try {
    const { files, others } = await hashRunFiles(directory);
    const [other] = others;
    if (other !== undefined) return rejected(`${other.path}: ${other.why}`);
    const seal = sealOf(files);
    replaceSeal(directory, sealText(seal), isDurable);
    return accepted(seal.head);
  } catch (fault) {
    return rejected(faultInWords(fault));
  }
};

const replaceSeal = (directory: string, text: string, isDurable: boolean): void => {
  const temporary = join(directory, temporaryName());
  try {
    writeNewFile(temporary, Buffer.from(text), 0o644, isDurable);
    renameSync(temporary, join(directory, SEAL_FILE));
  } finally {
    rmSync(temporary, { force: true });
  }
};
