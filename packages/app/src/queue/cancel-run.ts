import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Context } from "@llmch/config";
import { isDead, thisMachine } from "@llmch/files";
import { namedRun, runNow, storedSummaries } from "@llmch/records";
import { isOwnRun, markCancelled, readQueueRecord, readRequest, resolveArtifactsRoot, writerOf } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/text";

/** A run that is interrupted puts everything back within two seconds. */
const PATIENCE_MS = 5000;
const POLL_MS = 50;

/** Ends a run as Ctrl-C does. Other than that, it is never heard as asking again to end at once, however many ask. */
export const ASKING = "SIGHUP";

/** Interrupts the process that carries out a run, as Ctrl-C does, and waits until it has ended. A run that waits is marked. */
export const cancelRun = async (
  run: string,
  artifactsDir: string | undefined,
  { env, cwd }: Pick<Context, "env" | "cwd">,
): Promise<Result<string, Refusal>> => {
  const root = resolveArtifactsRoot(artifactsDir, env, cwd);
  const summaries = storedSummaries(root);
  const found = namedRun(summaries, run);
  if (!found.ok) return found;
  const { kind, runId } = found.value;
  const directory = join(root, kind, runId);
  const writer = writerOf(directory);
  if (writer === null || isDead(writer)) {
    const { state, asked } = await runNow(summaries, found.value, env);
    if (asked?.isOwn === true && (state === "waiting" || state === "queued")) {
      await markCancelled(directory);
      return accepted(runId);
    }
    return rejected(refusal("run-dead", `no process works on ${runId}`, `\`llmch show ${runId}\` tells how it stands`));
  }
  if (writer.machine !== thisMachine())
    return rejected(refusal("run-dead", `${runId} is worked on by another machine`, "cancel it there"));
  // Whoever can write a folder can name any process in it.
  const stored = await readStoredRun(root, kind, runId);
  const asked = readRequest(env, { directory, runId });
  const isOwn = (stored.ok && (await isOwnRun(env, stored.value))) || (asked?.ok === true && asked.value.isOwn);
  if (!isOwn || writer.pid <= 1) {
    const message = `the run ${runId} was begun elsewhere, or was changed since, so the process that it names is left alone`;
    return rejected(refusal("run-dead", message, "if you trust it, end it yourself, with Ctrl-C or `kill`"));
  }
  if (readQueueRecord(directory).process !== null) await markCancelled(directory);
  process.kill(writer.pid, ASKING);
  for (const until = performance.now() + PATIENCE_MS; !isDead(writer) && performance.now() < until; )
    await setTimeout(POLL_MS);
  return accepted(runId);
};
