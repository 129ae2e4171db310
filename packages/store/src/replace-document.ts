import { rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  errnoOf,
  faultInWords,
  isLeftByDead,
  makeDirectory,
  namesIn,
  newOwnedName,
  readPart,
  realLocation,
  withRegularFile,
  writeFileAtomic,
} from "@llmch/files";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/text";

/** How much of a file it takes to recognise it. */
const BEGINNING_BYTES = 4096;

/**
 * Writes a document for a user, whole or not at all, and makes the missing folders. Replaces an existing file if `isOurs`
 * recognises its beginning, and refuses any other. Follows links.
 */
export const replaceDocument = async (
  path: string,
  text: string,
  isOurs: (beginning: string) => boolean,
): Promise<Result<null, Refusal>> => {
  const file = realLocation(path);
  try {
    const standing = await beginningOf(file);
    if (standing === FOLDER) {
      return rejected(refusal("output-exists", `${path} is a folder`, "name a file in it"));
    }
    if (standing !== null && !isOurs(standing)) {
      return rejected(
        refusal("output-exists", `${path} already exists, and llmch did not write it`, "name another file"),
      );
    }
    makeDirectory(dirname(file));
    await removeTorn(dirname(file));
    await writeFileAtomic(file, text, { temporary: `.${newOwnedName()}${TEMPORARY}` });
    return accepted(null);
  } catch (fault) {
    return rejected(refusal("not-writable", `${path} cannot be written (${faultInWords(fault)})`, "name another file"));
  }
};

const TEMPORARY = ".tmp";

/** Removes what a process left that was killed while writing a document there. Nothing else cleans a user's folder. */
const removeTorn = async (folder: string): Promise<void> => {
  for (const name of namesIn(folder)) {
    const isTorn = name.startsWith(".") && name.endsWith(TEMPORARY) && isLeftByDead(name.slice(1, -TEMPORARY.length));
    if (isTorn) await rm(join(folder, name), { force: true }).catch(() => {});
  }
};

const FOLDER: unique symbol = Symbol("folder");

/** Null if there is no file; empty if it is not a regular file, which is never llmch's own. */
const beginningOf = async (file: string): Promise<string | typeof FOLDER | null> => {
  try {
    const standing = await stat(file);
    if (!standing.isFile()) return standing.isDirectory() ? FOLDER : "";
    return withRegularFile(file, "any", ({ descriptor }) => readPart(descriptor, 0, BEGINNING_BYTES).toString());
  } catch (fault) {
    if (errnoOf(fault) === "ENOENT") return null;
    throw fault;
  }
};
