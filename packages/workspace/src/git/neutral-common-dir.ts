import { existsSync, mkdirSync, readdirSync, readlinkSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  errnoOf,
  faultInWords,
  isInside,
  isLeftByDead,
  keptText,
  makeDirectory,
  namesIn,
  newOwnedName,
  realLocation,
  removeTree,
  temporaryDirectory,
} from "@llmch/files";
import { type Environment, sha256Hex } from "@llmch/text";
import { cacheFolder, isOursAlone } from "../places/cache-folder.ts";
import type { GitCheckout } from "./git-folders.ts";

/** The parts of a repo's shared folder that git may see. Not its configuration, and not its hooks. */
const SHARED = ["info", "logs", "objects", "packed-refs", "refs", "reftable", "shallow", "worktrees"];
const NAMES = [...SHARED, "config"].sort();

/**
 * A folder in place of a repo's shared one (`GIT_COMMON_DIR`): links to its objects, refs and records, and llmch's own `config`.
 * So git never reads what the repo's files tell it to run, ask or read (reliability, G1); no setting has to be overridden, and
 * none can be forgotten. It holds nothing else, so it is kept from run to run in the user's cache, one for each repo. Each call
 * repairs it if needed. Throws if no place is writable.
 */
export const neutralCommonDir = (checkout: Checkout, env: Environment): ((config: string) => string) => {
  const { commonDir } = checkout;
  const places = placesFor(checkout, env);
  let found: string | null = null;
  return (config) => {
    const faults: string[] = [];
    for (const home of found === null ? places : [found, ...places]) {
      try {
        const folder = join(home, sha256Hex(commonDir).slice(0, 32));
        if (!isSafe(home) || !isAsItMustBe(folder, commonDir)) make(home, folder, commonDir, config);
        writeConfig(folder, config);
        found = home;
        return folder;
      } catch (fault) {
        faults.push(`${home}: ${faultInWords(fault)}`);
      }
    }
    throw new Error(`no folder for git's view of the repo can be written (${[...new Set(faults)].join(", ")})`);
  };
};

type Checkout = Pick<GitCheckout, "root" | "commonDir">;

/** Never inside the repo, where it would count as a change of the user's. */
const placesFor = ({ root, commonDir }: Checkout, env: Environment): readonly string[] =>
  [cacheFolder(env) ?? [], join(temporaryDirectory(env), OWN), join("/tmp", OWN)]
    .flat()
    .map((place) => join(place, "git"))
    .filter((place) => !isInside(commonDir, place) && !isInside(root, realLocation(place)));

const OWN = `llmch-${process.getuid?.() ?? ""}`;

/** True if only this user can write to the folder, and it has exactly the expected links. */
const isAsItMustBe = (folder: string, commonDir: string): boolean => {
  if (!isOursAlone(folder)) return false;
  const names = readdirSync(folder).sort();
  if (names.length !== NAMES.length || names.some((name, index) => name !== NAMES[index])) return false;
  return SHARED.every((name) => linkAt(join(folder, name)) === join(commonDir, name));
};

/** Nobody else can put another folder in its place. */
const isSafe = (home: string): boolean => isOursAlone(home) && isOursAlone(dirname(home));

const linkAt = (path: string): string | null => {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
};

/** Made aside and renamed, so that nobody sees a partial one. */
const make = (home: string, folder: string, commonDir: string, config: string): void => {
  makeDirectory(home, 0o700);
  if (!isSafe(home)) throw new Error(`${home} is not ours alone`);
  prune(home);
  const making = join(home, newOwnedName());
  mkdirSync(making, { mode: 0o700 });
  try {
    for (const name of SHARED) symlinkSync(join(commonDir, name), join(making, name));
    writeFileSync(join(making, "config"), config);
    removeTree(folder);
    renameSync(making, folder);
  } catch (fault) {
    removeTree(making);
    // Another process was faster.
    if (!["ENOTEMPTY", "EEXIST"].includes(errnoOf(fault) ?? "") || !isAsItMustBe(folder, commonDir)) throw fault;
  }
};

const writeConfig = (folder: string, config: string): void => {
  const file = join(folder, "config");
  if (keptText(file, "none") === config) return;
  const making = join(dirname(folder), newOwnedName());
  writeFileSync(making, config, { flag: "wx" });
  renameSync(making, file);
};

/** Removes the folders of repos that are gone, and what a killed process left. */
const prune = (home: string): void => {
  for (const name of namesIn(home)) {
    const objects = linkAt(join(home, name, "objects"));
    if (isLeftByDead(name) || (/^[0-9a-f]{32}$/.test(name) && objects !== null && !existsSync(objects)))
      removeTree(join(home, name));
  }
};
