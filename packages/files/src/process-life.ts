import { createHash } from "node:crypto";
import { hostname } from "node:os";
import { errnoOf } from "./errno.ts";
import { systemLink, systemText } from "./kept-text.ts";

/**
 * A short hash of machine, host and process namespace. Only within these does a process id mean the same process. The hash survives a
 * reboot.
 */
export const thisMachine = (): string => {
  machine ??= createHash("sha256")
    .update([hostname(), systemText("/etc/machine-id"), systemLink("/proc/self/ns/pid")].join("\n"))
    .digest("hex")
    .slice(0, 8);
  return machine;
};

let machine: string | undefined;

/** Changes with each boot; empty if unknown. */
export const bootId = (): string => systemText("/proc/sys/kernel/random/boot_id").trim();

/** When this process started, in the system's ticks; 0 if unknown. */
export const ownStartTicks = (): number => startTicksOf(process.pid);

/** The same for any process; also 0 if it has ended. */
export const startTicksOf = (pid: number): number => {
  const seen = look(pid);
  return typeof seen === "number" ? seen : 0;
};

/**
 * True only if a process of this machine has certainly ended: its id is unused, or belongs to a zombie or to a process with another start
 * time. If `/proc` hides other users' processes, an id in use counts as alive.
 */
export const isGone = (pid: number, startTicks: number): boolean => {
  // No process has an id beyond these bits, and `kill` takes none.
  if (pid !== (pid | 0)) return true;
  try {
    process.kill(pid, 0);
  } catch (fault) {
    if (errnoOf(fault) === "ESRCH") return true;
  }
  const seen = look(pid);
  return seen === "ended" || (typeof seen === "number" && seen !== startTicks);
};

/** Fields 3 and 22 of `/proc/<pid>/stat`: its start time, or that it is a zombie; null if nothing is visible. */
const look = (pid: number): number | "ended" | null => {
  const stat = systemText(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (stat === "") return null;
  return fields[0] === "Z" || fields[0] === "X" ? "ended" : Number(fields[19]);
};
