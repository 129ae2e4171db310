import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { accepted, type Result, rejected, SEAL_FILE, type SealedFile, sealOf, sealText } from "@llmch/contract";
import { faultInWords, temporaryName, writeNewFile } from "@llmch/files";
import { RESERVE_FILE } from "./reserve.ts";

/** The contents of a run's directory, without its seal. */
export interface RunFiles {
  readonly files: readonly SealedFile[];
  /** What cannot be sealed: links, devices, files that cannot be read. */
  readonly others: readonly { readonly path: string; readonly why: string }[];
}

/** Hashes every file of a run's directory in one pass. Does not follow links, and reports what cannot be read. */
export const hashRunFiles = async (directory: string): Promise<RunFiles> => {
  const files: SealedFile[] = [];
  const others: { path: string; why: string }[] = [];
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  for (const { path, obstacle } of entriesOfRun(directory)) {
    try {
      if (obstacle === null) files.push({ path, ...(await hashFile(join(directory, path), buffer)) });
      else others.push({ path, why: obstacle });
    } catch (fault) {
      others.push({ path, why: faultInWords(fault) });
    }
  }
  return { files, others };
};

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
      if (path === SEAL_FILE || path === RESERVE_FILE) return [];
      if (entry.isDirectory()) return entriesOfRun(directory, `${path}/`);
      return [{ path, obstacle: entry.isFile() ? null : NO_FILE }];
    });
  } catch (fault) {
    return [{ path: prefix, obstacle: faultInWords(fault) }];
  }
};

const NO_FILE = "it is no regular file";

/** Large enough to read most files at once. */
const CHUNK_BYTES = 256 * 1024;

const hashFile = async (path: string, buffer: Buffer): Promise<{ bytes: number; sha256: string }> => {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (!fstatSync(descriptor).isFile()) throw new Error(NO_FILE);
    const hash = createHash("sha256");
    let bytes = 0;
    for (;;) {
      const read = readSync(descriptor, buffer);
      if (read === 0) return { bytes, sha256: hash.digest("hex") };
      hash.update(buffer.subarray(0, read));
      bytes += read;
      // The output of commands may be long, and a signal must not wait for all of it.
      if (read === buffer.length) await setImmediate();
    }
  } finally {
    closeSync(descriptor);
  }
};

/** Writes `seal.json` over everything in a run's directory. Gives its head, or why there is none. */
export const sealRun = async (directory: string): Promise<Result<string, string>> => {
  try {
    const { files, others } = await hashRunFiles(directory);
    const [other] = others;
    if (other !== undefined) return rejected(`${other.path}: ${other.why}`);
    const seal = sealOf(files);
    replaceSeal(directory, sealText(seal));
    return accepted(seal.head);
  } catch (fault) {
    return rejected(faultInWords(fault));
  }
};

const replaceSeal = (directory: string, text: string): void => {
  const temporary = join(directory, temporaryName());
  try {
    writeNewFile(temporary, Buffer.from(text), 0o644);
    renameSync(temporary, join(directory, SEAL_FILE));
  } finally {
    rmSync(temporary, { force: true });
  }
};
