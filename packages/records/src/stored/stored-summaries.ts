import { statSync } from "node:fs";
import { join } from "node:path";
import type { RunKind } from "@llmch/contract";
import { isRunId, readOwnPart, storedRuns } from "@llmch/store";
import { MAX_JOURNAL_BYTES, type RunSummary, type Spending, spentTogether, summarizeRun } from "@llmch/story";
import { type JsonObject, objectMember, textMember } from "@llmch/text";

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
  /** What a run spent; a run-all's includes its order runs, and a build's its steps. */
  spendingOf(run: StoredRunName): Spending;
  /** The runs that belong to a run: a run-all's order runs, a build's steps and their order runs. */
  partsOf(run: StoredRunName): readonly StoredRunName[];
  /** True for a run that belongs to a run-all or a build in the store, which covers it. */
  isPart(run: StoredRunName): boolean;
  /** Of each such run, by its id, the outermost one that it belongs to. */
  wholes(): ReadonlyMap<string, StoredRunName>;
}

/** How much of a journal is read from its end, if its beginning is not all of it. */
const END_BYTES = 64 * 1024;

/** Summaries that outlive a listing, by the run's id: of each journal that has not changed since, nothing is read again. */
export type KeptSummaries = Map<string, { readonly stamp: string; readonly summary: RunSummary }>;

export const storedSummaries = (root: string, kept?: KeptSummaries): StoredSummaries => {
  const runs = storedRuns(root);
  const summaries = new Map<string, RunSummary>();
  const of = ({ kind, runId }: StoredRunName): RunSummary => {
    const summary = summaries.get(runId) ?? summarize(root, kind, runId, kept);
    summaries.set(runId, summary);
    return summary;
  };
  const kinds = new Map(runs.map(({ kind, runId }) => [runId, kind]));
  const partsOf = (run: StoredRunName): readonly StoredRunName[] =>
    of(run).runs.flatMap((runId) => {
      const kind = kinds.get(runId) ?? "factory";
      // A journal may come from elsewhere, and must not lead in circles.
      if (kind === "build" || kind === "ask" || kind === run.kind) return [];
      return kind === "run-all" ? [...partsOf({ kind, runId }), { kind, runId }] : [{ kind, runId }];
    });
  const spendingOf = (run: StoredRunName): Spending =>
    spentTogether([run, ...partsOf(run)].map((each) => of(each).spending));
  let known: ReadonlyMap<string, StoredRunName> | null = null;
  // Only run-alls and builds are read: they name their parts before these begin, and there are far fewer of them.
  const wholes = (): ReadonlyMap<string, StoredRunName> => {
    known ??= new Map(
      ["run-all", "build"].flatMap((wanted) =>
        runs.flatMap((run) => (run.kind === wanted ? partsOf(run).map(({ runId }) => [runId, run] as const) : [])),
      ),
    );
    return known;
  };
  return { root, runs, of, spendingOf, partsOf, isPart: ({ runId }) => wholes().has(runId), wholes };
};

/** What the spec of an order's plan is about, if one of these roots keeps the run that made it. */
export const planTitle = (order: JsonObject | undefined, roots: readonly string[]): string | null => {
  const runId = textMember(objectMember(order ?? {}, "provenance"), "planner_run_id") ?? "";
  const titles = isRunId(runId) ? roots.map((root) => storedSummaries(root).of({ kind: "planner", runId }).title) : [];
  return titles.find((title) => title) ?? null;
};

const summarize = (root: string, kind: RunKind, runId: string, kept: KeptSummaries | undefined): RunSummary => {
  if (kept === undefined) return summarizeAnew(root, kind, runId);
  const { size = 0, mtimeMs = 0 } = statSync(join(root, kind, runId, "events.jsonl"), { throwIfNoEntry: false }) ?? {};
  const stamp = `${size} ${mtimeMs}`;
  const known = kept.get(runId);
  if (size > 0 && known?.stamp === stamp) return known.summary;
  const summary = summarizeAnew(root, kind, runId);
  kept.set(runId, { stamp, summary });
  return summary;
};

const summarizeAnew = (root: string, kind: RunKind, runId: string): RunSummary => {
  const { text, isReadable } = journalOf(root, { kind, runId });
  const summary = summarizeRun(kind, runId, text);
  if (!isReadable) return { ...summary, is_begun: true, is_damaged: true };
  // Only a run that began has a seal: without its journal, it is no run that never began.
  const sealed = text === "" ? statSync(join(root, kind, runId, "seal.json"), { throwIfNoEntry: false }) : undefined;
  return sealed === undefined
    ? summary
    : { ...summary, is_begun: true, is_damaged: true, last_at: sealed.mtime.toISOString() };
};

/** A run's journal as text; one that is missing is empty. */
const journalOf = (root: string, { kind, runId }: StoredRunName) => {
  const file = join(root, kind, runId, "events.jsonl");
  const journal = readOwnPart(file, { from: "beginning", bytes: MAX_JOURNAL_BYTES });
  if (journal.ok) {
    const { text, left_out } = journal.value;
    const end = left_out === 0 ? null : readOwnPart(file, { from: "end", bytes: END_BYTES });
    return { text: end?.ok ? `${text}\n${end.value.text}` : text, isReadable: true };
  }
  return { text: "", isReadable: journal.issues[0] === "it is missing" };
};
