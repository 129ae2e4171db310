import { messageOf } from "@llmch/text";

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EACCES: "permission denied",
  EPERM: "not permitted",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EFBIG: "the file would grow too large",
  EISDIR: "it is a directory",
  ENOTDIR: "a part of the path is no directory",
  ELOOP: "a link is on the way",
  ENAMETOOLONG: "the name is too long",
  EMFILE: "too many files are open",
  EIO: "the disk failed",
  ENOEXEC: "it is no program",
  E2BIG: "its arguments are too long",
  ETXTBSY: "it is being written",
};

/** The system's code for a fault, such as `ENOENT`, or null if it has none. */
export const errnoOf = (fault: unknown): string | null =>
  fault instanceof Error && "code" in fault && typeof fault.code === "string" ? fault.code : null;

/** A fault of the machine in words for a user. */
export const faultInWords = (fault: unknown): string => {
  const code = errnoOf(fault);
  const words = code === null ? undefined : WORDS[code];
  return words ?? messageOf(fault);
};

/** A fault of the machine for a user, with the path and the action that failed. It keeps its code. */
export const namedFault = (path: string, doing: string, fault: unknown): Error => {
  const code = errnoOf(fault);
  const named = new Error(`${path} cannot be ${doing} (${faultInWords(fault)})`, { cause: fault });
  return code === null ? named : Object.assign(named, { code });
};
