import { randomUUID } from "node:crypto";
import { closeSync, constants, fchmodSync, fsyncSync, openSync, writeSync } from "node:fs";

/** Writes all bytes to the descriptor. Near a limit, the system may silently accept fewer bytes. */
export const writeFully = (descriptor: number, bytes: Uint8Array): void => {
  for (let offset = 0; offset < bytes.length; ) {
    offset += writeSync(descriptor, bytes, offset, bytes.length - offset);
  }
};

/** A name for a new file that will replace another one. */
export const temporaryName = (): string => `.llmch-${randomUUID()}.tmp`;

export const isTemporaryName = (name: string): boolean => /^\.llmch-[0-9a-f-]{36}\.tmp$/.test(name);

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** Creates a file with exactly this mode, whatever the umask. Returns its descriptor; the bytes may not be on disk yet. */
export const openNewFile = (path: string, bytes: Uint8Array, mode: number): number => {
  const descriptor = openSync(path, NEW_FILE, mode);
  try {
    fchmodSync(descriptor, mode);
    writeFully(descriptor, bytes);
    return descriptor;
  } catch (fault) {
    closeSync(descriptor);
    throw fault;
  }
};

/** The same, but closes it, with its bytes on disk unless nothing rests on them after a power cut. A kill loses none in either case. */
export const writeNewFile = (path: string, bytes: Uint8Array, mode: number, isDurable = true): void => {
  const descriptor = openNewFile(path, bytes, mode);
  try {
    if (isDurable) fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};
