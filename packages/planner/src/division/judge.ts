import {
  checkFilesIn,
  type Diagnostic,
  isBeforeOrder,
  judgeWorkOrder,
  type Reach,
  type Wider,
  type WorkOrder,
  widerReach,
  withCheckFiles,
} from "@llmch/contract";
import type { SyntaxReaders } from "@llmch/languages";
import { isJsonObject, type JsonObject, type JsonValue, member, objectsMember, textsMember } from "@llmch/text";
import { checkManifest } from "../check.ts";
import { plannedOrder } from "../compiled-plan.ts";
import { orderDiagnostics } from "../order-diagnostics.ts";
import { type OrderReading, readOrder } from "../order-reading.ts";
import type { Finding } from "../rules/rule.ts";
import { type DivisionScene, divisionFindings, misnumbered, type Promised } from "./rules.ts";

/** An order to divide, and the state in which it is carried out. */
export interface DivisionPoint {
  /** Normalised. */
  readonly order: JsonObject;
  /** The files that exist when it starts. */
  readonly repoFiles: readonly string[];
  /** The postconditions that already hold. */
  readonly held: readonly Promised[];
}

/** A child as a document, and as an order to carry out. */
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
 * Judges the children of an order: each by every rule for a plan's orders (contract §3), on the files that the order starts with and the
 * results of earlier children, and all of them by the order's own promises (E210 to E214). They are exempt if the order is.
 */
export const judgeDivision = (answer: JsonValue, point: DivisionPoint, syntaxes: SyntaxReaders): DivisionCheck => {
  const given = childrenIn(answer);
  const isEarlier = (id: string) => isBeforeOrder(id, String(member(point.order, "id")));
  const options = { repoFiles: point.repoFiles, syntaxes, isEarlier };
  const check = checkManifest(
    { verify_contract: null, checks: [...checkFilesIn(point.order)], work_orders: given },
    options,
  );
  const unread = check.errors.filter(({ code }) => code === "E000");
  if (unread.length > 0) return { errors: unread, warnings: [], children: null };
  const normal = objectsMember(check.manifest ?? {}, "work_orders");
  const scene: DivisionScene = {
    parent: readOrder(point.order, 0),
    children: normal.map((child, index) => readOrder(child, index)),
    held: point.held,
  };
  const isExempt = member(point.order, "verify_exempt") === true;
  const parent = reachOf(scene.parent, isExempt);
  const own = scene.children.flatMap((child, index) => {
    const wider = widerReach(reachOf(child, isExempt), parent).map((each) => beyondParent(each, scene));
    const found = [...misnumbered(scene, child, index), ...wider];
    return found.map(orderDiagnostics(child.label, listed(given, index), index));
  });
  const errors = [...check.errors.filter(isOfDivision), ...own, ...divisionFindings(scene)];
  const forbidden = textsMember(point.order, "forbidden");
  const children = normal.flatMap((child): readonly Child[] => {
    const kept = { ...child, forbidden: [...new Set([...forbidden, ...textsMember(child, "forbidden")])] };
    const document = plannedOrder(withCheckFiles(kept, point.order), String(member(child, "id")), isExempt);
    const judged = judgeWorkOrder(document);
    return judged.ok ? [{ document, order: judged.value }] : [];
  });
  return { errors, warnings: check.warnings, children: errors.length > 0 ? null : children };
};

const reachOf = ({ allowedFiles, contextFiles, derive }: OrderReading, isExempt: boolean): Reach => ({
  allowed_files: allowedFiles.map(({ path }) => path),
  context_files: contextFiles.map(({ path }) => path),
  derive: derive.map(({ command, files }) => ({ command: command?.text ?? "", files: files.map(({ path }) => path) })),
  verify_exempt: isExempt,
});

const beyondParent = ({ pointer, what }: Wider, { parent }: DivisionScene): Finding => ({
  ...{ code: "E211", field: pointer.split("/")[1] ?? null, pointer },
  message: `beyond ${parent.label}: ${what}`,
});

/** A model may answer with the bare list. */
const childrenIn = (answer: JsonValue): JsonValue =>
  isJsonObject(answer) ? (member(answer, "work_orders") ?? null) : answer;

const listed = (given: JsonValue, index: number): JsonValue => (Array.isArray(given) ? (given[index] ?? null) : null);

/** Children's ids do not follow the rules for a plan's ids. */
const isOfDivision = ({ code }: Diagnostic): boolean => code !== "E001";
