import type { Layout } from "./layout.ts";

/** The descriptor that bubblewrap reports on: the id of the first process inside, and the exit code. */
export const REPORTS = 3;

/**
 * Namespaces of its own for everything, and no power over them: of a command that root runs, too. Killing bubblewrap, or us, kills
 * all that is inside; a new session keeps the terminal out of reach.
 */
const ISOLATION = [
  ...["--unshare-user-try", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
  ...["--cap-drop", "ALL", "--die-with-parent", "--new-session"],
] as const;

/**
 * The arguments that come before a program's own, from values alone. Later mounts lie over earlier ones, so that what is
 * shown comes after what is emptied, and the worktree last.
 * @param nothing an empty file, which stands in for those that are blanked
 */
export const bubblewrapArguments = (
  { emptied, shown, caches, blanked, root }: Layout,
  { allowsNetwork, nothing }: { readonly allowsNetwork: boolean; readonly nothing: string },
): readonly string[] => [
  ...ISOLATION,
  ...(allowsNetwork ? [] : ["--unshare-net"]),
  ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"],
  ...emptied.flatMap((path) => ["--tmpfs", path]),
  ...shown.flatMap((path) => ["--ro-bind-try", path, path]),
  ...caches.flatMap((path) => ["--tmpfs", path]),
  ...blanked.flatMap((path) => ["--ro-bind", nothing, path]),
  ...["--bind", root, root],
];

/** The least that tells whether bubblewrap works on this machine. */
export const PROBE: Layout = { emptied: ["/tmp"], shown: [], caches: [], blanked: [], root: "/tmp" };
