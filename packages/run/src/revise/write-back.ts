import { isInside, realLocation } from "@llmch/files";
import { type LoadFault, loadOrderDirectory, loadOrderFile } from "@llmch/records";
import { replaceDocument } from "@llmch/store";
import { accepted, canonicalJson, type Result, refusal, rejected } from "@llmch/text";
import type { ProposedRevision } from "./revise-run.ts";

/** Writes a revision over the user's own file of the order, if that still contains the order that was run. Returns the file's path. */
export const writeBack = async ({
  objected: { whole, started },
  before,
  after,
}: Pick<ProposedRevision, "objected" | "before" | "after">): Promise<Result<string, LoadFault>> => {
  const { orders } = started.config;
  const isKept = isInside(realLocation(whole.directory), realLocation(orders));
  const hint = "copy the revised order by hand, as `llmch revise` shows it";
  if (isKept) return rejected(refusal("not-writable", "the order came from no file", hint));
  const found = whole.kind === "run-all" ? await loadOrderDirectory(orders) : await loadOrderFile(orders);
  if (!found.ok) return found;
  const standing = [found.value].flat().find(({ order }) => order.id === before.order.id);
  if (standing === undefined || canonicalJson(standing.document) !== canonicalJson(before.document)) {
    const message = `${standing?.path ?? orders} does not hold ${before.order.id} as it was run`;
    return rejected(refusal("not-writable", message, hint));
  }
  const text = `${JSON.stringify(after.document, null, 2)}\n`;
  const written = await replaceDocument(standing.path, text, () => true);
  return written.ok ? accepted(standing.path) : written;
};
