import { workOfDirectory, workOfOrders } from "@llmch/run";
import { type JsonValue, printable, refusal, rejected } from "@llmch/text";
import { z } from "zod";
import { type CarryOutOutcome, carryOut } from "../carry-out/carry-out.ts";
import { goOn } from "../carry-out/go-on.ts";
import type { OperationContext } from "../context.ts";
import { document, RARE, text } from "../description/members.ts";
import { describe, type RequestOf } from "../description/operation.ts";
import { refused } from "../outcome.ts";
import { plainJson } from "../request/plain-json.ts";
import { planPlace } from "../request/plan-place.ts";
import { factoryOptions, RUN_EXITS, RUN_SETTINGS, runMembers, severalOrders } from "../request/run-request.ts";
import { runSchema } from "../runs/results/run-result.ts";

export const description = /* @__PURE__ */ describe(() => ({
  name: "run-all",
  topic: "Carry out",
  sentence: "carry out every WO-NN.json of a directory, in order, until one fails",
  may: "branch",
  makes: "run-all",
  argument: { member: "orders", shown: "[wo-dir]", flag: "--workdir <dir>" },
  settings: ["examine", ...RUN_SETTINGS],
  request: z.strictObject({
    orders: document<string | { readonly orders: unknown; readonly ordersDirectory?: string } | readonly unknown[]>(
      "the directory of work orders, or the run that made them (default: the newest plan of the repo)",
      "string | { readonly orders: readonly WorkOrder[]; readonly ordersDirectory?: string } | readonly WorkOrder[]",
    )
      .optional()
      .meta({ subject: true, ...RARE }),
    only: z
      .array(z.string())
      .optional()
      .describe("carry out these orders alone: WO-02,WO-05")
      .meta({ value: "ids", ...RARE }),
    from: text()
      .optional()
      .describe("carry out this order and those after it")
      .meta({ value: "id", ...RARE }),
    until: text()
      .optional()
      .describe("carry out this order and those before it")
      .meta({ value: "id", ...RARE }),
    pr: z
      .union([z.boolean(), z.literal("stack")])
      .default(false)
      .describe(
        "once every order has passed, push the branch and open a pull request through `gh`; stack: one for each order",
      )
      .meta({ value: "stack", ...RARE }),
    ...severalOrders(),
    ...runMembers(),
  }),
  result: runSchema(),
  elsewhere: ["kind", "verdict", "directory", "orders", "baseline"],
  examples: ["run-all wo --repo my-project --budget 2", "run-all wo --branch feature --yes"],
  exits: RUN_EXITS,
}));

/** Carries out every order of a directory, a plan or a list on one branch, until one fails (contract §1). */
export const operate = async (
  { orders, only, from, until, pr, ...request }: RequestOf<typeof description>,
  context: OperationContext,
): Promise<CarryOutOutcome> => {
  if (typeof pr === "string" && pr !== "stack") {
    // It took no value once, and may stand before the orders still.
    if (orders === undefined) return operate({ ...request, only, from, until, orders: pr, pr: true }, context);
    const message = `--pr is followed by stack or by nothing, not by ${printable(pr)}`;
    return refused([refusal("usage", message, "name the orders before it")]);
  }
  if (pr !== false && (request.push === false || context.given["factory.push"] === "never"))
    return refused([refusal("usage", "--pr pushes the branch, and --no-push forbids it", "leave one of them out")]);
  const options = factoryOptions(request, context);
  if (!options.ok) return refused(options.issues);
  const goingOn = await goOn(options.value, context, { pr });
  if (goingOn !== null) return goingOn;
  const choice = { only, from, until };
  if (orders !== undefined && typeof orders !== "string") {
    const work = await workOfValue(orders, { ...options.value, ...choice }, context);
    return work.ok ? carryOut("run-all", work.value, context, { isDry: request.dryRun, pr }) : refused(work.issues);
  }
  const named = await planPlace(orders ?? request.answers, request, context);
  if (!named.ok) return refused(named.issues);
  // The record says which plan was meant: another may be the newest by the time that it is resumed.
  const { asked = null } = context;
  const own = { ...context, asked: asked && { ...asked, request: { ...asked.request, orders: named.value } } };
  const work = await workOfDirectory({ ...options.value, ...choice, workdir: named.value }, own);
  return work.ok ? carryOut("run-all", work.value, own, { isDry: request.dryRun, pr }) : refused(work.issues);
};

const workOfValue = async (
  given: unknown,
  options: Parameters<typeof workOfOrders>[1],
  context: OperationContext,
): ReturnType<typeof workOfOrders> => {
  if (typeof given !== "object" || given === null) return malformed("runAll is given no orders");
  const isList = Array.isArray(given);
  const orders = plainJson(isList ? given : "orders" in given ? given.orders : null, "orders");
  if (!orders.ok) return malformed(orders.issues[0]);
  const documents: JsonValue = orders.value;
  const folder = !isList && "ordersDirectory" in given ? given.ordersDirectory : null;
  const directory = typeof folder === "string" ? folder : null;
  return Array.isArray(documents)
    ? workOfOrders({ kind: "run-all", orders: documents, directory }, options, context)
    : malformed("runAll is given no orders");
};

const malformed = (message: string) =>
  rejected(refusal("invalid-work-order", message, "give a plan, a list of work orders, or the path of their folder"));
