import { readOwnObject, replaceDocument, strengthFile } from "@llmch/store";
import { figuresOf } from "@llmch/strength";
import { objectsMember, type Refusal, type Result, textMember } from "@llmch/text";
import type { StrengthResult } from "../runs/results/strength-result.ts";

/** Records what was measured of a run. Orders that were measured before, and are not measured anew, keep their figures. */
export const recordStrength = (
  root: string,
  runId: string,
  measured: Pick<StrengthResult, "orders" | "survivors">,
): Promise<Result<null, Refusal>> => {
  const before = readOwnObject(strengthFile(root, runId)) ?? {};
  const kept = (name: "orders" | "survivors") =>
    objectsMember(before, name).filter((each) =>
      measured.orders.every(({ order }) => order !== textMember(each, "order")),
    );
  const orders = [...kept("orders"), ...measured.orders];
  const survivors = [...kept("survivors"), ...measured.survivors];
  const document = { format: 1, run_id: runId, ...figuresOf(orders), orders, survivors };
  return replaceDocument(strengthFile(root, runId), `${JSON.stringify(document, null, 2)}\n`, () => true);
};
