import { workOfFile, workOfOrders } from "@llmch/run";
import { refusal } from "@llmch/text";
import { z } from "zod";
import { type CarryOutOutcome, carryOut } from "../carry-out/carry-out.ts";
import { goOn } from "../carry-out/go-on.ts";
import type { OperationContext } from "../context.ts";
import { document, RARE } from "../description/members.ts";
import { describe, type RequestOf } from "../description/operation.ts";
import { refused } from "../outcome.ts";
import { plainJson } from "../request/plain-json.ts";
import { factoryOptions, RUN_EXITS, RUN_SETTINGS, runMembers } from "../request/run-request.ts";
import { runSchema } from "../runs/results/run-result.ts";

export const description = /* @__PURE__ */ describe(() => ({
  name: "run",
  topic: "Carry out",
  sentence: "carry out one work order, to one commit or none",
  may: "branch",
  makes: "factory",
  argument: { member: "order", shown: "[work-order-file]", flag: "--work-order <file>" },
  settings: RUN_SETTINGS,
  request: z.strictObject({
    order: document<string | object>("the file of the work order", "string | WorkOrder").meta({
      subject: true,
      ...RARE,
    }),
    ...runMembers(),
  }),
  result: runSchema(),
  elsewhere: ["kind", "verdict", "directory", "orders", "baseline"],
  examples: ["run wo/WO-01.json --repo my-project", "run wo/WO-01.json --dry-run"],
  exits: RUN_EXITS,
}));

/** Carries out one work order, given as a value or as a file, to one commit or none (contract §5). */
export const operate = async (
  { order, ...request }: RequestOf<typeof description>,
  context: OperationContext,
): Promise<CarryOutOutcome> => {
  const options = factoryOptions(request, context);
  if (!options.ok) return refused(options.issues);
  const goingOn = await goOn(options.value, context);
  if (goingOn !== null) return goingOn;
  if (typeof order === "string") {
    const work = await workOfFile({ ...options.value, workOrder: order }, context);
    return work.ok ? carryOut("run", work.value, context, { isDry: request.dryRun }) : refused(work.issues);
  }
  const value = plainJson(order, "the order");
  if (!value.ok) return refused([refusal("invalid-work-order", value.issues[0], "give a work order, or its file")]);
  const work = await workOfOrders({ kind: "run", orders: [value.value], directory: null }, options.value, context);
  return work.ok ? carryOut("run", work.value, context, { isDry: request.dryRun }) : refused(work.issues);
};
