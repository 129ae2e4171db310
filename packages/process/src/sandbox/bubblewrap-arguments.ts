import { kernelFiles } from "./kernel-files.ts";
import type { Layout } from "./layout.ts";

/** The descriptor that bubblewrap reports on: the id of the first process inside, and the exit code. */
export const REPORTS = 3;
/** The descriptor that it waits for, before anything of the command runs. */
export const GATE = 4;

/**
 * Namespaces of its own for everything, and no power over them: of a command that root runs, too. Killing bubblewrap, or us, kills
 * all that is inside; a new session keeps the terminal out of reach.
 */
const ISOLATION = [
  ...["--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
  ...["--cap-drop", "ALL", "--die-with-parent", "--new-session"],
] as const;

/** What not every bubblewrap, and not every machine, lets it do. */
export interface Abilities {
  /** Commands make no user namespaces of their own, in which they would have power over the kernel's most seldom used parts. */
  readonly closesNamespaces: boolean;
  /** Folders of a command's own have a size. */
  readonly bounds: boolean;
}

/** From the most to the least. */
export const ABILITIES: readonly Abilities[] = [
  { closesNamespaces: true, bounds: true },
  { closesNamespaces: false, bounds: true },
  { closesNamespaces: false, bounds: false },
];

export interface Wish {
  readonly abilities: Abilities;
  readonly allowsNetwork: boolean;
  /** Of the folder for temporary files, and the home. */
  readonly temporaryBytes: number;
  /** An empty file, which stands in for those that are blanked. */
  readonly nothing: string;
  /** Files that are shown in the place of others. */
  readonly standIns: readonly (readonly [file: string, path: string])[];
}

/**
 * The arguments that come before a program's own, from values alone. Later mounts lie over earlier ones, so that what is
 * shown comes after what is emptied, and the worktree last.
 */
export const bubblewrapArguments = (
  { emptied, shown, caches, blanked, kernel, root }: Layout,
  { abilities, allowsNetwork, temporaryBytes, nothing, standIns }: Wish,
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
    ...kernel.sealed.flatMap((path) => ["--ro-bind", path, path]),
    ...kernel.masked.flatMap((path) => ["--ro-bind", nothing, path]),
    ...kernel.hidden.flatMap((path) => own(path, LEAST)),
    ...emptied
      .filter((path) => path !== SHARED_MEMORY)
      .flatMap((path) => own(path, LESSER.test(path) ? little : temporaryBytes)),
    ...shown.flatMap((path) => ["--ro-bind-try", path, path]),
    ...caches.flatMap((path) => own(path, little)),
    ...blanked.flatMap((path) => ["--ro-bind", nothing, path]),
    ...standIns.flatMap(([file, path]) => ["--ro-bind", file, path]),
    ...["--bind", root, root],
  ];
};

/** Part of every sandbox's devices, whether the machine has it or not. */
const SHARED_MEMORY = "/dev/shm";
/** Folders that commands seldom keep much in. */
const LESSER = /^\/(?:etc|opt|run|srv|var)(?:\/|$)/;
/** Most bytes of a folder that is to stay empty: a page. */
const LEAST = 4096;

/** The least that tells whether bubblewrap works on this machine. */
export const probe = (): Layout => ({
  ...{ emptied: ["/tmp"], shown: [], caches: [], blanked: [], cleaned: [] },
  ...{ kernel: { ...kernelFiles(), hidden: [] }, root: "/tmp" },
});
