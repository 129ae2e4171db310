import { statSync } from "node:fs";
import { join } from "node:path";
import { newOwnedName } from "@llmch/files";
import { endedBy, readQueueRecord, STARTING, writeQueueRecord } from "@llmch/store";
import type { RunState } from "@llmch/story";
import { accepted, EXIT, type JsonObject, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import type { OutcomeError } from "../outcome.ts";
import type { Listing } from "./listing.ts";
import { resumeProcess, type Starter } from "./resume-process.ts";
import { whileAlone } from "./while-alone.ts";

/** What the parts of a queue work with. */
export interface QueueHost {
  /** Makes its folder, if there is none. */
  readonly open: () => Result<unknown, Refusal>;
  /** Where locks lie, for a moment each. */
  readonly locks: string;
  readonly root: string;
  readonly listing: Listing;
  readonly starter: Omit<Starter, "artifactsDir">;
  /** The processes that this one has started, by their runs. */
  readonly children: Map<string, number>;
}

export const noJob = (id: string): Refusal =>
  refusal("no-such-run", `there is no job ${id}`, "`llmch runs` lists the runs that are kept in a folder");

type Started = Promise<Result<{ readonly ended: Promise<void> }, OutcomeError>>;

/** Has a process of its own carry a queued job on. It is counted before it is started: one that dies at once is not started for ever. */
export const start = (id: string, host: QueueHost): Started => startIf(id, host, (state) => state === "queued");

/** The same, of any run that no process works on. */
export const startAny = (id: string, host: QueueHost): Started => startIf(id, host, (state) => state !== "running");

const startIf = (id: string, host: QueueHost, mayStart: (state: RunState) => boolean): Started =>
  whileAlone(host.locks, id, async () => {
    const { root, listing, starter, children } = host;
    const found = await listing.one(id);
    if (found === null) return rejected(noJob(id));
    const { directory, record, journalBytes, hasEnded, raise, job, asked } = found;
    if (!mayStart(job.state) || asked?.isOwn !== true)
      return rejected(refusal("not-queued", `the job ${id} is ${job.state}`, "only a queued one is started"));
    const again = record.journalBytes === journalBytes ? record.again : null;
    const next = { ...record, again, starts: hasEnded ? 1 : record.starts + 1, journalBytes, ended: null };
    await writeQueueRecord(directory, { ...next, process: STARTING });
    const child = await resumeProcess(id, root, starter, root, again ?? raise?.split(" "));
    await writeQueueRecord(directory, { ...next, process: child.ok ? newOwnedName(child.value.pid) : null });
    if (!child.ok) return child;
    children.set(id, child.value.pid);
    const ended = child.value.ended
      .finally(() => children.delete(id))
      .then((document) => note(id, directory, document, host));
    return accepted({ ended });
  });

/** Keeps what a process said that ended without an event. */
const note = async (id: string, directory: string, document: JsonObject | null, host: QueueHost): Promise<void> => {
  await whileAlone(host.locks, id, async () => {
    const record = readQueueRecord(directory);
    const { size = 0 } = statSync(join(directory, "events.jsonl"), { throwIfNoEntry: false }) ?? {};
    const ended = document && endedBy(document);
    // It may be gone by now, and an interrupted process has only died.
    const isToldSo = ended !== null && ended.exitCode !== EXIT.interrupted && size === record.journalBytes;
    if (!isToldSo || statSync(directory, { throwIfNoEntry: false }) === undefined) return accepted(null);
    // Another process has its branch: it has not been tried.
    const isLocked = ended.errors.some(({ code }) => code === "locked");
    await writeQueueRecord(directory, isLocked ? { ...record, starts: record.starts - 1 } : { ...record, ended });
    return accepted(null);
  });
};
