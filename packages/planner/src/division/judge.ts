import {
  type Diagnostic,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  judgeWorkOrder,
  member,
  objectsMember,
  type WorkOrder,
} from "@llmch/contract";
import type { SyntaxReaders } from "@llmch/languages";
import { checkManifest } from "../check.ts";
import { plannedOrder } from "../compiled-plan.ts";
import { orderDiagnostics } from "../order-diagnostics.ts";
import { readOrder } from "../order-reading.ts";
import { childFindings, type DivisionScene, divisionFindings, type Promised } from "./rules.ts";

/** An order that is to be divided, where it is carried out. */
export interface DivisionPoint {
  /** Normalised. */
  readonly order: JsonObject;
  /** The files that it finds. */
  readonly repoFiles: readonly string[];
  /** What of its postconditions holds already. */
  readonly held: readonly Promised[];
}

/** A child in its written form, and as it is carried out. */
export interface Child {
  readonly document: JsonObject;
  readonly order: WorkOrder;
}

export interface DivisionCheck {
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  /** Null if there are errors. */
  readonly children: readonly Child[] | null;
}

/**
 * Judges what an order is divided into: each child by every rule of a plan's orders (contract §3), on the files that the order finds with
 * the results of earlier children, and all of them by what the order itself promises (E210 to E214). They are exempt as the order is.
 */
export const judgeDivision = (answer: JsonValue, point: DivisionPoint, syntaxes: SyntaxReaders): DivisionCheck => {
  const given = childrenIn(answer);
  const check = checkManifest({ verify_contract: null, work_orders: given }, { repoFiles: point.repoFiles, syntaxes });
  const unread = check.errors.filter(({ code }) => code === "E000");
  if (unread.length > 0) return { errors: unread, warnings: [], children: null };
  const normal = objectsMember(check.manifest ?? {}, "work_orders");
  const scene: DivisionScene = {
    parent: readOrder(point.order, 0),
    children: normal.map((child, index) => readOrder(child, index)),
    held: point.held,
  };
  const own = scene.children.flatMap((child, index) =>
    childFindings(scene, child, index).map(orderDiagnostics(child.label, listed(given, index), index)),
  );
  const errors = [...check.errors.filter(isOfDivision), ...own, ...divisionFindings(scene)];
  const isExempt = member(point.order, "verify_exempt") === true;
  const children = normal.flatMap((child): readonly Child[] => {
    const document = plannedOrder(child, String(member(child, "id")), isExempt);
    const judged = judgeWorkOrder(document);
    return judged.ok ? [{ document, order: judged.value }] : [];
  });
  return { errors, warnings: check.warnings, children: errors.length > 0 ? null : children };
};

/** A model may answer with the bare list. */
const childrenIn = (answer: JsonValue): JsonValue =>
  isJsonObject(answer) ? (member(answer, "work_orders") ?? null) : answer;

const listed = (given: JsonValue, index: number): JsonValue => (Array.isArray(given) ? (given[index] ?? null) : null);

/** The ids of children are no ids of a plan. */
const isOfDivision = ({ code }: Diagnostic): boolean => code !== "E001";
