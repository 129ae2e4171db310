import { accessSync, constants, lstatSync } from "node:fs";
import { join } from "node:path";
import { namesIn, systemText } from "@llmch/files";

/** What the kernel shows of itself, and of the whole machine. */
export interface KernelFiles {
  /** Shown as they are, read-only: root can write them without any capability. */
  readonly sealed: readonly string[];
  /** Files that are shown empty. */
  readonly masked: readonly string[];
  /** Folders that are shown empty. */
  readonly hidden: readonly string[];
}

/** The machine's memory, keys and timers: no command needs them, and root can read them without any capability. */
const MASKED =
  `kallsyms kcore key-users keys latency_stats mtrr pagetypeinfo sched_debug slabinfo timer_list timer_stats vmallocinfo`
    .split(/\s+/)
    .map((name) => join("/proc", name));
const HIDDEN = [
  ...["/proc/acpi", "/proc/asound", "/proc/scsi"],
  ...["/sys/firmware", "/sys/fs/bpf", "/sys/fs/pstore", "/sys/devices/virtual/powercap"],
  ...["/sys/kernel/debug", "/sys/kernel/security", "/sys/kernel/tracing"],
];

/**
 * The kernel's files as a command may see them. In /proc only what belongs to the sandbox's processes is writable, whatever else
 * this kernel has there. What llmch cannot read, or what is empty, is left as it is: each mount takes time.
 */
export const kernelFiles = (): KernelFiles => {
  const masked = MASKED.filter((path) => isOpen(path, constants.R_OK));
  const hidden = HIDDEN.filter((path) => namesIn(path).length > 0);
  const sealed = namesIn("/proc")
    .filter((name) => !/^\d+$/.test(name))
    .map((name) => join("/proc", name))
    .filter((path) => !masked.includes(path) && !hidden.includes(path) && isWritable(path));
  return { sealed: sealed.sort(), masked, hidden };
};

/** At most this many entries are checked. */
const MOST_ENTRIES = 100;

/** True if llmch may write it, or a file in it. Skips links: they lead to files of the process that follows them. */
const isWritable = (path: string): boolean => {
  const waiting = [path];
  for (let seen = 0; waiting.length > 0; seen++) {
    if (seen === MOST_ENTRIES) return true;
    const at = waiting.pop() ?? path;
    const standing = lstatSync(at, { throwIfNoEntry: false });
    // Root can write every file, but nobody can write one without any write permission.
    if (standing?.isFile() === true && (standing.mode & 0o222) !== 0 && isOpen(at, constants.W_OK)) return true;
    if (standing?.isDirectory() === true) waiting.push(...namesIn(at).map((name) => join(at, name)));
  }
  return false;
};

const isOpen = (path: string, right: number): boolean => {
  try {
    accessSync(path, right);
    return true;
  } catch {
    return false;
  }
};

/**
 * The sockets of the machine's programs that have a path, as the kernel lists them. A read-only mount does not keep a command
 * from connecting to one.
 */
export const socketPaths = (): readonly string[] => {
  const paths = systemText("/proc/net/unix")
    .split("\n")
    .flatMap((line) => /^(?:\S+\s+){7}(\/.*)$/.exec(line)?.[1] ?? []);
  return [...new Set(paths)].filter(isSocket);
};

const isSocket = (path: string): boolean => {
  try {
    return lstatSync(path).isSocket();
  } catch {
    return false;
  }
};
