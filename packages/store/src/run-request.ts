import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { RunKind } from "@llmch/contract";
import {
  isLeftByDead,
  jsonText,
  makeDirectory,
  namesIn,
  newOwnedName,
  syncDirectory,
  writeFileAtomic,
} from "@llmch/files";
import {
  accepted,
  type Environment,
  isJsonObject,
  type JsonObject,
  type Result,
  readJson,
  rejected,
} from "@llmch/text";
import { readOwnText } from "./own-text.ts";
import { isMark, newRunMark, type RunPlace } from "./run-mark.ts";
import { submittedHere, withSubmittedOrders } from "./submitted-orders.ts";

/** What a run was asked to do. It stands in the run's folder before the run's first event, so that it can be carried on from nothing. */
export interface RunRequest {
  /** The operation's name, as a command has it. */
  readonly operation: string;
  readonly request: JsonObject;
  /** Settings that the caller named explicitly, by name. */
  readonly given: JsonObject;
  /** What relative paths in the request start from. */
  readonly cwd: string;
  /** While a job of a queue with the same key is open, no other is made. */
  readonly dedupKey?: string | undefined;
  /** A program asked for it, over MCP or the API: no person has seen what it had planned. */
  readonly by?: "program" | undefined;
  /** A person agreed to the commands, network and context of all of its orders before they were there (contract §11). */
  readonly consent?: boolean | undefined;
}

/** A request as found in a run's folder. */
export interface FoundRequest extends RunRequest {
  /** Whether this user made it on this machine, and nobody changed it since. */
  readonly isOwn: boolean;
}

export const REQUEST_FILE = "request.json";
const FORMAT = "llmch.request/1";

/** The document that keeps a request. It must not contain secrets any more: the mark is made of what is written. */
export const requestDocument = (
  env: Environment,
  place: Pick<RunPlace, "runId">,
  { operation, request, given, cwd, ...more }: RunRequest,
): JsonObject => {
  const body = { format: FORMAT, operation, request, given, cwd, ...optionalMembers(more) };
  return { ...body, mark: newRunMark(env, place, body) };
};

const optionalMembers = ({ dedupKey, by, consent }: Pick<RunRequest, "dedupKey" | "by" | "consent">) => ({
  ...(dedupKey === undefined ? {} : { dedup_key: dedupKey }),
  ...(by === undefined ? {} : { by }),
  ...(consent === true ? { consent } : {}),
});

/** Where a run's folder is made. */
interface NewRunPlace {
  readonly root: string;
  readonly kind: RunKind;
  readonly runId: string;
  /** Whether another machine carries it out, which has nothing but this folder. */
  readonly isElsewhere?: boolean;
}

/** Makes the folder of a run that is to be carried out by another process, with its request: both are on disk on return. */
export const writeRequest = async (
  env: Environment,
  { root, kind, runId, isElsewhere = false }: NewRunPlace,
  asked: RunRequest,
): Promise<void> => {
  const parent = join(root, kind);
  makeDirectory(parent);
  for (const name of namesIn(parent))
    if (isLeftByDead(name)) rmSync(join(parent, name), { recursive: true, force: true });
  // A folder appears with its request, whenever this process is killed.
  const directory = join(parent, newOwnedName());
  try {
    mkdirSync(directory);
    const request = withSubmittedOrders({ ...asked, isElsewhere }, root, directory, join(parent, runId));
    const document = requestDocument(env, { runId }, { ...asked, request });
    await writeFileAtomic(join(directory, REQUEST_FILE), jsonText(document));
    syncDirectory(directory);
    renameSync(directory, join(parent, runId));
  } catch (fault) {
    rmSync(directory, { recursive: true, force: true });
    throw fault;
  }
  syncDirectory(parent);
};

/** The request in a run's folder; null if there is none. Anybody may have written it: its members are for the operation to judge. */
export const readRequest = (env: Environment, place: RunPlace): Result<FoundRequest, string> | null => {
  const text = readOwnText(join(place.directory, REQUEST_FILE));
  if (!text.ok) return text.issues[0] === "it is missing" ? null : text;
  const read = readJson(text.value);
  if (!read.ok || !isJsonObject(read.value)) return rejected("it is no JSON object");
  const { format, operation, request, given = {}, cwd, dedup_key: dedupKey, by, consent, mark, ...others } = read.value;
  if (format !== FORMAT) return rejected(`its format is not ${FORMAT}`);
  const [stranger] = Object.keys(others);
  if (stranger !== undefined) return rejected(`it has an unknown member ${JSON.stringify(stranger)}`);
  if (typeof operation !== "string") return rejected("operation must be a text");
  if (request === undefined || !isJsonObject(request)) return rejected("request must be an object");
  if (!isJsonObject(given)) return rejected("given must be an object");
  if (typeof cwd !== "string") return rejected("cwd must be a text");
  if (dedupKey !== undefined && typeof dedupKey !== "string") return rejected("dedup_key must be a text");
  if (by !== undefined && by !== "program") return rejected('by must be "program"');
  if (consent !== undefined && consent !== true) return rejected("consent must be true");
  const more: Pick<RunRequest, "dedupKey" | "by" | "consent"> = { dedupKey, by, consent };
  const isOwn = isMark(env, place, { format, operation, request, given, cwd, ...optionalMembers(more) }, mark);
  return accepted({ operation, request: submittedHere(request, place.directory), given, cwd, ...more, isOwn });
};
