import { clearRemovedRuns, directoryEntries } from "@llmch/store";
import { localTime } from "@llmch/story";
import { counted, printable, refusal } from "@llmch/text";
import type { OperationContext } from "../context.ts";
import { done, type Outcome, refused } from "../outcome.ts";
import { carryOutPrune, findPrunable, type Prunable } from "./prune.ts";

interface OldRecords {
  /** How long ago they ended: `12h`, `30d` or `8w`. */
  readonly olderThan: string;
  readonly dryRun: boolean;
  readonly artifactsDir?: string | undefined;
}

/** The ids of the runs whose records go, and of those that stay. */
interface DiscardedRecords {
  runs: string[];
  unmerged: string[];
  removed: boolean;
}

/** Removes the records of runs that ended so long ago, once its user has said yes, and touches no repo. */
export const discardOld = async (
  { olderThan, dryRun: isDry, artifactsDir }: OldRecords,
  root: string,
  context: OperationContext,
): Promise<Outcome<DiscardedRecords>> => {
  const { face } = context;
  const age = milliseconds(olderThan);
  if (age === null) return refused([refusal("usage", `${olderThan} is no age`, "give one such as 12h, 30d or 8w")]);
  if (artifactsDir !== undefined) {
    const kept = await directoryEntries(root);
    if (!kept.ok) return refused(kept.issues);
  }
  if (!isDry) clearRemovedRuns(root);
  const { prunable, unmerged } = await findPrunable(root, new Date(Date.now() - age), context);
  const going = counted(prunable.length, "run");
  const stay =
    unmerged.length === 0 ? [] : ["these stay: no other branch has their commits yet", ...unmerged.map(lineOf)];
  const nothing = prunable.length === 0 ? [`nothing to remove in ${printable(root)}`] : [];
  const lines = [...prunable.map(lineOf), ...stay, ...nothing];
  const result = { runs: prunable.map(({ runId }) => runId), unmerged: unmerged.map(({ runId }) => runId) };
  const listed = done({ ...result, removed: false }, { lines });
  if (isDry || prunable.length === 0) return listed;
  const agreed = await face.begins({ kind: "removal", lines, question: `Remove the records of ${going}?` });
  if (agreed === false) return { ...listed, lines: ["nothing was removed"] };
  if (typeof agreed === "object") return refused([agreed]);
  carryOutPrune(root, prunable);
  return done({ ...result, removed: true }, { lines: [`PASS  removed the records of ${going}`] });
};

const lineOf = ({ runId, endedAt, what }: Prunable): string => `  ${runId}  ${localTime(endedAt)}  ${what}`;

/** An age such as `30d`; null if it is none. */
const milliseconds = (text: string): number | null => {
  const [, count, unit = ""] = /^([1-9]\d{0,4})([hdw])$/.exec(text) ?? [];
  return count === undefined ? null : Number(count) * (AGES[unit] ?? 0);
};

const HOUR_MS = 3_600_000;
const AGES: Readonly<Record<string, number>> = { h: HOUR_MS, d: 24 * HOUR_MS, w: 168 * HOUR_MS };
