import { existsSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { basename, join, resolve } from "node:path";
import { isFolder, isInside, keptText, realLocation } from "@llmch/files";
import type { SandboxPlace } from "../program/sandbox.ts";
import { type CleanedFile, credentialsIn } from "./credentials.ts";
import { type KernelFiles, kernelFiles } from "./kernel-files.ts";
import type { RootOnly } from "./root-only.ts";
import { type Seat, seatOf } from "./seat.ts";
import { namedFolders, toolchainPaths } from "./toolchains.ts";

/**
 * Which of the machine's files a command sees: everything, read-only, except as stated here. All paths are real and absolute, and
 * each list has outer folders before inner ones.
 */
export interface Layout {
  /** Shown as empty folders of the command's own: what it writes there is gone when it ends. */
  readonly emptied: readonly string[];
  /** The home of commands, if it is one of these. */
  readonly ownHome: string | null;
  /** Shown, read-only, although they are in an emptied folder. */
  readonly shown: readonly string[];
  /** Caches and what must stay hidden: emptied too, whatever is shown around them. */
  readonly caches: readonly string[];
  /** Files that are shown empty, and files that are shown only in part. */
  readonly blanked: readonly string[];
  readonly cleaned: readonly CleanedFile[];
  readonly kernel: KernelFiles;
  /** The only place where a command's writes persist, and where it starts. */
  readonly root: string;
  readonly seat: Seat;
}

/** What to hide from commands besides. */
export interface Closed extends RootOnly {
  /** Folders and files that stay hidden, whatever is shown around them. */
  readonly hidden: readonly string[];
}

const NOTHING_CLOSED: Closed = { folders: [], files: [], hidden: [] };

/** Folders that everybody shares: they contain other programs' files and the sockets of the machine's services. */
const SHARED = ["/dev/shm", "/tmp", "/var/tmp", "/run", "/var/run"];
/** One of these does not count as a home: hiding it would hide the system. */
const SYSTEM = new Set([
  "/",
  "/bin",
  "/etc",
  "/lib",
  "/opt",
  "/sbin",
  "/srv",
  "/usr",
  "/usr/local",
  "/var",
  "/var/lib",
]);
/** Folders that tools must be able to write, wherever the user keeps them. */
const CACHES = ["GOCACHE", "PIP_CACHE_DIR", "UV_CACHE_DIR", "NPM_CONFIG_CACHE", "npm_config_cache", "XDG_CACHE_HOME"];
/** Below a home: never shown, whatever leads there. */
const PRIVATE = [
  ".ssh",
  ".aws",
  ".azure",
  ".gnupg",
  ".kube",
  ".docker",
  ".password-store",
  ".config/gcloud",
  ".config/gh",
];
/** Below a home: too much to show as a whole. */
const BROAD = [".config", ".local", ".local/share", ".cache", "Documents", "Desktop", "Downloads"];
/**
 * The layout for the commands of a worktree: hides homes, temporary folders and sockets, except what commands need from them:
 * toolchains, dependency folders, and the user's checkout with git's record (reliability, X6).
 */
export const layoutFor = (place: SandboxPlace, closed: Closed = NOTHING_CLOSED): Layout => {
  const { environment, checkout, commonDir, root } = place;
  const homes = homesOf(environment);
  // The worktree is in one of them if the user's temporary folder is.
  const around = closed.hidden
    .filter((path) => path.startsWith("/"))
    .map(realLocation)
    .filter((folder) => isInside(folder, root));
  const emptied = outermostFirst(
    [...homes, ...SHARED.map(realLocation), ...closed.folders, ...around].filter(isFolder),
  );
  const isHidden = (path: string) => emptied.some((folder) => isInside(folder, path));
  const uncovers = (path: string) => emptied.some((folder) => isInside(path, folder));
  const isPrivate = (path: string) =>
    homes.some(
      (home) =>
        PRIVATE.some((name) => isInside(join(home, name), path)) || BROAD.some((name) => path === join(home, name)),
    );

  const dependencies = place.dependencies.map((path) => join(checkout, path));
  const needed = [
    ...[checkout, place.gitDir, commonDir, ...alternatesOf(commonDir), ...dependencies, place.folder],
    // With the network, names are resolved as on the machine: this is often a link into /run.
    realLocation("/etc/resolv.conf"),
  ];
  const home = homes[0] ?? "/";
  const tools = toolchainPaths({ ...place, home, emptied }).filter((path) => !isPrivate(path));
  const visible = [...needed, ...tools].filter((path) => isHidden(path) && !uncovers(path) && existsSync(path));
  const shown = outermostFirst(visible).filter(
    (path, index, all) => !all.slice(0, index).some((outer) => isInside(outer, path)),
  );
  const isShown = (path: string) => !isHidden(path) || shown.some((folder) => isInside(folder, path));
  const caches = [...CACHES.flatMap((name) => environment[name] ?? []), ...closed.hidden]
    .filter((path) => path.startsWith("/") && isFolder(path))
    .map(realLocation)
    .filter((path) => isShown(path) && !uncovers(path) && !isInside(path, root) && !isInside(root, path));
  // Even if nothing is hidden: a toolchain may be anywhere.
  const named = namedFolders(environment).filter((path) => isShown(path) && !isInside(root, path));
  const credentials = credentialsIn({ ...place, home }, [...new Set([...shown, ...named])]);
  const files = closed.hidden
    .map(realLocation)
    .filter((path) => existsSync(path) && !isFolder(path) && !isInside(root, path));
  const included = credentials.blanked.filter((path) => !isInside(root, path));
  const seat = seatOf(place);
  // What the checkout has of these is shown with it elsewhere.
  const covered = place.alias === null ? [] : emptied.filter((path) => isInside(checkout, path));
  const blanked = [...included, ...closed.files, ...files].filter(isShown).map(seat.at);
  const cleaned = credentials.cleaned.map((file) => ({ ...file, path: seat.at(file.path) }));
  const own = emptied.find((folder) => folder === realLocation(environment.HOME ?? home)) ?? null;
  return {
    emptied,
    ownHome: own,
    shown,
    caches: outermostFirst([...caches, ...covered].map(seat.at)),
    ...{ cleaned, blanked, kernel: kernelFiles(), root, seat },
  };
};

/** Whether the worktree can stand at the checkout's path: nothing that commands need is there. */
export const isFreeSeat = (checkout: string, environment: Readonly<Record<string, string>>): boolean =>
  ![...SYSTEM, ...SHARED, ...homesOf(environment)].some((path) => isInside(checkout, path));

/** The home that commands are given, and the user's own, if they can be hidden. */
const homesOf = ({ HOME }: Readonly<Record<string, string>>): readonly string[] =>
  [HOME ?? homedir(), homeOnRecord()]
    .filter((home) => home.startsWith("/"))
    .map(realLocation)
    .filter((home) => !SYSTEM.has(home));

const homeOnRecord = (): string => {
  try {
    return userInfo().homedir;
  } catch {
    // A container's user may have no record.
    return "";
  }
};

/**
 * Object stores of other repos that this one borrows from. Whoever prepared the repo wrote the paths, so anything that is not a
 * git store stays hidden.
 */
const alternatesOf = (commonDir: string): readonly string[] => {
  const objects = join(commonDir, "objects");
  const lines = (keptText(join(objects, "info/alternates")) ?? "").split("\n");
  return lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => realLocation(resolve(objects, line)))
    .filter((store) => basename(store) === "objects" && isFolder(join(store, "pack")));
};

const outermostFirst = (paths: readonly string[]): readonly string[] =>
  [...new Set(paths)].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
