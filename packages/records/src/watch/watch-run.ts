import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { RunEvent, RunKind, RunVerdict } from "@llmch/contract";
import { readJournalLeniently } from "@llmch/contract/journals";
import { faultInWords } from "@llmch/files";
import { followLines, isBeingWritten, type LineFollower } from "@llmch/store";
import { partOf } from "../stored/part-of.ts";

/** A run of another process. */
export interface Watched {
  /** The artifacts root. */
  readonly root: string;
  readonly kind: RunKind;
  readonly runId: string;
}

export type WatchEnding =
  | { readonly kind: "ended"; readonly verdict: RunVerdict; readonly exitCode: number }
  /** No process writes it any more, and it does not say how it ended. */
  | { readonly kind: "dead" }
  | { readonly kind: "unreadable"; readonly why: string }
  /** The watcher stopped; the run does not notice. */
  | { readonly kind: "left" };

/** How often to look for new events. */
const POLL_MS = 250;

/**
 * Follows a run to its end by reading its journal: reports its events, and those of a run-all's orders and a build's steps, in chronological order. Takes no
 * lock and writes nothing, so the run cannot notice.
 */
export const watchRun = async (
  { root, kind, runId }: Watched,
  tell: (event: RunEvent) => void,
  signal: AbortSignal,
  pollMs = POLL_MS,
): Promise<WatchEnding> => {
  const directory = join(root, kind, runId);
  const next = followRun({ root, kind, runId });
  let last: RunEvent | null = null;
  const look = (): void => {
    for (const event of next()) {
      if (event.run_id === runId) last = event;
      tell(event);
    }
  };
  try {
    while (!signal.aborted) {
      // Checked first: the writer may end between two looks, and what it wrote before that must still be read.
      const isWritten = isBeingWritten(directory);
      look();
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

/**
 * Gives at each call the events since the last one, of a run and of its parts, in chronological order; at the first, all so far. Throws if a
 * journal cannot be read.
 * @param most how many characters of each journal to read at a call, for who must not be kept waiting
 */
export const followRun = (
  { root, kind, runId }: Watched,
  most = Number.POSITIVE_INFINITY,
): (() => readonly RunEvent[]) => {
  const journals = new Map([[runId, followLines(join(root, kind, runId, "events.jsonl"))]]);
  return () => eventsOf(journals, root, most);
};

/** The events written since the last call, including those of order runs that these events name. */
const eventsOf = (journals: Map<string, LineFollower>, root: string, most: number): readonly RunEvent[] => {
  const happened: RunEvent[] = [];
  // Runs added during the loop are visited too, since a map iterates in insertion order.
  for (const [run, journal] of journals) {
    let taken = 0;
    for (let lines = journal.next(); lines !== ""; lines = taken < most ? journal.next() : "") {
      taken += lines.length;
      const { events } = readJournalLeniently(lines);
      for (const event of events) {
        if (event.run_id !== run) continue;
        happened.push(event);
        const part = partOf(event);
        if (part !== null && RUN_ID.test(part.runId) && !journals.has(part.runId))
          journals.set(part.runId, followLines(join(root, part.kind, part.runId, "events.jsonl")));
      }
    }
  }
  return happened.sort((a, b) => (a.ts < b.ts ? -1 : a.ts > b.ts ? 1 : 0));
};

/** A journal may come from elsewhere, and must not name files outside the runs. */
const RUN_ID = /^[0-9A-Z]{26}$/;
