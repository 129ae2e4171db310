import { setMaxListeners } from "node:events";
import { existsSync, lstatSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { makeDirectory, removeTree } from "@llmch/files";
import { messageOf } from "@llmch/text";
import { differing, listFiles, type Snapshot, takeSnapshot } from "../files/snapshot.ts";
import { type CopyLimits, type CopyPlace, copyAnew, copyAside, costOfCopy, removeAdded } from "./folder-copy.ts";
import { mirrorFolder } from "./mirror.ts";
import { type Copied, relocate } from "./relocation.ts";
import { isFolder } from "./setup-entry.ts";

/** How commands get installed dependencies. */
export interface Sharing {
  /** `auto`: a copy, by reflink if the file system can, if it stays within the limits; else links. */
  readonly share: "auto" | "reflink" | "copy" | "link";
  readonly limits: CopyLimits;
}

/** A folder to share with llmch's tree. */
export interface SharedSource {
  /** POSIX path from llmch's tree. */
  readonly path: string;
  /** The folder itself; real and absolute. */
  readonly from: string;
  /** The tree that its files name. */
  readonly origin: string;
  /** Whether it is the user's own; links can lead to it until the copy is ready. */
  readonly isUsers: boolean;
}

/** Dependency folders in llmch's tree. What a command writes to a copy never reaches the user's. */
export interface SharedFolders {
  /** POSIX paths from llmch's tree. */
  paths(): readonly string[];
  /** Adds folders after the existing ones; one that is already at such a path is replaced. */
  add(sources: readonly SharedSource[]): void;
  /** Resolves once commands may run: copies are made in the meantime. Throws if a copy was asked for and cannot be made. */
  ready(): Promise<void>;
  /** Restores what commands changed. */
  restore(): Promise<void>;
  /** Puts back the files that commands changed, and gives their paths from llmch's tree. What commands added stays. */
  putBack(): Promise<readonly string[]>;
  /** Lets files stay that commands changed until now. */
  accept(): Promise<void>;
  /** What was changed in the user's linked folders since commands may run; a few paths at most. */
  changedBehindLinks(): readonly string[];
  /** Stops copying. */
  close(): void;
}

export interface SharingPlace {
  /** llmch's folder that contains the tree. */
  readonly aside: string;
  readonly tree: string;
  readonly checkout: string;
  /** By what path commands see the checkout, if they see the tree at its own. */
  readonly alias: string | null;
  readonly sharing: Sharing;
  readonly env: CopyPlace["env"];
  /** Stops copying: nobody uses the tree after that. */
  readonly signal: AbortSignal;
}

/**
 * Shares folders with a tree. Links are there at once and cost nothing; copies are made beside the tree while a model is asked,
 * and replace the links before the first command runs.
 */
export const shareFolders = ({ signal, ...given }: SharingPlace): SharedFolders => {
  const stopping = new AbortController();
  const notFrom = [given.checkout, given.aside];
  const place: Place = { ...given, notFrom, stop: AbortSignal.any([stopping.signal, signal]) };
  // Each copy listens.
  setMaxListeners(0, place.stop);
  const folders = new Map<string, SharedFolder>();
  return {
    paths: () => [...folders.keys()],
    add: (sources) => {
      for (const source of sources) folders.set(source.path, shareFolder(source, place));
    },
    ready: async () => {
      for (const folder of folders.values()) await folder.ready();
    },
    restore: async () => {
      for (const folder of folders.values()) await folder.restore();
    },
    putBack: async () => {
      const changed: string[] = [];
      for (const folder of folders.values()) changed.push(...(await folder.putBack()));
      return changed;
    },
    accept: async () => {
      for (const folder of folders.values()) await folder.accept();
    },
    changedBehindLinks: () => [...folders.values()].flatMap((folder) => folder.changedBehindLinks()),
    close: () => stopping.abort(),
  };
};

type Place = Omit<SharingPlace, "signal"> & CopyPlace;

type SharedFolder = Omit<SharedFolders, "paths" | "add" | "close">;

const MOST_NAMED = 3;
/** More files are copied with their whole folder: that is faster, and blocks nobody. */
const MOST_ALONE = 1000;

const shareFolder = (source: SharedSource, place: Place): SharedFolder => {
  const { path, from, origin, isUsers } = source;
  const { aside, tree, checkout, alias } = place;
  const copied: Copied = { from, origin, tree, path, seat: alias === null ? tree : checkout };
  const target = join(tree, path);
  const marker = join(aside, "_moment");
  const mirror = () => mirrorFolder(checkout, tree, path, alias ?? checkout);
  if (isUsers) mirror();
  const made = copyOf(source, place);
  // `ready` reports the failure to those who need the copy.
  made.catch(() => {});
  let isCopied = false;
  let mayDiffer = false;
  let since: number | null = null;
  let brought: Snapshot = new Map();
  let accepted: readonly string[] = [];

  const settle = async (): Promise<void> => {
    const names = existsSync(target) ? await listFiles(target, new Set()) : [];
    brought = await takeSnapshot(
      tree,
      names.map((name) => `${path}/${name}`),
    );
    accepted = [];
    since = await momentNow(marker);
  };
  const takePlace = async (copy: string): Promise<void> => {
    removeTree(target);
    makeDirectory(dirname(target));
    renameSync(copy, target);
    isCopied = true;
    relocate(target, copied);
    await settle();
  };
  const replace = async () => takePlace(await copyAside(from, place));
  const putBack = async (changed: readonly string[]): Promise<void> => {
    if (isCopied) copyAnew(copied, changed);
    else mirror();
    brought = new Map([...brought, ...(await takeSnapshot(tree, changed))]);
  };
  const repair = async (): Promise<void> => {
    try {
      const changed = [...accepted, ...(await differing(tree, brought))];
      if (changed.length > MOST_ALONE) return await replace();
      await putBack(changed);
      removeAdded(copied, brought);
      accepted = [];
    } catch {
      await replace();
    }
  };
  return {
    ready: async () => {
      mayDiffer = true;
      if (since !== null) return;
      const copy = await made;
      if (copy === null) await settle();
      else await takePlace(copy);
    },
    restore: async () => {
      if (place.stop.aborted) return;
      if (isCopied) {
        if (!isFolder(target)) await replace();
        else if (mayDiffer) await repair();
      } else if (isUsers) {
        mirror();
        if (since !== null) await settle();
      }
      mayDiffer = false;
    },
    putBack: async () => {
      if (since === null || place.stop.aborted) return [];
      try {
        const changed = await differing(tree, brought);
        if (changed.length > 0) await putBack(changed);
        return changed;
      } catch {
        // A command has shut a folder.
        await replace();
        return [path];
      }
    },
    accept: async () => {
      const changed = new Set(await differing(tree, brought));
      brought = new Map([...brought].filter(([each]) => !changed.has(each)));
      accepted = [...accepted, ...changed];
    },
    changedBehindLinks: () => {
      if (isCopied || since === null) return [];
      return changedAfter(from, since, MOST_NAMED).map((changed) => join(path, relative(from, changed)));
    },
  };
};

/** A copy beside the tree, or null if links should stay. */
const copyOf = async ({ path, from, isUsers }: SharedSource, place: Place): Promise<string | null> => {
  const { share, limits } = place.sharing;
  if (!isUsers) return copyAside(from, place);
  if (share === "link") return null;
  try {
    const { isWithin, sharesBytes } = await costOfCopy(from, limits, place.aside);
    if (share === "auto" && !isWithin) return null;
    if (share === "reflink" && !sharesBytes) throw new Error("the file system shares no bytes between files");
    return await copyAside(from, place);
  } catch (fault) {
    if (share === "auto") return null;
    throw new Error(`${path} cannot be shared by ${share} (${messageOf(fault)}): set setup.share to auto or link`);
  }
};

/**
 * A moment by the file system's own clock: everything changed before has at most this ctime, and everything changed later a
 * greater one. Nobody can set a ctime.
 * @param marker a file to create for it
 */
const momentNow = async (marker: string): Promise<number> => {
  const touch = (): number => {
    writeFileSync(marker, `${process.hrtime.bigint()}`);
    return lstatSync(marker).ctimeMs;
  };
  const moment = touch();
  while (touch() <= moment) await wait(1);
  return moment;
};

/** Paths of what was changed in a folder after a moment, up to `most`; a folder counts as changed if a name came or went. */
const changedAfter = (folder: string, moment: number, most: number): readonly string[] => {
  const changed: string[] = [];
  const visit = (path: string): void => {
    if (changed.length >= most) return;
    const standing = lstatSync(path, { throwIfNoEntry: false });
    if (standing === undefined) return;
    if (standing.ctimeMs > moment) changed.push(path);
    if (!standing.isDirectory()) return;
    for (const name of readdirSync(path)) visit(join(path, name));
  };
  visit(folder);
  return changed.slice(0, most);
};
