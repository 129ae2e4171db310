import { type Asked, done, type Outcome, perform as performHere, refused, type World } from "@llmch/app";
import type { Installed } from "@llmch/serve";
import { accepted, EXIT, type Refusal, type Result, refusal } from "@llmch/text";
import { openQueue } from "./database.ts";

/** Does what a command asks of the runs of a database, and closes that. */
export interface SharedRuns {
  readonly perform: (asked: Asked, world: World) => Promise<Outcome>;
}

/**
 * The runs of the database that the environment names: they are looked at in copies, and what a person decides is sent to the worker that
 * goes on with them.
 */
export const openSharedRuns = async (
  installed: Installed,
  say: (line: string) => void,
): Promise<Result<SharedRuns, Refusal>> => {
  const opened = await openQueue(undefined, installed, say);
  if (!opened.ok || opened.value === null) return opened.ok ? accepted({ perform: performHere }) : opened;
  const { queue, close } = opened.value;
  const perform: SharedRuns["perform"] = async ({ operation, request, ...more }, world) => {
    try {
      await queue.update();
      if (operation === "resume") return await resume(request);
      const isDecision = operation === "decide";
      const placed = { ...request, artifactsDir: queue.root, ...(isDecision ? { resume: false } : {}) };
      const outcome = await performHere({ operation, request: placed, ...more }, world);
      if (!isDecision || outcome.exitCode !== EXIT.ok || !outcome.runId) return outcome;
      const sent = await queue.forward(outcome.runId);
      if (!sent.ok) return refused(sent.issues);
      say("a worker goes on with it, unless it waits for something else");
      return { ...outcome, result: { ...Object(outcome.result), next: `llmch show ${outcome.runId}` } };
    } finally {
      await close();
    }
  };
  const resume = async ({ run, skip, brief }: Asked["request"]): Promise<Outcome> => {
    const named = typeof run === "string" ? run.toUpperCase() : "";
    const [job, another] = (await queue.jobs()).filter(({ id }) => id.startsWith(named));
    if (job === undefined)
      return refused([refusal("no-such-run", `there is no job ${named}`, "`llmch runs` lists them")]);
    if (another !== undefined && named !== "" && named.length < job.id.length)
      return refused([refusal("ambiguous-run", `${named} begins several runs`, "give more of the id")]);
    const [left] = Array.isArray(skip) ? skip.map(String) : [];
    const going = await queue.goOn(job.id, { skip: left ?? null, brief: typeof brief === "string" ? brief : null });
    if (!going.ok) return refused(going.issues);
    say(`a worker goes on with ${job.id}`);
    return done(null, { runId: job.id });
  };
  return accepted({ perform });
};
