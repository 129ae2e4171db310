import type { Proposal, WorkOrder } from "@llmch/contract";
import type { GateOutcome, Ports } from "./attempt.ts";
import { briefOf } from "./brief.ts";
import type { OrderFile } from "./order-files.ts";
import type { AcceptedWrite } from "./ports.ts";
import { fileTable } from "./prompt.ts";
import { validateProposal } from "./validate.ts";

/** The gate before anything is written (contract §5.2). A refusal leaves its trace in `write_result.json`. */
export const judgeProposal = async (
  order: WorkOrder,
  attempt: number,
  proposal: Proposal,
  files: readonly OrderFile[],
  { ledger }: Ports,
): Promise<GateOutcome<readonly AcceptedWrite[]>> => {
  const verdict = validateProposal(order, proposal, files);
  if (verdict.ok) return { kind: "open", value: verdict.writes, detail: null };
  await ledger.record(`attempt_${attempt}/write_result.json`, { ok: false, written: [], faults: verdict.faults });
  const faults = verdict.faults.join("\n");
  // The table comes first: of a long excerpt the end is cut, and the hashes are what the next attempt needs.
  const table = fileTable(files.filter(({ allowed }) => allowed));
  const reason = verdict.stage === "stale_context" ? `the files stand so:\n\n${table}\n\n${faults}` : faults;
  return { kind: "shut", brief: briefOf(verdict.stage, order, reason) };
};

/** Writes the accepted files one by one (contract §5.3). The first that fails ends it; nobody tries that again. */
export const applyWrites = async (
  order: WorkOrder,
  attempt: number,
  writes: readonly AcceptedWrite[],
  { ledger, workspace }: Ports,
): Promise<GateOutcome<null>> => {
  const written: string[] = [];
  for (const write of writes) {
    const outcome = await workspace.write(write);
    if (!outcome.ok) {
      await ledger.record(`attempt_${attempt}/write_result.json`, { ok: false, written, faults: outcome.issues });
      return { kind: "shut", brief: briefOf("write_failed", order, outcome.issues.join("\n")) };
    }
    written.push(write.path);
  }
  await ledger.record(`attempt_${attempt}/write_result.json`, { ok: true, written, faults: [] });
  return { kind: "open", value: null, detail: null };
};
