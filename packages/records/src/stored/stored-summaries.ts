import { statSync } from "node:fs";
import { join } from "node:path";
import type { RunKind } from "@llmch/contract";
import { readOwnPart, storedRuns } from "@llmch/store";
import { type RunSummary, type Spending, spentTogether, summarizeRun } from "@llmch/story";

/** A run as named by the store's folders. */
export interface StoredRunName {
  readonly kind: RunKind;
  readonly runId: string;
}

/** The runs of a store, each read once, on demand. */
export interface StoredSummaries {
  readonly root: string;
  /** Newest first. */
  readonly runs: readonly StoredRunName[];
  of(run: StoredRunName): RunSummary;
  /** What a run spent; a run-all's includes its order runs. */
  spendingOf(run: StoredRunName): Spending;
  /** True for an order's run that belongs to a run-all in the store, which covers it. */
  isPart(run: StoredRunName): boolean;
  /** The ids of all such order runs. */
  parts(): ReadonlySet<string>;
}

/** How much of a journal is read from its start and, if that is not all of it, from its end. */
const BEGINNING_BYTES = 8 * 1024 * 1024;
const END_BYTES = 64 * 1024;

export const storedSummaries = (root: string): StoredSummaries => {
  const runs = storedRuns(root);
  const summaries = new Map<string, RunSummary>();
  const of = ({ kind, runId }: StoredRunName): RunSummary => {
    const summary = summaries.get(runId) ?? summarize(root, kind, runId);
    summaries.set(runId, summary);
    return summary;
  };
  const spendingOf = (run: StoredRunName): Spending => {
    const { spending, runs: orders } = of(run);
    if (run.kind !== "run-all") return spending;
    return spentTogether([spending, ...orders.map((runId) => of({ kind: "factory", runId }).spending)]);
  };
  let known: ReadonlySet<string> | null = null;
  // Only run-alls are read: they name their order runs before these begin, and there are far fewer of them.
  const parts = (): ReadonlySet<string> => {
    const found = new Set<string>();
    for (const run of known === null ? runs : []) {
      if (run.kind !== "run-all") continue;
      for (const part of of(run).runs) found.add(part);
    }
    known ??= found;
    return known;
  };
  return {
    root,
    runs,
    of,
    spendingOf,
    isPart: ({ kind, runId }) => kind === "factory" && parts().has(runId),
    parts,
  };
};

const summarize = (root: string, kind: RunKind, runId: string): RunSummary => {
  const { text, isReadable } = journalOf(root, { kind, runId });
  const summary = summarizeRun(kind, runId, text);
  if (!isReadable) return { ...summary, state: "damaged" };
  // Only a run that began has a seal: without its journal, it is no run that never began.
  const sealed = text === "" ? statSync(join(root, kind, runId, "seal.json"), { throwIfNoEntry: false }) : undefined;
  return sealed === undefined ? summary : { ...summary, state: "damaged", last_at: sealed.mtime.toISOString() };
};

/** A run's journal as text; one that is missing is empty. */
const journalOf = (root: string, { kind, runId }: StoredRunName) => {
  const file = join(root, kind, runId, "events.jsonl");
  const journal = readOwnPart(file, { from: "beginning", bytes: BEGINNING_BYTES });
  if (journal.ok) {
    const { text, left_out } = journal.value;
    const end = left_out === 0 ? null : readOwnPart(file, { from: "end", bytes: END_BYTES });
    return { text: end?.ok ? `${text}\n${end.value.text}` : text, isReadable: true };
  }
  return { text: "", isReadable: journal.issues[0] === "it is missing" };
};
