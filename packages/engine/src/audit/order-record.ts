import { type JsonObject, member, objectsMember, type RunEvent, type RunVerdict, textMember } from "@llmch/contract";
import { orderProgress } from "@llmch/factory";

/** What an order's run says of how it ended. */
export interface OrderRecord {
  readonly order: string;
  readonly branch: string;
  readonly verdict: RunVerdict;
  /** The commit that it made; null where it made none. */
  readonly commit: string | null;
  readonly tree: string | null;
  /** What the commit was made on. */
  readonly baseline: string | null;
  /** The attempt that passed. */
  readonly attempt: number | null;
}

/** By the journal of a run that came to its end; null where it does not say what it carried out. */
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

/** By `run_summary.json`; null where it does not have that form. */
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

/** In what the journal and the summary differ, a sentence each. A run that was gone on with has more than one baseline. */
export const contradictions = (journal: OrderRecord, summary: OrderRecord): readonly string[] =>
  (["order", "branch", "verdict", "commit", "tree", "attempt"] as const).flatMap((name) =>
    journal[name] === summary[name] ? [] : [`its ${name} is ${summary[name]}, the journal's is ${journal[name]}`],
  );

/** What a record says that cannot be: a verdict and a commit come together or not at all. */
export const absurdity = ({ verdict, commit, attempt }: OrderRecord): string | null => {
  if (verdict === "PASS" && (commit === null || attempt === null)) return "it ended with PASS and without a commit";
  return verdict !== "PASS" && commit !== null ? `it ended with ${verdict} and with a commit` : null;
};
