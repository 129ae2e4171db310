import { createHmac, timingSafeEqual } from "node:crypto";
import { existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MARK_FILE, type RunEvent, SEAL_FILE } from "@llmch/contract";
import { jsonText, writeFileAtomic } from "@llmch/files";
import {
  canonicalJson,
  type Environment,
  isJsonObject,
  type JsonValue,
  member,
  readJson,
  SHA256_HEX,
} from "@llmch/text";
import { keptMachineKey, machineKey } from "./machine-key.ts";
import { readOwnObject, readOwnText } from "./own-text.ts";
import { checkSeal } from "./seal-check.ts";
import { readStoredRun, type StoredRun } from "./stored-run.ts";

/** A run's folder and id. */
export interface RunPlace {
  readonly directory: string;
  readonly runId: string;
}

/** A mark that a text bears which this user's llmch writes for a run: a keyed hash of both. Null if no key can be stored. */
export const newRunMark = (env: Environment, { runId }: Pick<RunPlace, "runId">, body: object): string | null => {
  const key = keptMachineKey(env);
  return key === null ? null : markBy(key, `run ${runId}`, body);
};

/** Whether it is the mark that this user gives that text for that run. */
export const isMark = (env: Environment, { runId }: Pick<RunPlace, "runId">, body: object, said: unknown): boolean =>
  isMarkOf(env, `run ${runId}`, body, said);

/**
 * The mark of a run's beginning, and so of its request, in the folder in which it is carried out: what stands there besides nobody else has
 * written, as long as it stays there. Null if no key can be stored.
 */
export const beginningMark = (env: Environment, place: RunPlace, beginning: object): string | null => {
  const key = keptMachineKey(env);
  return key === null ? null : markBy(key, inPlace(place), beginning);
};

/** The same for a run whose session goes on: its folder may be another than the one in which it began. */
export const standingMark = (env: Environment, run: StoredRun): string | null => {
  const [beginning] = run.journal.events;
  return beginning === undefined ? null : beginningMark(env, run, bodyOf(beginning));
};

/**
 * Marks a folder that was brought here from another machine, once it is known that this user, or whoever else has their key, sent it. A
 * sealed one needs none.
 */
export const markStanding = async (
  env: Environment,
  { root, kind, runId }: { readonly root: string; readonly kind: StoredRun["kind"]; readonly runId: string },
): Promise<void> => {
  const stored = await readStoredRun(root, kind, runId);
  const mark = stored.ok ? standingMark(env, stored.value) : null;
  const file = join(root, kind, runId, "run.json");
  const record = mark === null || existsSync(join(root, kind, runId, SEAL_FILE)) ? null : readOwnObject(file);
  if (record !== null) await writeFileAtomic(file, jsonText({ ...record, mark }));
};

/** Marks a sealed folder as this user's, wherever it is taken. Without a key or room, or half written, it is nobody's elsewhere. */
export const markSealed = (env: Environment, { directory, runId }: RunPlace, head: string): void => {
  const mark = newRunMark(env, { runId }, { head });
  const file = join(directory, MARK_FILE);
  try {
    rmSync(file, { force: true });
    if (mark !== null) writeFileSync(file, `${mark}\n`, { flag: "wx" });
  } catch {
    // The disk may be full; the run has ended.
  }
};

/**
 * Whether this user, or whoever else has their key, carried the run out (contract §11): where it is, or before it was taken here as it
 * was sealed. False if its beginning was changed.
 */
export const isOwnRun = async (env: Environment, run: StoredRun): Promise<boolean> => {
  const { directory, runId, journal } = run;
  const [beginning] = journal.events;
  if (beginning === undefined) return false;
  const said = ["mark" in beginning ? beginning.mark : null, recordedMark(directory)];
  if (said.some((each) => isMarkOf(env, inPlace(run), bodyOf(beginning), each))) return true;
  const sealed = readOwnText(join(directory, MARK_FILE));
  if (!sealed.ok) return false;
  const seal = await checkSeal(directory);
  const isWhole = seal.kind === "read" && seal.differences.length === 0 && seal.others.length === 0;
  return isWhole && isMark(env, { runId }, { head: seal.head }, sealed.value.trim());
};

const isMarkOf = (env: Environment, what: string, body: object, said: unknown): boolean => {
  const key = machineKey(env);
  if (key === null || typeof said !== "string") return false;
  const right = markBy(key, what, body);
  return said.length === right.length && timingSafeEqual(Buffer.from(said), Buffer.from(right));
};

const bodyOf = ({ seq: _, ts: __, run_id: ___, ...body }: RunEvent): object => ({ ...body, mark: undefined });

/** A copy has another number. */
const inPlace = ({ directory, runId }: RunPlace): string => `begun ${runId} ${statSync(directory).ino}`;

const markBy = (key: Buffer, what: string, document: object): string => {
  const body: JsonValue = JSON.parse(JSON.stringify(document));
  return createHmac("sha256", key)
    .update(`llmch ${what}\n${canonicalJson(body)}`)
    .digest("hex");
};

const recordedMark = (directory: string): string | null => {
  const text = readOwnText(join(directory, "run.json"));
  const record = text.ok ? readJson(text.value) : null;
  const mark = record?.ok === true && isJsonObject(record.value) ? member(record.value, "mark") : null;
  return typeof mark === "string" && SHA256_HEX.test(mark) ? mark : null;
};
