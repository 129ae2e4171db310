import { orderSha256, type RunEvent, type RunKind, textMember } from "@llmch/contract";
import { breathe } from "@llmch/files";
import { listRunFiles, storedRuns } from "@llmch/store";
import { ORDERS_FOLDER } from "../schedule/schedule-session.ts";
import type { AuditContext } from "./audit-context.ts";
import { missingArtifacts } from "./demanded-artifacts.ts";
import { isRedacted, readDocument } from "./documents.ts";
import { type Audit, type Finding, fault, findings, joined } from "./finding.ts";
import { keptDesign } from "./kept-design.ts";
import { auditOrderRuns, type OrderAudit } from "./order-audit.ts";
import { auditRunFiles, type RunFiles } from "./run-files.ts";

/** Checks a run using only its own files. */
export const auditOwnFiles = async (
  kind: RunKind,
  runId: string,
  { root }: Pick<AuditContext, "root">,
): Promise<{ readonly audit: Audit; readonly run: RunFiles }> => {
  const run = await auditRunFiles(root, kind, runId);
  if (run.state !== "finished") return { audit: run.audit, run };
  const missing = missingArtifacts(kind, run, new Set(listRunFiles(run.directory)));
  const found = [...missing, ...(await documentFindings(kind, runId, run)), ...(await keptDesign(run))];
  return { audit: joined(run.audit, findings(...found)), run };
};

/** Checks that `run.json` and the summary agree with the journal. */
const documentFindings = async (kind: RunKind, runId: string, run: RunFiles): Promise<readonly Finding[]> => {
  const { directory, where, events } = run;
  const verdict = events.findLast((event) => event.type === "run_finished")?.verdict;
  const names = kind === "planner" || kind === "ask" ? ["run.json"] : ["run.json", "run_summary.json"];
  const found: Finding[] = [];
  for (const name of names) {
    const document = await readDocument(directory, where, name);
    if (!document.ok) {
      found.push(document.finding);
      continue;
    }
    const { run_id: id, success, verdict: said } = document.value;
    if (id !== runId) found.push(fault("record", `${where}/${name}`, `its run_id is ${id}`));
    const agrees = name === "run.json" ? success === (verdict === "PASS") : said === verdict;
    if (!agrees)
      found.push(fault("record", `${where}/${name}`, `the run ended with ${verdict}, and it says otherwise`));
  }
  return found;
};

/** Checks a run-all: its own files, the orders that it kept, and each of their runs. */
export const auditSchedule = async (runId: string, context: AuditContext): Promise<Audit> => {
  const { audit, run } = await auditOwnFiles("run-all", runId, context);
  const audits = [audit, findings(...(await keptOrders(run)))];
  const stored = new Set(storedRuns(context.root).flatMap(({ kind, runId }) => (kind === "factory" ? [runId] : [])));
  const named = orderRuns(run.events);
  const audited = await auditOrderRuns(
    named.filter(({ runId }) => stored.has(runId)),
    context,
  );
  for (const orderRun of named) {
    const { order, runId, ended } = orderRun;
    const own = audited.get(orderRun);
    if (own !== undefined) audits.push(own.audit, findings(...endFaults(ended, own)));
    else if (ended !== null && !stored.has(runId))
      audits.push(findings(fault("run-missing", `factory/${runId}`, `the run of ${order} is not there`)));
  }
  return joined(...audits);
};

type OrderRunEnded = Extract<RunEvent, { readonly type: "order_run_ended" }>;

/** The runs that a schedule names, in order, each with its last recorded end. */
const orderRuns = (events: readonly RunEvent[]) => {
  const runs = new Map<string, { order: string; runId: string; ended: OrderRunEnded | null }>();
  for (const event of events) {
    if (event.type === "order_run_started") runs.set(event.run, { order: event.order, runId: event.run, ended: null });
    if (event.type === "order_run_ended") runs.set(event.run, { order: event.order, runId: event.run, ended: event });
  }
  return [...runs.values()];
};

/** Checks that an order run still has the verdict and commit that the schedule recorded when it ended. */
const endFaults = (ended: OrderRunEnded | null, { where, record }: OrderAudit): readonly Finding[] => {
  if (ended === null) return [];
  const { verdict, commit } = ended;
  const isOther = record !== null && (record.verdict !== verdict || record.commit !== commit);
  return isOther ? [fault("record", where, "it does not end as its run-all says")] : [];
};

/** Checks that the orders that a schedule kept are those that it began with. */
const keptOrders = async ({ directory, where, events }: RunFiles): Promise<readonly Finding[]> => {
  const [started] = events;
  const found: Finding[] = [];
  for (const { order, sha256 } of started?.type === "schedule_started" ? started.orders : []) {
    await breathe();
    const name = `${ORDERS_FOLDER}/${order}.json`;
    const document = await readDocument(directory, where, name);
    if (!document.ok) found.push(document.finding);
    else if (textMember(document.value, "id") !== order || !isOrder(document.value, sha256)) {
      found.push(fault("record", `${where}/${name}`, "it is not the order that the run began with"));
    }
  }
  return found;
};

const isOrder = (document: Parameters<typeof orderSha256>[0], sha256: string): boolean =>
  orderSha256(document) === sha256 || isRedacted(document);
