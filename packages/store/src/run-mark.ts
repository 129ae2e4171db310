import { createHmac, timingSafeEqual } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import type { RunEvent } from "@llmch/contract";
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
import { readOwnText } from "./own-text.ts";
import type { StoredRun } from "./stored-run.ts";

/** A run's folder and id. */
export interface RunPlace {
  readonly directory: string;
  readonly runId: string;
}

/**
 * The mark that binds a run to the user and machine that start it: a keyed hash of its id, its folder and its first event, and so
 * of its request. Null if no key can be stored.
 */
export const newRunMark = (env: Environment, { directory, runId }: RunPlace, beginning: object): string | null => {
  const key = keptMachineKey(env);
  return key === null ? null : markBy(key, directory, runId, beginning);
};

/** The mark of a run that this user started on this machine; null for any other run, and for one whose beginning was changed. */
export const ownRunMark = (env: Environment, { runId, directory, journal }: StoredRun): string | null => {
  const [beginning] = journal.events;
  if (beginning === undefined) return null;
  const said = ("mark" in beginning ? beginning.mark : null) ?? recordedMark(directory);
  if (said === null) return null;
  return isMark(env, { runId, directory }, bodyOf(beginning), said) ? said : null;
};

/** Whether it is the mark that this user gives that text on this machine, in that folder. */
export const isMark = (env: Environment, { directory, runId }: RunPlace, body: object, said: unknown): boolean => {
  const key = machineKey(env);
  if (key === null || typeof said !== "string") return false;
  const right = markBy(key, directory, runId, body);
  return said.length === right.length && timingSafeEqual(Buffer.from(said), Buffer.from(right));
};

const bodyOf = ({ seq: _, ts: __, run_id: ___, ...body }: RunEvent): object => ({ ...body, mark: undefined });

/** The folder itself counts: a copy of a run that was sent away and came back may contain anybody's answers. */
const markBy = (key: Buffer, directory: string, runId: string, beginning: object): string => {
  const body: JsonValue = JSON.parse(JSON.stringify(beginning));
  const { ino } = statSync(directory);
  return createHmac("sha256", key)
    .update(`llmch run ${runId} ${ino}\n${canonicalJson(body)}`)
    .digest("hex");
};

const recordedMark = (directory: string): string | null => {
  const text = readOwnText(join(directory, "run.json"));
  const record = text.ok ? readJson(text.value) : null;
  const mark = record?.ok === true && isJsonObject(record.value) ? member(record.value, "mark") : null;
  return typeof mark === "string" && SHA256_HEX.test(mark) ? mark : null;
};
