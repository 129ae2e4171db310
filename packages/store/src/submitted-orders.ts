import { copyFileSync, lstatSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { DESIGN_FILE } from "@llmch/contract";
import { isFolder, isInside, keptText, namesIn } from "@llmch/files";
import type { JsonObject } from "@llmch/text";
import { MANIFEST_FILE } from "./plan-directory.ts";

/** What a request names, and what its paths start from. */
interface Asked {
  readonly request: JsonObject;
  readonly cwd: string;
}

const SUBMITTED = "submitted";
const CAME_FROM = "came_from.txt";
const BESIDE = [MANIFEST_FILE, DESIGN_FILE];

/** The orders that a request names by their path, with all files that count of them; null if it names none that are there as plain files. */
export const namedOrders = ({ request, cwd }: Asked) => {
  const member = request.orders === undefined ? "order" : "orders";
  const named = request[member];
  if (typeof named !== "string") return null;
  const path = resolve(cwd, named);
  const [folder, name] = isFolder(path) ? [path, ""] : [dirname(path), basename(path)];
  const isMeant = (each: string) => (name === "" ? /^WO-[0-9]+\.json$/.test(each) : each === name);
  const names = namesIn(folder).filter((each) => isMeant(each) || BESIDE.includes(each));
  const isWhole = names.some(isMeant) && names.every((each) => lstatSync(join(folder, each)).isFile());
  return isWhole ? { member, folder, name, names } : null;
};

/**
 * Copies the orders that a request names into its run's folder, since somebody may edit them until they are carried out; gives the request
 * that names the copy. What lies among the records is left, unless the run is carried out elsewhere: nobody edits that. Throws the machine's
 * fault.
 * @param lasting the name that the folder will have
 */
export const withSubmittedOrders = (
  asked: Asked & { readonly isElsewhere?: boolean },
  root: string,
  directory: string,
  lasting: string,
): JsonObject => {
  const named = namedOrders(asked);
  if (named === null || (asked.isElsewhere !== true && isInside(root, named.folder))) return asked.request;
  mkdirSync(join(directory, SUBMITTED));
  for (const each of named.names) copyFileSync(join(named.folder, each), join(directory, SUBMITTED, each));
  writeFileSync(join(directory, SUBMITTED, CAME_FROM), named.folder);
  return { ...asked.request, [named.member]: join(lasting, SUBMITTED, named.name) };
};

/** A request that names orders in its run's folder names them where that folder is by now: it may have come from another machine. */
export const submittedHere = (request: JsonObject, directory: string): JsonObject => {
  const member = request.orders === undefined ? "order" : "orders";
  const named = request[member];
  const parts = typeof named === "string" ? named.split("/") : [];
  const at = parts.lastIndexOf(SUBMITTED);
  return at > 0 && parts.length - at <= 2 && parts[at - 1] === basename(directory)
    ? { ...request, [member]: join(directory, ...parts.slice(at)) }
    : request;
};

/** The folder that submitted orders were copied from: what it holds is as hidden from commands as the copy. */
export const submittedFrom = (folder: string): string | null => keptText(join(folder, CAME_FROM), "none");
