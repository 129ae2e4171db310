import { orderSha256, type RunEvent } from "@llmch/contract";
import { orderProgress } from "@llmch/factory";
import { revisionFolder } from "@llmch/planner";
import { isRedacted, readDocument } from "./documents.ts";
import { type Finding, fault, warning } from "./finding.ts";
import type { RunFiles } from "./run-files.ts";

type Revised = Extract<RunEvent, { readonly type: "order_revised" }>;

/** The file of an accepted revision. */
export const revisedOrder = ({ revision }: Pick<Revised, "revision">): string =>
  `${revisionFolder(revision)}/work_order.json`;

/** The document and hash of the order's final form, and what is wrong with any of its revisions. */
export interface RevisedDocuments {
  readonly findings: readonly Finding[];
  /** Null if the order was never revised. */
  readonly last: { readonly name: string; readonly sha256: string | null } | null;
}

/** Checks that each revision is the order that the journal says was accepted. */
export const readRevisions = async ({ directory, where, events }: RunFiles): Promise<RevisedDocuments> => {
  const findings: Finding[] = [];
  for (const event of events) {
    if (event.type !== "order_revised") continue;
    const name = revisedOrder(event);
    const document = await readDocument(directory, where, name);
    if (!document.ok) findings.push(document.finding);
    else if (orderSha256(document.value) !== event.work_order_sha256)
      findings.push(
        isRedacted(document.value)
          ? warning("not-checked", `${where}/${name}`, "a secret was taken out of it, so that its hash is another one")
          : fault("record", `${where}/${name}`, "it is not the order that was taken up: its hash differs"),
      );
  }
  const { revised } = orderProgress(events);
  return {
    findings,
    last: revised === null ? null : { name: revisedOrder(revised), sha256: revised.work_order_sha256 },
  };
};
