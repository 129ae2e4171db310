import { type Proposal, type Redactor, repoPath, standsIn, type WorkOrder } from "@llmch/contract";
import { listRunFiles } from "@llmch/store";
import { blobOfText, type CommittedFile, commitFacts, filesAtCommit, type Repository } from "@llmch/workspace";
import { readAcceptedAttempt } from "./accepted-attempt.ts";
import { type CommittedTree, judgeCommit } from "./commit-judgement.ts";
import { placeOfCommit } from "./commit-place.ts";
import { missingArtifacts } from "./demanded-artifacts.ts";
import { type Audit, type Finding, fault, findings, joined, warning } from "./finding.ts";
import { type LandedPlaces, landedBy, landedSeal } from "./landed.ts";
import { readOrderDocuments } from "./order-documents.ts";
import type { OrderRecord } from "./order-record.ts";
import { proposedSecrets } from "./proposed-secrets.ts";
import { proposedContents, proposedTree, treeWithDerived, withoutCrlf } from "./proposed-tree.ts";
import { auditRunFiles, type RunFiles } from "./run-files.ts";

/** What audits look at. */
export interface AuditContext extends LandedPlaces {
  /** The artifacts root. */
  readonly root: string;
  /** Null where none is on record: commits are not looked at then, and that is said. */
  readonly repo: Repository | null;
  readonly signal: AbortSignal;
  /** The orders that the store's plans and run-alls have kept, by their hashes. */
  readonly orders: () => Promise<ReadonlyMap<string, WorkOrder>>;
  /** Knows the secrets that proposals held, if this environment has them. */
  readonly redactor: Redactor;
}

/** What was found of an order's run. */
export interface OrderAudit {
  readonly audit: Audit;
  readonly run: RunFiles;
  /** Null where the run does not say how it ended. */
  readonly record: OrderRecord | null;
}

/**
 * Checks one order's run again: its files, what they say, and the commit that it made, or that it made none.
 * @param onBranch the commit that stands for it, where a branch was looked through; else it is searched for
 */
export const auditOrderRun = async (
  runId: string,
  context: AuditContext,
  onBranch: string | null = null,
): Promise<OrderAudit> => {
  const run = await auditRunFiles(context.root, "factory", runId);
  if (run.state === "damaged") return { audit: run.audit, run, record: null };
  if (run.state === "unfinished") {
    const landed = await landedBy(runId, run, context);
    return { audit: landed === null ? run.audit : endsEarly(run, landed), run, record: null };
  }
  const present = new Set(listRunFiles(run.directory));
  const { findings: said, record, order, orderSha256 } = await readOrderDocuments(runId, run);
  const found: Finding[] = [
    ...missingArtifacts("factory", run, present),
    ...(await landedSeal(runId, run, record?.commit ?? null, context)),
    ...said,
  ];
  if (record !== null && order !== null && orderSha256 !== null) {
    const passed = record.attempt === null ? null : await readAcceptedAttempt(record.attempt, order, run, present);
    const proposal = passed?.proposal ?? null;
    const judge = async (repo: Repository, commit: string): Promise<readonly Finding[]> => {
      const facts = await commitFacts(repo, commit);
      if (facts === null) return [fault("commit-missing", `${order.id} ${commit.slice(0, 10)}`, "it cannot be read")];
      const derived = passed?.derived ?? [];
      const proposed = proposal === null ? null : treeWithDerived(proposedTree(proposal), derived);
      const contents = new Map([
        ...(proposal === null ? [] : await contentsOf(repo, record, proposal, order, context)),
        ...derived.map(({ path, content }) => [path, content] as const),
      ]);
      const committed = await readTree(repo, commit, order, contents, proposed?.removed);
      return judgeCommit(facts, committed, {
        ...record,
        runId,
        order,
        orderSha256,
        children: childrenOf(run, record),
        proposed,
      });
    };
    found.push(...(passed?.findings ?? []), ...(await auditCommit(runId, record, context, onBranch, judge)));
  }
  return { audit: joined(run.audit, { ...findings(...found), orders: 1 }), run, record };
};

/** What the order was divided into at the attempt that passed. */
const childrenOf = ({ events }: RunFiles, { attempt }: OrderRecord): readonly string[] =>
  events
    .flatMap((event) => (event.type === "divided" && event.attempt === attempt ? [event] : []))
    .at(-1)
    ?.children.map(({ order }) => order) ?? [];

const contentsOf = async (
  repo: Repository,
  { baseline }: OrderRecord,
  proposal: Proposal,
  { allowed_files }: WorkOrder,
  { redactor }: AuditContext,
): Promise<ReadonlyMap<string, Uint8Array | null>> =>
  proposedContents(repo, baseline, proposal, await proposedSecrets(repo, baseline, proposal, allowed_files, redactor));

/** An order that has landed must have a whole record; one that was killed in between gets it when it is gone on with. */
const endsEarly = ({ audit, where }: RunFiles, landed: string): Audit => {
  const what = audit.unfinished.map((run) => run.what).join();
  return {
    ...audit,
    findings: [...audit.findings, fault("record", where, `it ends early, and ${landed} (${what})`)],
    unfinished: [],
  };
};

/** The commit of a run that passed is judged; a run that did not pass has none. */
const auditCommit = async (
  runId: string,
  record: OrderRecord,
  { repo, branch }: AuditContext,
  onBranch: string | null,
  judge: (repo: Repository, commit: string) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> => {
  const { order, verdict, commit } = record;
  if (repo === null) return [warning("not-checked", order, "no repo is on record: name it with --repo")];
  if (verdict !== "PASS" || commit === null) {
    const made = onBranch ?? (await branch(record.branch)).commits.find(({ runs }) => runs.includes(runId))?.commit;
    if (made === undefined) return [];
    const what = `its run ${runId} ended with ${verdict}, and yet there is a commit of it`;
    return [fault("unexpected-commit", `${order} ${made.slice(0, 10)}`, what)];
  }
  if (onBranch === null) {
    const place = await placeOfCommit(repo, runId, { ...record, commit }, await branch(record.branch));
    return [...place.findings, ...(place.commit === null ? [] : await judge(repo, place.commit))];
  }
  const where = `${order} ${onBranch.slice(0, 10)}`;
  const other = fault("commit-place", where, `its run made ${commit}: it was rewritten`);
  return [...(onBranch === commit ? [] : [other]), ...(await judge(repo, onBranch))];
};

/** What a commit holds at the paths that it is judged by. */
const readTree = async (
  repo: Repository,
  commit: string,
  order: WorkOrder,
  written: ReadonlyMap<string, Uint8Array | null>,
  removed: Iterable<string> = [],
): Promise<CommittedTree> => {
  const promised = order.postconditions.flatMap(({ path }) => repoPath(path) ?? []);
  const files = await filesAtCommit(repo, commit, [...new Set([...written.keys(), ...removed, ...promised])]);
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

/** Git may have converted the line endings, or the encoding, as the repo's attributes ask for. */
const holdsBytes = async (
  repo: Repository,
  path: string,
  file: CommittedFile,
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
