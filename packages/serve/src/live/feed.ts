import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { followLines } from "@llmch/app/detached";
import type { Job, Queue } from "@llmch/app/queue";
import { type Outlet, plain, type Reply } from "../http/route.ts";
import { createWatch, type Watch } from "./watch.ts";

/** Tells clients what happens in jobs, and to the list of them. None of them keeps the others waiting, or a run. */
export interface Feed {
  /** A job's own events after that one, to its end. Nothing is kept for a client that does not read. */
  events(job: Job, after: number): Reply;
  /** A number whenever the list of jobs may be another. */
  changes(): Reply;
  /** A job came, or changed: whoever waits is told at once. */
  changed(): void;
}

const JOURNAL_MS = 500;
const LIST_MS = 1000;
const LIST_PAUSE_MS = 500;

export const createFeed = (queue: Queue, signal: AbortSignal): Feed => {
  const watches = new Map<string, JobWatch>();
  const list = createWatch(async () => fingerprint(await queue.jobs()), LIST_MS, signal);
  return {
    events: (job, after) => {
      const file = join(queue.root, job.kind, job.id, "events.jsonl");
      const untold = framesAfter(file, job.id, after);
      let text = isOver(job) ? untold() : "";
      if (isOver(job) && text === "") return plain("", 204);
      return {
        stream: async (outlet, gone) => {
          const watch = watches.get(job.id) ?? watchJob(queue, job.id, file, signal);
          watches.set(job.id, watch);
          const leave = watch.join();
          try {
            for (let seen = 0; !gone.aborted; seen = await watch.next(seen, gone)) {
              // Asked first: what its process wrote before it ended is then read.
              const isLast = watch.isOver();
              for (text ||= untold(); text !== ""; text = untold()) if (!(await tell(outlet, text, gone))) return;
              if (isLast) return;
            }
          } finally {
            if (leave()) watches.delete(job.id);
          }
        },
      };
    },
    changes: () => ({
      stream: async (outlet, gone) => {
        const leave = list.join();
        try {
          for (let seen = await list.next(0, gone); !gone.aborted; seen = await list.next(seen, gone)) {
            if (!(await tell(outlet, `id: ${seen}\ndata: ${seen}\n\n`, gone))) return;
            await setTimeout(LIST_PAUSE_MS, undefined, { signal: gone }).catch(() => {});
          }
        } finally {
          leave();
        }
      },
    }),
    changed: () => list.wake(),
  };
};

interface JobWatch extends Watch {
  isOver(): boolean;
}

const watchJob = (queue: Queue, id: string, file: string, signal: AbortSignal): JobWatch => {
  let hasEnded = false;
  const look = async (): Promise<string> => {
    const job = await queue.job(id);
    hasEnded = job === null || isOver(job);
    return `${statSync(file, { throwIfNoEntry: false })?.size} ${hasEnded}`;
  };
  return { ...createWatch(look, JOURNAL_MS, signal), isOver: () => hasEnded };
};

const isOver = ({ state }: Job): boolean => state === "done" || state === "failed" || state === "cancelled";

const fingerprint = (jobs: readonly Job[]): string =>
  jobs.map(({ id, state, needs }) => `${id} ${state} ${needs.map((need) => need.sha256)}`).join("\n");

/** A function that gives the events that came since it was last called, as a client reads them. */
const framesAfter = (file: string, id: string, after: number): (() => string) => {
  const journal = followLines(file);
  return () => {
    for (let lines = journal.next(); lines !== ""; lines = journal.next()) {
      const frames = lines.split("\n").flatMap((line) => {
        const event = eventIn(line);
        return event?.run_id === id && Number(event.seq) > after ? [frameOf(Number(event.seq), line)] : [];
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

/** False once the client is gone. */
const tell = async (outlet: Outlet, text: string, gone: AbortSignal): Promise<boolean> => {
  if (!outlet.write(text)) await outlet.drained();
  return !gone.aborted;
};
