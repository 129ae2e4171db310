import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { RunEvent, RunKind, RunVerdict } from "@llmch/contract";
import { inOnePiece, lenientInSteps } from "@llmch/contract/journals";
import { breathe, faultInWords, inTurns, startTurns } from "@llmch/files";
import { followLines, isBeingWritten, type LineFollower } from "@llmch/store";

/** A run that somebody else carries out. */
export interface Watched {
  /** The artifacts root. */
  readonly root: string;
  readonly kind: RunKind;
  readonly runId: string;
}

export type WatchEnding =
  | { readonly kind: "ended"; readonly verdict: RunVerdict; readonly exitCode: number }
  /** Nobody writes it any more, and it does not say how it ended. */
  | { readonly kind: "dead" }
  | { readonly kind: "unreadable"; readonly why: string }
  /** The watcher had enough; the run knows nothing of it. */
  | { readonly kind: "left" };

/** How often it is looked for what happened. */
const POLL_MS = 250;

/**
 * Follows a run to its end by what it writes: tells each of its events, and those of the orders of a run-all, in the sequence in which they
 * happened. Only reads: takes no lock, writes nothing, and a run that ends cannot tell that it was watched.
 */
export const watchRun = async (
  { root, kind, runId }: Watched,
  tell: (event: RunEvent) => void,
  signal: AbortSignal,
  pollMs = POLL_MS,
): Promise<WatchEnding> => {
  const directory = join(root, kind, runId);
  const journals = new Map([[runId, followLines(join(directory, "events.jsonl"))]]);
  let last: RunEvent | null = null;
  const turns = startTurns();
  const look = async (): Promise<void> => {
    const happened = await eventsOf(journals, root, signal);
    for (const event of happened) {
      if (turns.isOver()) await turns.take();
      if (event.run_id === runId) last = event;
      tell(event);
    }
  };
  try {
    while (!signal.aborted) {
      // Whoever writes may end between two looks: what was written before that is read first.
      const isWritten = isBeingWritten(directory);
      await look();
      const ending = endOf(last);
      if (ending !== null) return ending;
      if (!isWritten) return { kind: "dead" };
      await setTimeout(pollMs, undefined, { signal }).catch(() => {});
    }
    return { kind: "left" };
  } catch (fault) {
    if (signal.aborted) return { kind: "left" };
    return { kind: "unreadable", why: faultInWords(fault) };
  }
};

const endOf = (last: RunEvent | null): WatchEnding | null =>
  last?.type === "run_finished" ? { kind: "ended", verdict: last.verdict, exitCode: last.exit_code } : null;

/** What was written since the last time, also by the orders' runs that this names. */
const eventsOf = async (
  journals: Map<string, LineFollower>,
  root: string,
  signal: AbortSignal,
): Promise<readonly RunEvent[]> => {
  const happened: RunEvent[] = [];
  // A run that is named meanwhile is looked at too: the map is gone through in the sequence of its entries.
  for (const [run, journal] of journals) {
    for (let lines = journal.next(); lines !== ""; lines = journal.next()) {
      const { events } = await inTurns(lenientInSteps(inOnePiece(lines)), signal);
      for (const event of events) {
        if (event.run_id !== run) continue;
        happened.push(event);
        if (event.type === "order_run_started" && RUN_ID.test(event.run) && !journals.has(event.run))
          journals.set(event.run, followLines(join(root, "factory", event.run, "events.jsonl")));
      }
    }
    await breathe(signal);
  }
  return happened.sort((a, b) => (a.ts < b.ts ? -1 : a.ts > b.ts ? 1 : 0));
};

/** A journal may come from elsewhere, and names no file outside the runs. */
const RUN_ID = /^[0-9A-Z]{26}$/;
