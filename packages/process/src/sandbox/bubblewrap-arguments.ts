import { kernelFiles } from "./kernel-files.ts";
import type { Layout } from "./layout.ts";

/** The descriptor that bubblewrap reports on: the id of the first process inside, and the exit code. */
export const REPORTS = 3;

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
}

/** From the most to the least. */
export const ABILITIES: readonly Abilities[] = [{ closesNamespaces: true }, { closesNamespaces: false }];

export interface Wish {
  readonly abilities: Abilities;
  readonly allowsNetwork: boolean;
  /** An empty file, which stands in for those that are blanked. */
  readonly nothing: string;
}

/**
 * The arguments that come before a program's own, from values alone. Later mounts lie over earlier ones, so that what is
 * shown comes after what is emptied, and the worktree last.
 */
export const bubblewrapArguments = (
  { emptied, shown, caches, blanked, kernel, root }: Layout,
  { abilities, allowsNetwork, nothing }: Wish,
): readonly string[] => [
  ...(abilities.closesNamespaces ? ["--unshare-user", "--disable-userns"] : ["--unshare-user-try"]),
  ...ISOLATION,
  ...(allowsNetwork ? [] : ["--unshare-net"]),
  ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"],
  ...kernel.sealed.flatMap((path) => ["--ro-bind", path, path]),
  ...kernel.masked.flatMap((path) => ["--ro-bind", nothing, path]),
  ...kernel.hidden.flatMap((path) => ["--tmpfs", path, "--remount-ro", path]),
  ...emptied.flatMap((path) => ["--tmpfs", path]),
  ...shown.flatMap((path) => ["--ro-bind-try", path, path]),
  ...caches.flatMap((path) => ["--tmpfs", path]),
  ...blanked.flatMap((path) => ["--ro-bind", nothing, path]),
  ...["--bind", root, root],
];

/** The least that tells whether bubblewrap works on this machine. */
export const probe = (): Layout => ({
  ...{ emptied: ["/tmp"], shown: [], caches: [], blanked: [] },
  ...{ kernel: kernelFiles(), root: "/tmp" },
});
