import { setTimeout } from "node:timers/promises";
import { newEventsOf, newLinesOf, type StoredRunName } from "@llmch/app/pages";
import type { Job, Queue } from "@llmch/app/queue";
import { OPEN } from "@llmch/story";
import { plain, type Reply } from "../http/route.ts";

/** How often a stream looks whether there is something to tell. */
const LOOK_MS = 1000;

/** Looks once for all who ask within a second: many clients cost no more than one. */
const shared = <Found>(look: (queue: Queue, id: string) => Promise<Found>) => {
  const known = new WeakMap<Queue, Map<string, Promise<Found>>>();
  return (queue: Queue, id = ""): Promise<Found> => {
    const looks = known.get(queue) ?? new Map<string, Promise<Found>>();
    known.set(queue, looks);
    const before = looks.get(id);
    if (before !== undefined) return before;
    const found = look(queue, id);
    looks.set(id, found);
    void setTimeout(LOOK_MS, undefined, { ref: false }).then(() => looks.delete(id));
    return found;
  };
};

const jobNow = shared((queue, id) => queue.job(id));
const listNow = shared((queue) => queue.jobs());

/** A job's own events after that one, to its end. */
export const jobEvents = ({ kind, id, state }: Job, after: number, queue: Queue): Reply => {
  const untold = framesAfter(queue.root, { kind, runId: id }, after);
  let text = OPEN.has(state) ? "" : untold();
  if (!OPEN.has(state) && text === "") return NO_MORE;
  return streamOf(async () => {
    // Asked first: what its process wrote before it ended is then read.
    const now = await jobNow(queue, id);
    const told = text || untold();
    text = "";
    return told === "" && !isOpen(now) ? null : told;
  });
};

/** Tells an open page that something happened in a job's run or in a part of it, until it ends. */
export const jobNews = (job: Job, queue: Queue): Reply => {
  if (!isOpen(job)) return NO_MORE;
  const happened = newEventsOf(queue.root, { kind: job.kind, runId: job.result });
  let count = 0;
  return newsOf(async () => {
    const now = await jobNow(queue, job.id);
    count += happened().length;
    return { stands: JSON.stringify([count, now?.state, now?.needs]), isOver: !isOpen(now) };
  });
};

/** Tells an open page that the list of jobs is another. */
export const listNews = (queue: Queue): Reply =>
  newsOf(async () => {
    const jobs = (await listNow(queue)).map(({ id, state, needs }) => [id, state, needs.map(({ sha256 }) => sha256)]);
    return { stands: JSON.stringify(jobs), isOver: false };
  });

const isOpen = (job: Job | null): boolean => job !== null && OPEN.has(job.state);

/** A browser asks no more of such a stream. */
const NO_MORE = plain("", 204);

const newsOf = (look: () => Promise<{ readonly stands: string; readonly isOver: boolean }>): Reply => {
  let before = "";
  return streamOf(async () => {
    const { stands, isOver } = await look();
    if (stands === before) return isOver ? null : "";
    before = stands;
    return "data: news\n\n";
  });
};

/**
 * Server-sent events.
 * @param look gives what there is to tell, and null once there will be no more. It is called again once the client has read that: nothing
 * is kept for one that does not read, and it keeps nobody waiting
 */
const streamOf = (look: () => Promise<string | null>): Reply => ({
  async *stream(gone) {
    for (let silent = 0; !gone.aborted; ) {
      const text = await look();
      if (text === null) return;
      silent = text === "" ? silent + 1 : 0;
      if (text !== "") yield text;
      else await setTimeout(LOOK_MS, undefined, { signal: gone }).catch(() => {});
      // Shows that it lives.
      if (silent % 15 === 14) yield ":\n\n";
    }
  },
});

/** A function that gives the events that came since it was last called, as a client reads them. */
const framesAfter = (root: string, run: StoredRunName, after: number): (() => string) => {
  const journal = newLinesOf(root, run);
  return () => {
    for (let lines = journal.next(); lines !== ""; lines = journal.next()) {
      const frames = lines.split("\n").flatMap((line) => {
        const event = eventIn(line);
        return event?.run_id === run.runId && Number(event.seq) > after ? [frameOf(Number(event.seq), line)] : [];
      });
      if (frames.length > 0) return frames.join("");
    }
    return "";
  };
};

const eventIn = (line: string): { readonly seq?: unknown; readonly run_id?: unknown } | null => {
  try {
    return Object(JSON.parse(line));
  } catch {
    // A crash may have torn it.
    return null;
  }
};

const frameOf = (seq: number, line: string): string => `id: ${seq}\ndata: ${line.replaceAll("\r", "")}\n\n`;
