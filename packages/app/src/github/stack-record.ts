import { rmSync } from "node:fs";
import { readOwnObject, replaceDocument, runsWithStack, stackFile, stackFolder } from "@llmch/store";
import { member, numberMember, objectsMember, type Refusal, type Result, textMember } from "@llmch/text";

/** What is kept of one pull request of a stack. */
export interface StackEntry {
  /** Counts from 1, and stays, whatever is merged before it. */
  readonly number: number;
  /** The runs of its orders, which the trailers of their commit name, also after a rebase. */
  readonly runs: string;
  /** The ids of its orders. */
  readonly order: string;
  readonly title: string;
  readonly branch: string;
  /** The commit that llmch has pushed last; null if none. */
  readonly pushed: string | null;
  readonly url: string | null;
  readonly merged: boolean;
}

/** A stack of pull requests: one for each commit with orders on a branch. */
export interface StackRecord {
  /** Stands in the names of its branches. */
  readonly id: string;
  /** The git directory of its repo. */
  readonly repo: string;
  /** The branch with the orders. */
  readonly branch: string;
  /** The branch that the lowest one is to be merged into. */
  readonly base: string;
  readonly entries: readonly StackEntry[];
}

/** What the branches of every stack begin with. */
export const STACK_BRANCHES = "llmch-stack/";

/** The stack of a branch, which an earlier run on it may have begun; null if there is none. */
export const readStack = (root: string, place: Pick<StackRecord, "repo" | "branch">): StackRecord | null => {
  const [newest] = runsWithStack(root).filter((run) => isOf(root, run, place));
  return newest === undefined ? null : recordOf(root, newest);
};

/** Keeps a stack with the run that was named last: it goes with that run's records. */
export const writeStack = async (root: string, runId: string, record: StackRecord): Promise<Result<null, Refusal>> => {
  const url = record.entries.find(({ merged }) => !merged)?.url ?? null;
  const text = `${JSON.stringify({ url, ...record, entries: record.entries.map(entryOf) }, null, 1)}\n`;
  const written = await replaceDocument(stackFile(root, runId), text, () => true);
  const others = written.ok ? runsWithStack(root).filter((run) => run !== runId && isOf(root, run, record)) : [];
  for (const run of others) rmSync(stackFolder(root, run), { recursive: true });
  return written;
};

const isOf = (root: string, runId: string, { repo, branch }: Pick<StackRecord, "repo" | "branch">): boolean => {
  const record = recordOf(root, runId);
  return record?.repo === repo && record.branch === branch;
};

/** A record as it is on disk: data, which never makes llmch move a branch that is no stack's. */
const recordOf = (root: string, runId: string): StackRecord | null => {
  const read = readOwnObject(stackFile(root, runId));
  if (read === null) return null;
  const [id = "", repo = "", branch = "", base = ""] = ["id", "repo", "branch", "base"].map(
    (name) => textMember(read, name) ?? "",
  );
  const entries = objectsMember(read, "entries").map((each) => ({
    ...{ number: numberMember(each, "number") ?? 0, branch: textMember(each, "branch") ?? "" },
    ...{ runs: textMember(each, "runs") ?? "", order: textMember(each, "order") ?? "" },
    ...{ title: textMember(each, "title") ?? "", url: textMember(each, "url") },
    ...{
      pushed: /^[0-9a-f]+$/.exec(textMember(each, "pushed") ?? "")?.[0] ?? null,
      merged: member(each, "merged") === true,
    },
  }));
  return { id, repo, branch, base, entries: entries.filter(({ branch }) => branch.startsWith(STACK_BRANCHES)) };
};

/** What of a layer is kept. */
const entryOf = ({ number, runs, order, title, branch, pushed, url, merged }: StackEntry): StackEntry => ({
  ...{ number, runs, order, title, branch, pushed, url, merged },
});
