import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { errnoOf } from "./errno.ts";

/**
 * A short hash of machine, host and process namespace: within it, and only there, a process id means what it says. It
 * stays the same when the machine starts anew.
 */
export const thisMachine = (): string => {
  machine ??= createHash("sha256")
    .update([hostname(), textOf("/etc/machine-id"), linkOf("/proc/self/ns/pid")].join("\n"))
    .digest("hex")
    .slice(0, 8);
  return machine;
};

let machine: string | undefined;

/** Another one each time that the machine starts; empty where the system does not tell. */
export const bootId = (): string => textOf("/proc/sys/kernel/random/boot_id").trim();

/** When this process started, in the system's ticks; 0 where the system does not tell. */
export const ownStartTicks = (): number => startTicksOf(process.pid);

/** The same of any process; 0 too where it has ended. */
export const startTicksOf = (pid: number): number => {
  const seen = look(pid);
  return typeof seen === "number" ? seen : 0;
};

/**
 * True only where a process of this machine has surely ended: there is no such id, or it is a zombie's, or that of a
 * process which started at another time. Where `/proc` hides other users' processes, an id in use is one that lives.
 */
export const isGone = (pid: number, startTicks: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch (fault) {
    if (errnoOf(fault) === "ESRCH") return true;
  }
  const seen = look(pid);
  return seen === "ended" || (typeof seen === "number" && seen !== startTicks);
};

/** Fields 3 and 22 of `/proc/<pid>/stat`: when it started, or that it is a zombie; null where nothing can be seen. */
const look = (pid: number): number | "ended" | null => {
  const stat = textOf(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (stat === "") return null;
  return fields[0] === "Z" || fields[0] === "X" ? "ended" : Number(fields[19]);
};

const textOf = (file: string): string => {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
};

const linkOf = (file: string): string => {
  try {
    return readlinkSync(file);
  } catch {
    return "";
  }
};
