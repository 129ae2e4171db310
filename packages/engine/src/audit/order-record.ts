import { type JsonObject, member, objectsMember, type RunEvent, type RunVerdict, textMember } from "@llmch/contract";
import { orderProgress } from "@llmch/factory";

/** What an order run says about how it ended. */
export interface OrderRecord {
  readonly order: string;
  readonly branch: string;
  readonly verdict: RunVerdict;
  /** The commit that it made; null if it made none. */
  readonly commit: string | null;
  readonly tree: string | null;
  /** The commit's parent. */
  readonly baseline: string | null;
  /** The attempt that passed. */
  readonly attempt: number | null;
}

/** The record in the journal of a finished run; null if it does not say what was carried out. */
export const recordOfJournal = (events: readonly RunEvent[]): OrderRecord | null => {
  const { started, intent, committed, verdict } = orderProgress(events);
  if (started === null || verdict === null) return null;
  return {
    order: started.order,
    branch: started.branch,
    verdict,
    commit: committed?.commit ?? null,
    tree: committed?.tree ?? null,
    baseline: intent?.from ?? null,
    attempt: committed === null ? null : (intent?.attempt ?? null),
  };
};

/** The record in `run_summary.json`; null if the document does not have that form. */
export const recordOfSummary = (summary: JsonObject): OrderRecord | null => {
  const order = textMember(summary, "work_order_id");
  const branch = textMember(summary, "working_branch");
  const verdict = VERDICTS.find((known) => known === member(summary, "verdict"));
  if (order === null || branch === null || verdict === undefined) return null;
  const passed = objectsMember(summary, "attempts").find((attempt) => member(attempt, "verdict") === "PASS");
  const attempt = passed === undefined ? undefined : member(passed, "attempt");
  return {
    order,
    branch,
    verdict,
    commit: textMember(summary, "commit"),
    tree: textMember(summary, "repo_tree_hash_after"),
    baseline: textMember(summary, "baseline_commit"),
    attempt: typeof attempt === "number" ? attempt : null,
  };
};

const VERDICTS: readonly RunVerdict[] = ["PASS", "FAIL", "ERROR"];

/** How the journal and the summary differ, one sentence each. The baseline is not compared: a resumed run has more than one. */
export const contradictions = (journal: OrderRecord, summary: OrderRecord): readonly string[] =>
  (["order", "branch", "verdict", "commit", "tree", "attempt"] as const).flatMap((name) =>
    journal[name] === summary[name] ? [] : [`its ${name} is ${summary[name]}, the journal's is ${journal[name]}`],
  );

/** A contradiction within a record: a verdict PASS and a commit must come together. */
export const absurdity = ({ verdict, commit, attempt }: OrderRecord): string | null => {
  if (verdict === "PASS" && (commit === null || attempt === null)) return "it ended with PASS and without a commit";
  return verdict !== "PASS" && commit !== null ? `it ended with ${verdict} and with a commit` : null;
};
