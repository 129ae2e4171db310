import { type Proposal, proposalDocument } from "@llmch/contract";
import { counted } from "@llmch/text";
import { briefOf } from "../job/brief.ts";
import type { ChildOrder } from "../job/division.ts";
import { type GateOutcome, open, shut } from "../job/gate-outcome.ts";
import type { CarryOut, OrderJob } from "../job/order-job.ts";
import type { Division, Ports } from "../job/ports.ts";
import { composedProposal } from "../proposal/composed.ts";
import type { Opening } from "../propose/opening.ts";
import { carryOutChildren } from "./carry-out-children.ts";
import { childFolder } from "./child-place.ts";
import { divisionQuestion } from "./question.ts";

/** The proposal that an order's children made for it. */
export interface ProposedByChildren {
  readonly proposal: Proposal;
  /** The proposal as an author's answer would spell it. */
  readonly text: string;
  readonly children: readonly string[];
}

/**
 * Has an order divided and its children carried out: together their work is the attempt's proposal (contract §10). If the division
 * is refused, warns and returns null.
 */
export const proposeDivided = async (
  job: OrderJob,
  attempt: number,
  opening: Opening,
  division: Division,
  carryOut: CarryOut,
  ports: Ports,
): Promise<GateOutcome<ProposedByChildren> | null> => {
  const { order, settings } = job;
  const divided = await division.divide(
    await divisionQuestion(job, opening, ports.shown ?? ports.workspace),
    ports.ledger,
  );
  if (divided.kind === "refused") {
    await ports.ledger.emit({ type: "warning", message: `${order.id} is not divided: ${divided.why}` });
    return null;
  }
  if (divided.kind !== "divided") return divided;
  const { children } = divided;
  await tellChildren(attempt, children, ports);
  const made = await carryOutChildren(job, attempt, children, { division, carryOut }, ports);
  if (made.kind !== "open") return made;
  const { changes, summaries } = made.value;
  const ids = children.map((child) => child.order.id);
  const summary = ids.map((id, index) => `${id}: ${summaries[index] ?? ""}`).join("\n");
  const { files, placeholders } = opening;
  const composed = composedProposal(changes, {
    ...{ files, placeholders, summary: placeholders.hide(summary) },
    wholeFileBytes: settings.wholeFileBytes,
  });
  if (!composed.ok) {
    const reason = `what ${ids.join(", ")} made cannot be proposed for ${order.id}: ${composed.issues[0]}`;
    return shut(briefOf("llm_output_invalid", job, reason));
  }
  const proposal = composed.value;
  const detail = `${children.length} children, ${counted(proposal.writes.length, "file")}`;
  return open({ proposal, text: JSON.stringify(proposalDocument(proposal)), children: ids }, detail);
};

/** The children must be on disk before the journal mentions them. */
const tellChildren = async (attempt: number, children: readonly ChildOrder[], { ledger }: Ports): Promise<void> => {
  for (const { order, document } of children)
    await ledger.record(`${childFolder(attempt, order.id)}/work_order.json`, document);
  await ledger.settle();
  await ledger.emit({
    type: "divided",
    attempt,
    children: children.map(({ order, sha256 }) => ({ order: order.id, title: order.title, work_order_sha256: sha256 })),
  });
};
