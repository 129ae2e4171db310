import { type Diagnostic, isBeforeOrder } from "@llmch/contract";
import type { SyntaxReaders } from "@llmch/languages";
import { isJsonObject, type JsonObject, type JsonValue, member } from "@llmch/text";
import { asItWas } from "../as-it-was.ts";
import { checkManifest } from "../check.ts";
import { plannedOrder, withTicks } from "../compiled-plan.ts";
import { normalizeOrder } from "../normalize.ts";
import { quote } from "../quote.ts";

/** The plan at the point where an order is revised. */
export interface PlanPoint {
  /** The current order, normalised. */
  readonly order: JsonObject;
  /** The orders that come after it. */
  readonly following: readonly JsonObject[];
  readonly verifyContract: JsonValue;
  /** The files that exist when the order starts. */
  readonly repoFiles: readonly string[];
}

export interface RevisionCheck {
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  /** The revised order in its written form; null if there are errors. */
  readonly order: JsonObject | null;
}

/**
 * Judges a revised order by every rule of contract §3, at its place in the plan: earlier orders are done, later ones stay as they are.
 * Faults that the later orders already had do not count against it. It keeps its id and its exemption.
 */
export const judgeRevision = (answered: JsonValue, point: PlanPoint, syntaxes: SyntaxReaders): RevisionCheck => {
  const answer = revisedFrom(point.order, answered);
  const isEarlier = (id: string) => isBeforeOrder(id, String(member(point.order, "id")));
  const options = { repoFiles: point.repoFiles, syntaxes, isEarlier };
  const planWith = (order: JsonValue): JsonValue => ({
    verify_contract: point.verifyContract,
    work_orders: [order, ...point.following],
  });
  const own = member(point.order, "id");
  const known = new Set(found(checkManifest(planWith(point.order), options)).map(keyOf));
  const isNew = (each: Diagnostic) => each.wo_id === own || !known.has(keyOf(each));
  const normal = normalizeOrder(answer);
  const id = isJsonObject(normal) ? (member(normal, "id") ?? null) : null;
  const check = checkManifest(planWith(answer), options);
  const errors = [...(id === own ? [] : [otherId(id, own)]), ...check.errors.filter(isOfPlace).filter(isNew)];
  return {
    errors,
    warnings: check.warnings.filter(isNew),
    order:
      errors.length > 0 || !isJsonObject(normal)
        ? null
        : withTicks(
            plannedOrder(normal, String(own), member(point.order, "verify_exempt") === true),
            member(point.order, "ticks"),
          ),
  };
};

/** The order with the members that the answer changes; empty notes go. */
const revisedFrom = (order: JsonObject, answer: JsonValue): JsonValue => {
  if (!isJsonObject(answer)) return answer;
  const changed = asItWas(order, answer);
  return {
    ...order,
    ...changed,
    ...(member(changed, "notes") === "" ? { notes: null } : {}),
  };
};

const found = ({ errors, warnings }: ReturnType<typeof checkManifest>): readonly Diagnostic[] => [
  ...errors,
  ...warnings,
];

/** The remaining orders of a plan do not start at WO-01. */
const isOfPlace = ({ code }: Diagnostic): boolean => code !== "E001";

const keyOf = ({ code, wo_id, field, message }: Diagnostic): string => JSON.stringify([code, wo_id, field, message]);

const otherId = (id: JsonValue, own: JsonValue | undefined): Diagnostic => ({
  code: "E001",
  wo_id: typeof own === "string" ? own : null,
  message: `the id is ${quote(id)}: the revised order keeps its id ${own}`,
  field: "id",
  pointer: "/work_orders/0/id",
});
