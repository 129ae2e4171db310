import { existsSync, mkdirSync, realpathSync, renameSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import {
  faultInWords,
  isInside,
  isShortName,
  keptText,
  newOwnedName,
  newShortName,
  ownerOf,
  removeTree,
  temporaryDirectory,
} from "@llmch/files";
import { accepted, type Environment, type Refusal, type Result, refusal, rejected } from "@llmch/text";

/** A repo, as far as its temporary folders depend on it. */
interface Place {
  readonly root: string;
  readonly commonDir: string;
  readonly env: Environment;
}

/** The folders in which to make worktrees, the best first: never inside the user's checkout (contract §6). */
export const temporaryRoots = ({ root, commonDir, env }: Place): readonly string[] => {
  const found = new Set<string>();
  for (const candidate of [temporaryDirectory(env), "/tmp", "/var/tmp", dirname(root)]) {
    if (!statSync(candidate, { throwIfNoEntry: false })?.isDirectory()) continue;
    const real = realpathSync(candidate);
    if (!isInside(root, real) && !isInside(commonDir, real)) found.add(real);
  }
  return [...found];
};

/** Makes a folder for this process alone, readable only by its user. Throws if no place is writable. */
export const makeTemporaryFolder = (repo: Place): string => {
  const made = openTemporaryFolder(repo);
  if (made.ok) return made.value;
  throw new Error(made.issues[0].message);
};

/** The same, for those who can refuse. */
export const openTemporaryFolder = (repo: Place): Result<string, Refusal> => {
  const roots = temporaryRoots(repo);
  const faults: string[] = [];
  for (const root of roots) {
    const folder = join(root, newOwnedName());
    try {
      mkdirSync(folder, { mode: 0o700 });
      return accepted(folder);
    } catch (fault) {
      faults.push(`${root}: ${faultInWords(fault)}`);
    }
  }
  return rejected(noRoom(`no temporary folder can be written (${faults.join(", ")})`));
};

/** In a folder with a short name: its owned name. */
export const OWNER_FILE = "_owner";

/** The same with a short name. It is made aside and renamed, so that a folder always has an owner, whenever llmch is killed. */
export const makeShortFolder = (repo: Place): string => {
  const made = makeTemporaryFolder(repo);
  const folder = join(dirname(made), newShortName());
  try {
    writeFileSync(join(made, OWNER_FILE), basename(made), { flag: "wx" });
    renameSync(made, folder);
  } catch (fault) {
    removeTree(made);
    throw fault;
  }
  return folder;
};

/** The owned name of one of llmch's folders; null for others, and for a short one that is gone. */
export const ownedNameOf = (folder: string): string | null => {
  const name = isShortName(basename(folder)) ? (keptText(join(folder, OWNER_FILE), "none") ?? "") : basename(folder);
  return ownerOf(name) === null ? null : name;
};

/** Removes one that holds no more than its owner, which is known to the end. Throws if it cannot: then it is where it was. */
export const removeEmptied = (folder: string): void => {
  const owned = join(dirname(folder), ownedNameOf(folder) ?? basename(folder));
  if (owned !== folder) renameSync(folder, owned);
  try {
    removeTree(owned);
  } catch (fault) {
    if (owned !== folder && existsSync(owned)) putBack(owned, folder);
    throw fault;
  }
};

const putBack = (owned: string, folder: string): void => {
  writeFileSync(join(owned, OWNER_FILE), basename(owned));
  renameSync(owned, folder);
};

/** Refuses because nothing can be written there, as on a full disk. */
export const noRoom = (message: string): Refusal =>
  refusal("not-writable", message, "make room there, or name another folder in TMPDIR");
