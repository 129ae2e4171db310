import { existsSync, renameSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { messageOf } from "@llmch/contract";
import { makeDirectory, removeTree } from "@llmch/files";
import { changedAfter, momentNow } from "./change-time.ts";
import { type CopyLimits, type CopyPlace, copyAside, costOfCopy, repairCopy } from "./folder-copy.ts";
import { type Mirror, mirrorFolder } from "./mirror.ts";
import { type Copied, relocate } from "./relocation.ts";

/** How commands get at installed dependencies. */
export interface Sharing {
  /** `auto`: a copy, by reflink where the file system can, where it stays within the limits; else links. */
  readonly share: "auto" | "reflink" | "copy" | "link";
  readonly limits: CopyLimits;
}

/** A folder that is to stand in our tree as well. */
export interface SharedSource {
  /** POSIX path from our tree. */
  readonly path: string;
  /** Where it stands; real and absolute. */
  readonly from: string;
  /** The tree that its files name. */
  readonly origin: string;
  /** Whether it is the user's own, which links can lead to until the copy is there. */
  readonly isUsers: boolean;
}

/** Dependency folders in a tree of ours. What a command writes in a copy never reaches the user's. */
export interface SharedFolders {
  /** POSIX paths from our tree. */
  paths(): readonly string[];
  /** Takes more folders, after those that are there; one that stands at such a path makes room. */
  add(sources: readonly SharedSource[]): void;
  /** Resolves once commands may run: copies are made in the meantime. Throws where one was asked for and cannot be made. */
  ready(): Promise<void>;
  /** Resolves once all copies are made, or are known not to be. */
  copied(): Promise<void>;
  /** About how many bytes of the disk the copies take. Throws if a folder cannot be looked at. */
  bytes(): Promise<number>;
  /** Puts back what commands changed. */
  restore(): Promise<void>;
  /** What was changed of the user's folders that links lead to since commands may run; some paths at most. */
  changedBehindLinks(): readonly string[];
  /** Ends what is being copied. */
  close(): void;
}

export interface SharingPlace {
  /** Our folder, which the tree lies in. */
  readonly aside: string;
  readonly tree: string;
  readonly checkout: string;
  readonly sharing: Sharing;
  readonly env: CopyPlace["env"];
  /** Ends what is being copied: nobody goes on with the tree then. */
  readonly signal: AbortSignal;
}

/**
 * Shares folders with a tree. Links stand there at once, and cost nothing; copies are made beside the tree while a model is
 * asked, and take the links' places before the first command runs.
 */
export const shareFolders = ({ signal, ...given }: SharingPlace): SharedFolders => {
  const stopping = new AbortController();
  const notFrom = [given.checkout, given.aside];
  const place: Place = { ...given, notFrom, stop: AbortSignal.any([stopping.signal, signal]) };
  const folders = new Map<string, SharedFolder>();
  return {
    paths: () => [...folders.keys()],
    add: (sources) => {
      for (const source of sources) folders.set(source.path, shareFolder(source, place));
    },
    ready: async () => {
      for (const folder of folders.values()) await folder.ready();
    },
    copied: async () => {
      for (const folder of folders.values()) await folder.copied();
    },
    bytes: async () => {
      let bytes = 0;
      for (const folder of folders.values()) bytes += await folder.bytes();
      return bytes;
    },
    restore: async () => {
      for (const folder of folders.values()) await folder.restore();
    },
    changedBehindLinks: () => [...folders.values()].flatMap((folder) => folder.changedBehindLinks()),
    close: () => stopping.abort(),
  };
};

type Place = Omit<SharingPlace, "signal"> & CopyPlace;

type SharedFolder = Omit<SharedFolders, "paths" | "add" | "close">;

const MOST_NAMED = 3;

const shareFolder = (source: SharedSource, place: Place): SharedFolder => {
  const { path, from, origin, isUsers } = source;
  const { aside, tree, checkout } = place;
  const copied: Copied = { from, origin, tree, path };
  const target = join(tree, path);
  const marker = join(aside, "moment");
  const mirror: Mirror | null = isUsers ? mirrorFolder(checkout, tree, path) : null;
  const made = copyOf(source, place);
  // Who needs it is told by `ready`.
  made.catch(() => {});
  let isCopied = false;
  let mayDiffer = false;
  let since: number | null = null;

  const takePlace = async (copy: string): Promise<void> => {
    removeTree(target);
    makeDirectory(dirname(target));
    renameSync(copy, target);
    isCopied = true;
    relocate(target, copied);
    since = await momentNow(marker);
  };
  const copyAnew = async () => takePlace(await copyAside(from, place));
  const repair = async (moment: number): Promise<void> => {
    if (!existsSync(target)) return copyAnew();
    try {
      if (await repairCopy(copied, moment, place)) since = await momentNow(marker);
    } catch {
      await copyAnew();
    }
  };
  return {
    ready: async () => {
      mayDiffer = true;
      if (since !== null) return;
      const copy = await made;
      if (copy === null) since = await momentNow(marker);
      else await takePlace(copy);
    },
    copied: () =>
      made.then(
        () => {},
        () => {},
      ),
    bytes: () => bytesOfCopy(source, place),
    restore: async () => {
      if (place.stop.aborted) return;
      if (!isCopied || since === null) mirror?.restore();
      else if (mayDiffer || !existsSync(target)) await repair(since);
      mayDiffer = false;
    },
    changedBehindLinks: () => {
      if (isCopied || since === null) return [];
      return changedAfter(from, since, MOST_NAMED).map((changed) => join(path, relative(from, changed)));
    },
  };
};

/** A copy beside the tree, or null where links are to stay. */
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

/** What its copy takes: nothing if links are to stay, or if the file system shares the bytes. */
const bytesOfCopy = async ({ from, isUsers }: SharedSource, { sharing, aside }: Place): Promise<number> => {
  const { share, limits } = sharing;
  if (isUsers && share === "link") return 0;
  const { isWithin, bytes, sharesBytes } = await costOfCopy(from, isUsers && share === "auto" ? limits : ANY, aside);
  return isWithin && !sharesBytes ? bytes : 0;
};

const ANY: CopyLimits = { files: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };
