import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { MARK_FILE, readSeal, SEAL_FILE, sealDifferences } from "@llmch/contract";
import { entriesOf, filesBelow, readJsonLines, sha256 } from "@llmch/testkit";
import { isJsonObject } from "@llmch/text";

/**
 * Finds a run below an artifacts root whose journal has begun, and that did not end as it should: with one of these exit codes as its last
 * event, and with a seal that fits. Returns what is wrong with it, in words, or null.
 */
export const endedFault = (artifacts: string, codes: readonly number[]): string | null => {
  const runs = entriesOf(artifacts).flatMap((kind) => entriesOf(join(artifacts, kind)).map((id) => join(kind, id)));
  for (const run of runs.filter((name) => existsSync(join(artifacts, name, "events.jsonl")))) {
    const fault = faultOf(join(artifacts, run), codes);
    if (fault !== null) return `${run} ${fault}`;
  }
  return null;
};

const faultOf = (run: string, codes: readonly number[]): string | null => {
  const events = readJsonLines(run, "events.jsonl");
  const last = events.at(-1);
  if (last === undefined) return null;
  if (!isJsonObject(last) || last.type !== "run_finished") return `ends with ${JSON.stringify(last)}`;
  if (!codes.includes(Number(last.exit_code))) return `ends with exit ${last.exit_code}`;
  const files = filesBelow(run);
  if (!files.includes(SEAL_FILE)) return "has no seal";
  const seal = readSeal(readFileSync(join(run, SEAL_FILE), "utf8"));
  if (!seal.ok) return `has a bad seal: ${seal.issues[0]}`;
  const sealed = files
    .filter((path) => path !== SEAL_FILE && path !== MARK_FILE)
    .map((path) => ({
      path,
      bytes: statSync(join(run, path)).size,
      sha256: sha256(readFileSync(join(run, path))),
    }));
  const [difference] = sealDifferences(seal.value, sealed);
  return difference === undefined ? null : `differs from its seal: ${JSON.stringify(difference)}`;
};
