import { dirname } from "node:path";
import { isOwnRun, type StoredRun } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";
import { type Environment, type Refusal, refusal } from "@llmch/text";
import { partOf } from "./part-of.ts";
import { isBegun } from "./unfinished-runs.ts";

/**
 * Why a run is read, and not gone on with (contract §11): it, or a run that is a part of it, is somebody else's, or was changed since. Null
 * if all of it is this user's.
 */
export const notOwnFault = async (env: Environment, stored: StoredRun): Promise<Refusal | null> =>
  (await isWhollyOwn(env, stored)) ? null : notOwn(stored);

const isWhollyOwn = async (env: Environment, stored: StoredRun): Promise<boolean> => {
  if (!(await isOwnRun(env, stored))) return false;
  const root = dirname(dirname(stored.directory));
  for (const event of stored.journal.all) {
    const part = partOf(event);
    const run = part === null ? null : await readStoredRun(root, part.kind, part.runId);
    if (run?.ok === true && isBegun(run.value.journal.events) && !(await isWhollyOwn(env, run.value))) return false;
  }
  return true;
};

/** The same, of a run of which that is known. */
export const notOwn = ({ kind, runId }: Pick<StoredRun, "kind" | "runId">): Refusal =>
  refusal(
    "not-resumable",
    `the run ${runId} was begun elsewhere, or was changed since: it is read, not gone on with`,
    `${INSTEAD[kind](runId)}; or name the key of whoever began it: LLMCH_KEY_FILE`,
  );

const answers =
  (command: string) =>
  (runId: string): string =>
    `\`llmch ${command} --answers ${runId}\` takes its answers in a run of your own, and asks for the rest`;

const INSTEAD: Readonly<Record<StoredRun["kind"], (runId: string) => string>> = {
  factory: answers("run ORDER"),
  "run-all": answers("run-all"),
  planner: answers("plan SPEC"),
  build: answers("build SPEC"),
  ask: () => "ask it again",
};
