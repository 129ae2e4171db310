import {
  type AttemptStory,
  areComparable,
  newEffort,
  type OrderStory,
  type ProposedWrite,
  pathsInWords,
  proposedChange,
} from "@llmch/story";
import { patchLines } from "./patch-lines.ts";

/** One file of a proposal, and what it was compared with. */
export interface FileDiff {
  /** For a renamed file both paths: `old → new`. */
  readonly path: string;
  /** The attempt whose proposal it was compared with; null for the file at the baseline. */
  readonly since: number | null;
  /** `unknown`: its base is missing from the repo; `dropped`: the earlier proposal wrote it, this one does not. */
  readonly kind: "new" | "changed" | "same" | "unknown" | "dropped" | "deleted" | "renamed";
  /** The hunks' lines. */
  readonly lines: readonly string[];
}

/** What one attempt proposed. */
export interface AttemptDiffs {
  /** Against the files that it was based on. */
  readonly proposed: readonly FileDiff[];
  /**
   * Against earlier proposals: each file against the last one that wrote it, since a proposal refused for its paths says nothing about the
   * other files. `attempt` is the one before; null if there is none.
   */
  readonly since: { readonly attempt: number; readonly files: readonly FileDiff[] } | null;
}

/** A file of a proposal, and the texts to compare; null if there is nothing to show of it. */
type Compared = Omit<FileDiff, "lines"> & { readonly before: string | null; readonly after: string | null };

/** The diffs of all attempts of an order. */
export const proposalDiffs = ({ attempts }: OrderStory): ReadonlyMap<AttemptStory, AttemptDiffs> => {
  const effort = newEffort();
  const file = ({ path, kind, since, before, after }: Compared): FileDiff => ({
    ...{ path, kind, since },
    lines: patchLines(before ?? "", after ?? "", effort),
  });
  const proposing = attempts.filter(({ proposal }) => proposal !== null);
  return new Map(
    proposing.map((attempt, index): [AttemptStory, AttemptDiffs] => {
      const before = proposing[index - 1];
      const since = before && {
        attempt: before.attempt,
        files: againstEarlier(proposing.slice(0, index), attempt).map(file),
      };
      return [attempt, { proposed: writesOf(attempt).map(againstBase).map(file), since: since ?? null }];
    }),
  );
};

const writesOf = ({ proposal }: AttemptStory): readonly ProposedWrite[] => proposal?.writes ?? [];

const againstBase = (write: ProposedWrite): Compared => {
  const { kind, base } = write;
  const path = pathsInWords(write);
  // Only say that the file is deleted; its lines would add nothing.
  if (kind === "delete") return { path, kind: "deleted", since: null, before: null, after: null };
  const { before, after, isPart } = proposedChange(write);
  const texts = after === null ? { before: null, after: null } : { before, after };
  if (kind === "rename") return { path, kind: "renamed", since: null, ...texts };
  const how = base.kind === "missing" ? "new" : base.kind === "unknown" && !isPart ? "unknown" : "changed";
  return { path, kind: before === after ? "same" : how, since: null, ...texts };
};

/** The text that a write leaves, or as much of it as the write tells. */
const leftBy = (write: ProposedWrite): string => proposedChange(write).after ?? "";

const againstEarlier = (earlier: readonly AttemptStory[], attempt: AttemptStory): readonly Compared[] => {
  const writes = writesOf(attempt);
  const written = new Map(
    earlier.flatMap((each) => writesOf(each).map((write) => [write.path, { write, since: each.attempt }] as const)),
  );
  const now = writes.map((write): Compared => {
    const old = written.get(write.path);
    if (old === undefined || !areComparable(old.write, write)) return againstBase(write);
    const [before, after] = [leftBy(old.write), leftBy(write)];
    return { path: pathsInWords(write), kind: before === after ? "same" : "changed", since: old.since, before, after };
  });
  const last = earlier.at(-1);
  const dropped = (last === undefined ? [] : writesOf(last)).filter(
    ({ path }) => !writes.some((write) => write.path === path),
  );
  return [
    ...now,
    ...dropped.map((write): Compared => {
      const path = pathsInWords(write);
      return { path, kind: "dropped", since: last?.attempt ?? null, before: null, after: null };
    }),
  ];
};
