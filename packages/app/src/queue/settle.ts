import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Decision } from "@llmch/contract";
import { isLive } from "@llmch/records";
import { isBeingWritten, markCancelled, readQueueRecord, writeQueueRecord } from "@llmch/store";
import type { RunState } from "@llmch/story";
import { accepted, createRedactor, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import type { OutcomeError } from "../outcome.ts";
import { recordDecision } from "../runs/resume/record-decision.ts";
import { ASKING, cancelRun } from "./cancel-run.ts";
import type { Job } from "./job.ts";
import type { Reading } from "./read-job.ts";
import { noJob, type QueueHost } from "./start.ts";
import { whileAlone } from "./while-alone.ts";

type Settled = Result<Job, OutcomeError>;

/** Decides what a job waits for. */
export const decide = async (
  id: string,
  decision: Decision,
  of: { readonly id: string; readonly sha256: string },
  host: QueueHost,
): Promise<Settled> => {
  const found = await host.listing.one(id);
  if (found === null) return rejected(noJob(id));
  if (found.job.state === "passed")
    return rejected(refusal("decided", `the job ${id} has passed`, "there is nothing left to decide"));
  const { root, starter } = host;
  const recorded = await recordDecision(root, { run: id, ...of }, { ...decision, through: "page" as const }, starter);
  return recorded.ok ? jobNow(id, host) : recorded;
};

/** How a person has a job go on that used up its attempts: without an order, or with two more attempts and words for the next one. */
export interface GoingOn {
  readonly skip?: string | null;
  readonly brief?: string | null;
}

/** Has the queue go on with a job that stopped or was refused, or try again one that failed. */
export const goOn = (id: string, { skip, brief }: GoingOn, host: QueueHost): Promise<Settled> =>
  changed(id, host, async ({ directory, record, journalBytes, job, asked }) => {
    if (!GOES_ON.has(job.state))
      return refusal("not-queued", `the job ${id} is ${job.state}`, "only one that stopped goes on");
    const flags = skip ? ["--skip", skip] : ["--max-attempts", "+2", ...(brief ? [`--brief=${brief}`] : [])];
    const hasFailed = job.state === "failed";
    if (hasFailed && !job.next.some(({ command }) => command.includes(` ${flags.slice(0, 2).join(" ")}`)))
      return refusal("not-resumable", `${id} does not go on like that`, `\`llmch show ${id}\` says what comes next`);
    if (asked?.isOwn !== true || job.kind === "ask")
      return refusal("not-resumable", `${id} is gone on with by hand`, `\`llmch show ${id}\` names the command`);
    await writeQueueRecord(directory, {
      ...{ ...record, starts: 0, journalBytes, ended: null },
      again: hasFailed ? createRedactor(host.starter.secrets).value(flags) : null,
    });
    return null;
  });

const GOES_ON: ReadonlySet<RunState> = new Set(["stopped", "interrupted", "refused", "failed"]);

/** Ends a job for good: the mark comes first, so that it is not started again, and then its process. */
export const cancel = async (id: string, host: QueueHost): Promise<Settled> => {
  const marked = await changed(id, host, async ({ directory, job }) => {
    const over = overFault(job);
    if (over !== null) return over;
    if (job.state !== "cancelled") await markCancelled(directory);
    return null;
  });
  if (!marked.ok) return marked;
  const directory = join(host.root, marked.value.kind, id);
  if (!isLive(directory, readQueueRecord(directory))) return marked;
  const until = performance.now() + PATIENCE_MS;
  await interrupt(marked.value, host);
  while (isLive(directory, readQueueRecord(directory)) && performance.now() < until) await setTimeout(POLL_MS);
  return jobNow(id, host);
};

/** Why a job cannot be cancelled; null if it can. */
export const overFault = ({ id, state }: Pick<Job, "id" | "state">): Refusal | null =>
  state === "passed" || state === "failed" || state === "refused"
    ? refusal("ended", `the job ${id} has ended`, "there is nothing left to cancel")
    : null;

/** A run that is interrupted puts everything back within two seconds. */
const PATIENCE_MS = 5000;
const POLL_MS = 50;

/** Interrupts the process that carries a job out, if there is one by now. */
export const interrupt = async ({ id, kind }: Job, { root, starter, children }: QueueHost): Promise<void> => {
  const pid = children.get(id);
  if (pid !== undefined) process.kill(pid, ASKING);
  else if (isBeingWritten(join(root, kind, id))) await cancelRun(id, root, starter);
};

const jobNow = async (id: string, { listing }: QueueHost): Promise<Settled> => {
  const found = await listing.one(id);
  return found === null ? rejected(noJob(id)) : accepted(found.job);
};

/** Changes what is noted of a job, as it stands now, unless that is refused. */
const changed = (
  id: string,
  host: QueueHost,
  change: (found: Reading) => Promise<OutcomeError | null>,
): Promise<Settled> =>
  whileAlone(host.locks, id, async () => {
    const found = await host.listing.one(id);
    if (found === null) return rejected(noJob(id));
    if (found.asked === null)
      return rejected(
        refusal("not-resumable", `${id} is a part of another run`, "say it of the job that it belongs to"),
      );
    const refused = await change(found);
    return refused === null ? jobNow(id, host) : rejected(refused);
  });
