import { type Proposal, repoPath, standsIn, type WorkOrder } from "@llmch/contract";
import { blobOfText, type CommitReader, type Repository } from "@llmch/workspace";
import type { AcceptedAttempt } from "./accepted-attempt.ts";
import type { AuditContext } from "./audit-context.ts";
import { type CommittedTree, judgeCommit } from "./commit-judgement.ts";
import { placeOfCommit } from "./commit-place.ts";
import { type Finding, fault, warning } from "./finding.ts";
import type { OrderRecord } from "./order-record.ts";
import { proposedSecrets } from "./proposed-secrets.ts";
import { editedPaths, proposedContents, proposedTree, treeWithDerived, withoutCrlf } from "./proposed-tree.ts";

/** What an order's run says about the commit that it made, or that it made none. */
export interface RecordedCommit {
  readonly runId: string;
  readonly record: OrderRecord;
  readonly order: WorkOrder;
  readonly orderSha256: string;
  /** The orders that it was divided into at the attempt that passed. */
  readonly children: readonly string[];
  /** Null if no attempt passed. */
  readonly passed: AcceptedAttempt | null;
  /** The run's commit if a branch is being audited; otherwise it is searched for. */
  readonly onBranch: string | null;
}

/** The commit that will probably be judged, and the files needed for that. */
export const wantedOf = ({
  record,
  order,
  passed,
  onBranch,
}: RecordedCommit): Parameters<CommitReader["prepare"]>[0] => {
  const commit = record.verdict === "PASS" ? (onBranch ?? record.commit) : null;
  if (commit === null) return { commits: [], files: [] };
  const proposal = passed?.proposal ?? null;
  const { baseline } = record;
  const paths = [
    ...(proposal === null ? [] : proposedTree(proposal).written.keys()),
    ...(passed?.derived ?? []).map(({ path }) => path),
    ...promised(order),
  ];
  const bases = baseline === null || proposal === null ? [] : editedPaths(proposal);
  return {
    commits: [commit],
    files: [...paths.map((path) => ({ commit, path })), ...bases.map((path) => ({ commit: baseline ?? "", path }))],
  };
};

/** How much memory the data for comparison with the commit takes. */
export const heldBytes = ({ passed }: RecordedCommit): number =>
  JSON.stringify(passed?.proposal?.writes ?? []).length +
  (passed?.derived ?? []).reduce((sum, { content }) => sum + content.byteLength, 0);

/** Judges the commit of a run that passed; a run that did not pass must have none. */
export const auditCommit = async (
  recorded: RecordedCommit,
  context: AuditContext,
  commits: CommitReader | null,
): Promise<readonly Finding[]> => {
  const { runId, record, onBranch } = recorded;
  const { order, verdict, commit } = record;
  const { repo, branch } = context;
  if (repo === null || commits === null)
    return [warning("not-checked", order, "no repo is on record: name it with --repo")];
  if (verdict !== "PASS" || commit === null) {
    const made = onBranch ?? (await branch(record.branch)).commits.find(({ runs }) => runs.includes(runId))?.commit;
    if (made === undefined) return [];
    const what = `its run ${runId} ended with ${verdict}, and yet there is a commit of it`;
    return [fault("unexpected-commit", `${order} ${made.slice(0, 10)}`, what)];
  }
  const judge = (found: string) => judgeRecorded(found, recorded, repo, commits, context);
  if (onBranch === null) {
    const place = await placeOfCommit(repo, runId, { ...record, commit }, await branch(record.branch));
    return [...place.findings, ...(place.commit === null ? [] : await judge(place.commit))];
  }
  const where = `${order} ${onBranch.slice(0, 10)}`;
  const other = fault("commit-place", where, `its run made ${commit}: it was rewritten`);
  return [...(onBranch === commit ? [] : [other]), ...(await judge(onBranch))];
};

const judgeRecorded = async (
  commit: string,
  { runId, record, order, orderSha256, children, passed }: RecordedCommit,
  repo: Repository,
  commits: CommitReader,
  context: AuditContext,
): Promise<readonly Finding[]> => {
  const facts = await commits.facts(commit);
  if (facts === null) return [fault("commit-missing", `${order.id} ${commit.slice(0, 10)}`, "it cannot be read")];
  const proposal = passed?.proposal ?? null;
  const derived = passed?.derived ?? [];
  const proposed = proposal === null ? null : treeWithDerived(proposedTree(proposal), derived);
  const contents = new Map([
    ...(proposal === null ? [] : await contentsOf(commits, record, proposal, order, context)),
    ...derived.map(({ path, content }) => [path, content] as const),
  ]);
  const committed = await readTree({ repo, commits, commit }, order, contents, proposed?.removed);
  return judgeCommit(facts, committed, { ...record, runId, order, orderSha256, children, proposed });
};

const contentsOf = async (
  commits: CommitReader,
  { baseline }: OrderRecord,
  proposal: Proposal,
  { allowed_files }: WorkOrder,
  { redactor }: AuditContext,
): Promise<ReadonlyMap<string, Uint8Array | null>> =>
  proposedContents(
    commits,
    baseline,
    proposal,
    await proposedSecrets(commits, baseline, proposal, allowed_files, redactor),
  );

const promised = ({ postconditions }: WorkOrder): readonly string[] =>
  postconditions.flatMap(({ path }) => repoPath(path) ?? []);

interface CommitPlace {
  readonly repo: Repository;
  readonly commits: CommitReader;
  readonly commit: string;
}

/** What a commit contains at the paths that it is judged by. */
const readTree = async (
  { repo, commits, commit }: CommitPlace,
  order: WorkOrder,
  written: ReadonlyMap<string, Uint8Array | null>,
  removed: Iterable<string> = [],
): Promise<CommittedTree> => {
  const files = await commits.files(commit, [...new Set([...written.keys(), ...removed, ...promised(order)])]);
  const held = new Set<string>();
  for (const [path, content] of written) {
    const file = files.get(path);
    if (file !== undefined && content !== null && (await holdsBytes(repo, path, file, content))) held.add(path);
  }
  return {
    has: (path) => files.has(path),
    holds: (path) => (written.get(path) === null ? null : held.has(path)),
    contains: (path, text) => {
      const file = files.get(path)?.bytes.toString("utf8") ?? "";
      return [text, text.replaceAll("\r\n", "\n")].some((form) => standsIn(file, form));
    },
  };
};

/** Git may have converted line endings or encoding, according to the repo's attributes. */
const holdsBytes = async (
  repo: Repository,
  path: string,
  file: { readonly blob: string; readonly bytes: Buffer },
  content: Uint8Array,
): Promise<boolean> => {
  const bytes = Buffer.from(content);
  const text = bytes.toString();
  return (
    file.bytes.equals(bytes) ||
    file.bytes.equals(withoutCrlf(bytes)) ||
    (bytes.equals(Buffer.from(text)) && (await blobOfText(repo, path, text)) === file.blob)
  );
};
