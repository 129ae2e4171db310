import { counted, shellWord } from "@llmch/text";
import { patchLines } from "./patch-lines.ts";
import type { AttemptStory } from "./stories/attempt.ts";
import type { ProposedWrite } from "./stories/exchange.ts";
import type { CommitDiff, FileCount, OrderStory } from "./stories/order.ts";
import type { ScheduleStory } from "./stories/schedule.ts";

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

/** What happens to a file, in words: `new, +12`, `+3 -1` or `renamed, +1 -1`. */
export const figures = ({ kind, lines }: FileDiff): string => {
  if (kind === "same") return "not changed";
  if (kind === "dropped") return "not written any more";
  if (kind === "deleted") return "deleted";
  const added = lines.filter((line) => line.startsWith("+")).length;
  const removed = lines.filter((line) => line.startsWith("-")).length;
  if (kind === "new") return `new, +${added}`;
  if (kind === "unknown") return `+${added}; what it was based on is not in the repo`;
  const counts = `+${added} -${removed}`;
  if (kind !== "renamed") return counts;
  return lines.length === 0 ? "renamed" : `renamed, ${counts}`;
};

/** The command that prints what a run's commits change; null if there is none. */
export const diffCommand = (story: OrderStory | ScheduleStory): string | null => {
  if (story.config === null) return null;
  const git = `git -C ${shellWord(story.config.repo)}`;
  if (story.kind === "factory") return story.commit === null ? null : `${git} show ${story.commit.commit.slice(0, 10)}`;
  const { baseline, tip } = story;
  return baseline === null || tip === undefined ? null : `${git} diff ${baseline.slice(0, 10)}..${tip.slice(0, 10)}`;
};

/** What a commit changes, in words: `3 files, +12 -1`. */
export const diffInWords = ({ files }: CommitDiff): string => {
  const sum = (which: "added" | "removed") => files.reduce((total, each) => total + (each[which] ?? 0), 0);
  return `${counted(files.length, "file")}, +${sum("added")} -${sum("removed")}`;
};

/** The same of one of its files: `src/a.js +12 -1`. */
export const fileInWords = ({ path, added, removed }: FileCount): string =>
  `${path} ${added === null || removed === null ? "not text" : `+${added}${removed === 0 ? "" : ` -${removed}`}`}`;

/** A file of a proposal, and the texts to compare; null if there is nothing to show of it. */
type Compared = Omit<FileDiff, "lines"> & { readonly before: string | null; readonly after: string | null };

/** The diffs of all attempts of an order. */
export const proposalDiffs = ({ attempts }: OrderStory): ReadonlyMap<AttemptStory, AttemptDiffs> => {
  const file = ({ path, kind, since, before, after }: Compared): FileDiff => ({
    ...{ path, kind, since },
    lines: patchLines(before ?? "", after ?? ""),
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

/** The texts of a write: the file before and after it, or as much of it as its edits show; null if that is not known. */
export const proposedChange = ({ base, content, edits }: ProposedWrite) => {
  const before = base.kind === "text" ? base.text : null;
  if (content !== null || edits.length === 0) return { before, after: content, isPart: false };
  const joined = (part: "find" | "replace") => `${edits.map((edit) => edit[part]).join("\n")}\n`;
  return { before: joined("find"), after: joined("replace"), isPart: true };
};

/**
 * True if two writes of a path give texts that can be compared: both were made in the same way, and both are known in full or
 * both in part. Edits that do not apply give fragments, and a whole file after them would differ everywhere.
 */
export const areComparable = (before: ProposedWrite, after: ProposedWrite): boolean =>
  before.kind === after.kind &&
  before.rename_to === after.rename_to &&
  proposedChange(before).isPart === proposedChange(after).isPart;

/** The path and, for a renamed file, the new path. */
export const pathsInWords = ({ path, rename_to }: ProposedWrite): string =>
  rename_to === null ? path : `${path} → ${rename_to}`;

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
