import { dirname } from "node:path";
import type { EnclosureWish } from "../program/sandbox.ts";
import { kernelFiles } from "./kernel-files.ts";
import type { Layout } from "./layout.ts";
import { seatOf } from "./seat.ts";

/** The descriptor for bubblewrap's reports: the id of the first process inside, and the exit code. */
export const REPORTS = 3;
/** The descriptor that it waits for before the command starts. */
export const GATE = 4;
/** The descriptor that it reads a filter of system calls from, if the filter works here. */
export const FILTER = 5;
/** The descriptor that it reads git's settings from, which it always does: a command inherits what is left open. */
export const GIT_SETTINGS = 6;

/**
 * Separate namespaces for everything, and no capabilities in them, even for root's commands. Killing bubblewrap, or llmch, kills
 * everything inside; a new session keeps the terminal out of reach.
 */
const ISOLATION = [
  ...["--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
  ...["--cap-drop", "ALL", "--die-with-parent", "--new-session"],
] as const;

/** What only some bubblewraps, on some machines, can do. */
export interface Abilities {
  /** Commands cannot make user namespaces, in which they would reach the kernel's least used code. */
  readonly closesNamespaces: boolean;
  /** A command's own folders have a size limit, and permissions if they need some. */
  readonly bounds: boolean;
  /** Commands cannot reach the kernel's keyrings, nor the sandbox's first process by a system call. */
  readonly filtersCalls: boolean;
}

/** From the most to the least. */
export const ABILITIES: readonly Abilities[] = [true, false].flatMap((filtersCalls) => [
  { closesNamespaces: true, bounds: true, filtersCalls },
  { closesNamespaces: false, bounds: true, filtersCalls },
  { closesNamespaces: false, bounds: false, filtersCalls },
]);

export interface Wish extends EnclosureWish {
  readonly abilities: Abilities;
  /** For the temporary folder, and the home. */
  readonly temporaryBytes: number;
  /** An empty file in place of those that are blanked. */
  readonly nothing: string;
  /** Files to show in place of others. */
  readonly standIns: readonly (readonly [file: string, path: string])[];
  /** Whether git's settings come on their descriptor. */
  readonly givesGitSettings?: boolean;
}

/**
 * The arguments that come before a program's own, computed from values only. Later mounts cover earlier ones, so shown folders
 * come after emptied ones, and the worktree last.
 */
export const bubblewrapArguments = (
  { emptied, ownHome, shown, caches, blanked, kernel, root, seat }: Layout,
  { abilities, allowsNetwork, writable = [], home, temporaryBytes, nothing, standIns, givesGitSettings = false }: Wish,
): readonly string[] => {
  const own = (path: string, bytes: number) => [
    ...(abilities.bounds ? ["--size", String(Math.floor(bytes))] : []),
    ...["--tmpfs", path],
  ];
  const little = temporaryBytes / 4;
  return [
    ...(abilities.closesNamespaces ? ["--unshare-user", "--disable-userns"] : ["--unshare-user-try"]),
    ...ISOLATION,
    ...(allowsNetwork ? [] : ["--unshare-net"]),
    ...["--ro-bind", "/", "/", "--dev", "/dev"],
    ...[...own(SHARED_MEMORY, little), "--remount-ro", "/dev", "--proc", "/proc"],
    ...[...(abilities.bounds ? ["--perms", "0000"] : []), ...own(FIRST_PROCESS, LEAST)],
    ...kernel.sealed.flatMap((path) => ["--ro-bind", path, path]),
    ...kernel.masked.flatMap((path) => ["--ro-bind", nothing, path]),
    ...kernel.hidden.flatMap((path) => own(path, LEAST)),
    ...emptied
      .filter((path) => path !== SHARED_MEMORY)
      .flatMap((path) => own(path, LESSER.test(path) ? little : temporaryBytes)),
    // A file of the command's own, before any of the user's could be in its place.
    ...(givesGitSettings
      ? ["--file", String(GIT_SETTINGS), ownHome === null ? "/dev/null" : `${ownHome}/.gitconfig`]
      : []),
    ...(home !== undefined && emptied.includes(home[0]) ? ["--bind", home[1], home[0]] : []),
    ...shown.filter((path) => seat.at(path) === path).flatMap((path) => ["--ro-bind-try", path, path]),
    ...(seat.alias === null ? [] : [...own(dirname(seat.alias), LEAST), "--ro-bind", seat.checkout, seat.alias]),
    ...caches.flatMap((path) => own(path, little)),
    ...blanked.flatMap((path) => ["--ro-bind", nothing, path]),
    ...standIns.flatMap(([file, path]) => ["--ro-bind", file, path]),
    ...writable.flatMap((path) => ["--bind-try", path, path]),
    ...["--bind", root, seat.root],
  ];
};

/** Part of every sandbox's devices, whether or not the machine has it. */
const SHARED_MEMORY = "/dev/shm";
/**
 * The files of bubblewrap's own process inside, which reports the command's exit: through them, a command could write its memory.
 * Programs that look at every process take an unreadable one for another user's.
 */
const FIRST_PROCESS = "/proc/1";
/** Folders in which commands seldom keep much. */
const LESSER = /^\/(?:etc|opt|run|srv|var)(?:\/|$)/;
/** Maximum bytes of a folder that should stay empty: a page. */
const LEAST = 4096;

/** The minimum that shows whether bubblewrap works on this machine. */
export const probe = (): Layout => ({
  ...{ emptied: ["/tmp"], ownHome: null, shown: [], caches: [], blanked: [], cleaned: [] },
  ...{ kernel: { ...kernelFiles(), hidden: [] }, root: "/tmp" },
  seat: seatOf({ root: "/tmp", checkout: "/", alias: null }),
});
