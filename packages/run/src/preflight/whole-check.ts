import type { Acceptance, Design, Diagnostic } from "@llmch/contract";
import { checkManifest, checkWithIgnored, type IgnoredAmong, type ShownRoom } from "@llmch/planner";
import { type LoadedOrder, verifyContractOf } from "@llmch/records";
import { SYNTAX_READERS } from "@llmch/syntax";
import { accepted, isError, type Refusal, type Result, rejected } from "@llmch/text";
import { missingOrders, type OrdersPlace } from "./missing-orders.ts";

/** What to check before anything is made. */
export interface CheckedOrders extends OrdersPlace {
  /** The orders to carry out, in sequence. */
  readonly pending: readonly LoadedOrder[];
  /** What must hold once they have landed. */
  readonly planAcceptance: readonly Acceptance[];
  /** The files of the commit that the first one starts from. */
  readonly files: readonly string[];
  readonly ignoredAmong: IgnoredAmong;
  readonly room?: ShownRoom | undefined;
  /** A single order is judged by itself, because its plan is unknown. */
  readonly alone: boolean;
  /** The design that the orders follow. */
  readonly design: Design | null;
  /** The user chose these orders from their plan, so the plan as a whole is not judged. */
  readonly isPart: boolean;
  /** Whether warnings refuse too. */
  readonly strict: boolean;
}

/**
 * What `llmch check` says about orders carried out from a given commit; refuses if it finds an error (contract §1). If a precondition
 * fails because another order of the plan is missing, it reports that instead. The position of an order in the list is not judged: the
 * history may contain those before it, and a user may leave some out. For the same reason an order may depend on one that is done, or that
 * may have been left out on purpose. Returns the warnings.
 */
export const checkWhole = async (
  orders: CheckedOrders,
): Promise<Result<readonly Diagnostic[], Refusal | Diagnostic>> => {
  const { pending, alone, strict } = orders;
  const lacking = await missingOrders(orders);
  const found = pending.length === 0 ? [] : await judged(orders);
  const errors = found.filter((each) => (isError(each) ? !alone && each.code !== "E001" : strict));
  const told = errors
    .filter((each) => strict || !PASSABLE.has(each.code))
    .filter(({ code, wo_id, message }) => {
      const isExplained = lacking.some(({ order, path }) => order === wo_id && message.includes(path));
      return code !== "E101" || !isExplained;
    });
  const [first, ...rest] = [...lacking.map(({ refusal }) => refusal), ...told];
  if (first !== undefined) return rejected(first, ...rest);
  return accepted(found.filter(({ code }) => (PASSABLE.has(code) && !alone) || TOLD.has(code)));
};

/** Warnings of an order that may be carried out otherwise than its author thinks. */
const TOLD: ReadonlySet<string> = new Set(["W228", "W229", "W233", "W234"]);

/** Errors that send a plan back to its planner, although an order with them can be carried out: warnings, unless `strict` is set. */
const PASSABLE: ReadonlySet<string> = new Set(["E104", "E105"]);

const judged = async (orders: CheckedOrders): Promise<readonly Diagnostic[]> => {
  const { pending, planAcceptance, files: repoFiles, design, alone, isPart, room } = orders;
  const contract = isPart ? null : verifyContractOf(orders.manifest);
  const manifest = {
    verify_contract: contract,
    plan_acceptance: planAcceptance,
    checks: [...new Map(planAcceptance.flatMap(({ checks = [] }) => checks).map((file) => [file.name, file])).values()],
    work_orders: pending.map(({ document }) => document),
  };
  const done = alone || isPart ? null : await orders.done();
  const isEarlier = (id: string) => done === null || done.has(id);
  const options = { repoFiles, design, isEarlier, syntaxes: SYNTAX_READERS, ...(room && { room }) };
  const { errors, warnings } = await checkWithIgnored(
    (ignored) => checkManifest(manifest, { ...options, ignored }),
    orders.ignoredAmong,
  );
  return [...errors, ...warnings];
};
