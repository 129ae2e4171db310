import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { ulid } from "ulid";

/** Whose a worktree's folder is; its name alone says so, hence a killed run leaves no record to be lost. */
export interface Owner {
  /** A short hash of host and process namespace: process ids mean nothing elsewhere. */
  readonly machine: string;
  readonly pid: number;
  /** When the process started, in the system's ticks; 0 where the system does not tell. */
  readonly startTicks: number;
}

const NAME = /^llmch-([0-9a-f]{8})-(\d+)-(\d+)-[0-9A-HJKMNP-TV-Z]{26}$/;

/** A folder name for a worktree of this process. */
export const newFolderName = (): string => {
  const { machine, pid, startTicks } = thisProcess();
  return `llmch-${machine}-${pid}-${startTicks}-${ulid()}`;
};

/** The owner that a folder's name tells, or null where it is no name of ours. */
export const ownerOf = (folderName: string): Owner | null => {
  const [, machine = "", pid = "", startTicks = ""] = NAME.exec(folderName) ?? [];
  return machine === "" ? null : { machine, pid: Number(pid), startTicks: Number(startTicks) };
};

/** True only where the owner is surely gone: of this machine, and no such process runs any more. */
export const isDead = ({ machine, pid, startTicks }: Owner): boolean => {
  if (machine !== thisMachine()) return false;
  if (process.platform === "linux") return startTicksOf(pid) !== startTicks;
  try {
    process.kill(pid, 0);
    return false;
  } catch (fault) {
    return fault instanceof Error && "code" in fault && fault.code === "ESRCH";
  }
};

const thisProcess = (): Owner => ({
  machine: thisMachine(),
  pid: process.pid,
  startTicks: startTicksOf(process.pid) ?? 0,
});

const thisMachine = (): string => {
  let namespace = "";
  try {
    namespace = readlinkSync("/proc/self/ns/pid");
  } catch {
    // Only Linux has it.
  }
  return createHash("sha256").update(`${hostname()}\n${namespace}`).digest("hex").slice(0, 8);
};

/** Field 22 of /proc/<pid>/stat, or null where no such process lives; a zombie does not. */
const startTicksOf = (pid: number): number | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? null : Number(fields[19]);
  } catch {
    return null;
  }
};
