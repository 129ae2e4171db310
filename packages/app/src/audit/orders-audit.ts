import { ORDER_ID, type RunEvent } from "@llmch/contract";
import { storedRuns } from "@llmch/store";
import { SHA256_HEX } from "@llmch/text";
import type { LoggedCommit } from "@llmch/workspace";
import { type Audit, type Finding, fault, findings, joined, warning } from "./finding.ts";
import { auditOrder, type Branch } from "./order-audit.ts";
import { auditRunFiles, type RunFiles } from "./run-files.ts";

const orderRunsIn = (root: string): ReadonlySet<string> =>
  new Set(storedRuns(root).flatMap(({ kind, runId }) => (kind === "factory" ? [runId] : [])));

/** Checks the runs of a run-all's orders. */
export const auditSchedule = async (
  root: string,
  { events, where }: RunFiles,
  branch: Branch | null,
  signal: AbortSignal,
): Promise<Audit> => {
  const stored = orderRunsIn(root);
  const audits: Audit[] = [];
  for (const [runId, { order, ended }] of orderRuns(events)) {
    if (signal.aborted) break;
    if (stored.has(runId)) {
      const run = await auditRunFiles(root, "factory", runId);
      audits.push(await auditOrder(run, branch), findings(...(ended === null ? [] : endFaults(ended, run, where))));
    } else if (ended !== null)
      audits.push(findings(fault("run-missing", `factory/${runId}`, `the run of ${order} is not there`)));
  }
  return joined(...audits);
};

type OrderRunEnded = Extract<RunEvent, { readonly type: "order_run_ended" }>;

/** The runs that a schedule names, in order, each with its last recorded end. */
const orderRuns = (events: readonly RunEvent[]) => {
  const runs = new Map<string, { readonly order: string; readonly ended: OrderRunEnded | null }>();
  for (const event of events) {
    if (event.type === "order_run_started") runs.set(event.run, { order: event.order, ended: null });
    if (event.type === "order_run_ended") runs.set(event.run, { order: event.order, ended: event });
  }
  return runs;
};

/** Checks that an order's run is still the one whose end its run-all recorded. */
const endFaults = ({ seal }: OrderRunEnded, run: RunFiles, schedule: string): readonly Finding[] => {
  if (run.state === "unfinished") return [fault("journal", run.where, `it ends early: ${schedule} recorded its end`)];
  if (seal === null || seal === run.head) return [];
  const what =
    run.head === null
      ? "its run-all recorded the seal, and it is gone"
      : "it is not the seal that its run-all recorded";
  return [fault("seal", `${run.where}/seal.json`, what)];
};

/** Checks every commit of a branch that carries our trailers, oldest first; other commits are ignored. */
export const auditBranch = async (root: string, branch: Branch, signal: AbortSignal): Promise<Audit> => {
  const stored = orderRunsIn(root);
  const audits: Audit[] = [];
  for (const commit of [...branch.commits].reverse()) {
    if (signal.aborted) break;
    const [order = "", sha256 = "", runId = ""] = [commit.orders[0], commit.sha256s[0], commit.runs[0]];
    const where = `${order} ${commit.commit.slice(0, 10)}`.trim();
    const isOne = [commit.orders, commit.sha256s, commit.runs].every(({ length }) => length === 1);
    if (!isOne || !ORDER_ID.test(order) || !SHA256_HEX.test(sha256))
      audits.push(
        findings(fault("commit-trailers", where, "its trailers do not name one order, its hash and its run")),
      );
    else if (stored.has(runId)) audits.push(await auditStored(root, runId, commit, branch));
    else {
      const what = `made by the run ${runId}, which is not in ${root}: its trailers alone were checked`;
      audits.push({ ...findings(warning("not-checked", where, what)), orders: 1 });
    }
  }
  return joined(...audits);
};

const auditStored = async (root: string, runId: string, commit: LoggedCommit, branch: Branch): Promise<Audit> =>
  auditOrder(await auditRunFiles(root, "factory", runId), { ...branch, commits: [commit] });
