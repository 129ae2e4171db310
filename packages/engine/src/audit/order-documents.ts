import {
  type JsonObject,
  judgeWorkOrder,
  member,
  orderSha256,
  type RunEvent,
  textMember,
  type WorkOrder,
} from "@llmch/contract";
import { isRedacted, readDocument } from "./documents.ts";
import { type Finding, fault, warning } from "./finding.ts";
import { absurdity, contradictions, type OrderRecord, recordOfJournal, recordOfSummary } from "./order-record.ts";
import { readRevisions } from "./revised-order.ts";
import type { RunFiles } from "./run-files.ts";

/** An order run according to its own documents. */
export interface OrderDocuments {
  readonly findings: readonly Finding[];
  /** Null if the run does not say how it ended. */
  readonly record: OrderRecord | null;
  /** In its final form; null if its document is not an order. */
  readonly order: WorkOrder | null;
  /** The order's hash as recorded when the run began, or at its last revision. */
  readonly orderSha256: string | null;
}

/** Reads what a finished run says about itself, and checks that its documents agree. */
export const readOrderDocuments = async (runId: string, run: RunFiles): Promise<OrderDocuments> => {
  const { directory, where, events, state } = run;
  const read = (name: string) => readDocument(directory, where, name);
  const [runJson, summary, workOrder] = [
    await read("run.json"),
    await read("run_summary.json"),
    await read("work_order.json"),
  ];
  const documents = { "run.json": runJson, "run_summary.json": summary, "work_order.json": workOrder };
  const unreadable = Object.values(documents).flatMap((document) => (document.ok ? [] : [document.finding]));
  const summarized = summary.ok ? recordOfSummary(summary.value) : null;
  const record = state === "finished" ? recordOfJournal(events) : summarized;
  const recorded = runJson.ok ? textMember(runJson.value, "work_order_sha256") : null;
  const begun = startOf(events)?.work_order_sha256 ?? recorded;
  const said = (name: keyof typeof documents, what: readonly string[]) =>
    what.map((sentence) => fault("record", `${where}/${name}`, sentence));
  const revisions = await readRevisions(run);
  const standing = revisions.last === null ? workOrder : await read(revisions.last.name);
  const sha256 = revisions.last === null ? begun : revisions.last.sha256;
  const order = standing.ok ? judgeWorkOrder(standing.value) : null;
  return {
    findings: [
      ...unreadable,
      ...(runJson.ok ? said("run.json", runFaults(runJson.value, runId, record, sha256)) : []),
      ...(summary.ok ? said("run_summary.json", summaryFaults(summary.value, runId, record, summarized)) : []),
      ...(workOrder.ok ? orderFindings(`${where}/work_order.json`, workOrder.value, begun) : []),
      ...revisions.findings,
      ...(order?.ok === false ? said("work_order.json", order.issues) : []),
      ...(record === null ? [] : [absurdity(record) ?? []].flat().map((what) => fault("record", where, what))),
    ],
    record,
    order: order?.ok === true ? order.value : null,
    orderSha256: sha256,
  };
};

const startOf = (events: readonly RunEvent[]) => {
  const [first] = events;
  return first?.type === "order_started" ? first : null;
};

const isOfRun = (document: JsonObject, runId: string): readonly string[] =>
  member(document, "run_id") === runId ? [] : [`its run_id is ${member(document, "run_id")}`];

const runFaults = (
  run: JsonObject,
  runId: string,
  record: OrderRecord | null,
  begun: string | null,
): readonly string[] => [
  ...isOfRun(run, runId),
  ...(record !== null && member(run, "success") !== (record.verdict === "PASS")
    ? [`its success is ${member(run, "success")}, and the run ended with ${record.verdict}`]
    : []),
  ...(textMember(run, "work_order_sha256") === begun ? [] : ["its work_order_sha256 is not the journal's"]),
];

const summaryFaults = (
  summary: JsonObject,
  runId: string,
  record: OrderRecord | null,
  summarized: OrderRecord | null,
): readonly string[] => [
  ...isOfRun(summary, runId),
  ...(summarized === null ? ["it does not say how the order ended"] : []),
  ...(record === null || summarized === null ? [] : contradictions(record, summarized)),
];

const orderFindings = (where: string, document: JsonObject, begun: string | null): readonly Finding[] => {
  if (orderSha256(document) === begun) return [];
  return isRedacted(document)
    ? [warning("not-checked", where, "a secret was taken out of it, so that its hash is another one")]
    : [fault("record", where, "it is not the order that the run began with: its hash differs")];
};
