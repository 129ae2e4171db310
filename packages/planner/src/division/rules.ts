import { childId, type Diagnostic, mayBeDivided } from "@llmch/contract";
import type { ConditionReading, OrderReading } from "../order-reading.ts";
import { quote } from "../quote.ts";
import type { Finding } from "../rules/rule.ts";

/** A condition of an order. */
export type Promised = Pick<ConditionReading, "kind" | "path" | "text">;

/** An order and its proposed children. */
export interface DivisionScene {
  readonly parent: OrderReading;
  readonly children: readonly OrderReading[];
  /** The parent's postconditions that already hold. */
  readonly held: readonly Promised[];
}

const LEAST_CHILDREN = 2;
const MOST_CHILDREN = 12;

/** Rules that one child breaks. */
export const childFindings = (scene: DivisionScene, child: OrderReading, index: number): readonly Finding[] => [
  ...misnumbered(scene, child, index),
  ...beyondParent(scene, child),
];

/** Rules that the children break together, reported for the parent. */
export const divisionFindings = (scene: DivisionScene): readonly Diagnostic[] =>
  [...brokenPromises(scene), ...lostCommands(scene), ...unfitNumber(scene)].map((each) => ({
    ...each,
    wo_id: scene.parent.label,
    pointer: "/work_orders",
  }));

const misnumbered = ({ parent }: DivisionScene, child: OrderReading, index: number): readonly Finding[] => {
  const due = childId(parent.label, index + 1);
  if (child.id === due) return [];
  const message = `id ${quote(child.label)} stands where ${due} is due: children count up from ${childId(parent.label, 1)}`;
  return [{ code: "E210", field: "id", message, pointer: child.id === undefined ? "" : "/id" }];
};

/** A child may have a command generate any file that the parent's commands may generate. */
const beyondParent = ({ parent }: DivisionScene, child: OrderReading): readonly Finding[] => {
  const isBeyond = ({ path }: { readonly path: string }) => !parent.allowed.has(path) && !parent.derived.has(path);
  const found = (field: string) => (file: { readonly path: string; readonly pointer: string }) => ({
    code: "E211" as const,
    field,
    message: `file ${quote(file.path)} is not among those that ${parent.label} may write`,
    pointer: file.pointer,
  });
  return [
    ...child.allowedFiles.filter(isBeyond).map(found("allowed_files")),
    ...child.derive.flatMap(({ files }) => files.filter(isBeyond).map(found("derive"))),
  ];
};

type Told = Omit<Diagnostic, "wo_id" | "pointer">;

const brokenPromises = (scene: DivisionScene): readonly Told[] =>
  scene.parent.postconditions
    .filter((promise) => !isKept(promise, scene))
    .map(({ kind, path }) => ({
      code: "E212",
      field: "postconditions",
      message: `no child promises ${kind} ${quote(path)}, and it does not hold already`,
    }));

const isKept = (promise: Promised, { children, held }: DivisionScene): boolean =>
  children.some(({ postconditions }) => postconditions.some((each) => implies(each, promise))) ||
  (promise.kind === "file_unchanged"
    ? children.every(({ allowed }) => !allowed.has(promise.path))
    : held.some((each) => isSame(each, promise)));

const implies = (given: Promised, wanted: Promised): boolean => {
  if (given.path !== wanted.path) return false;
  if (wanted.kind === "file_exists") return given.kind === "file_exists" || given.kind === "file_contains";
  if (wanted.kind === "file_contains")
    return given.kind === "file_contains" && (given.text ?? "").includes(wanted.text ?? "");
  return given.kind === wanted.kind;
};

const isSame = (one: Promised, other: Promised): boolean =>
  one.kind === other.kind && one.path === other.path && (one.text ?? null) === (other.text ?? null);

/** A hidden command cannot be passed on, since the author does not see it. */
const lostCommands = ({ parent, children }: DivisionScene): readonly Told[] => {
  const given = new Set(children.flatMap(({ commands }) => commands.map(({ text }) => text)));
  return parent.commands
    .filter(({ text, hidden }) => !hidden && !given.has(text))
    .map(({ text }) => ({
      code: "E213",
      field: "acceptance_commands",
      message: `no child has the acceptance command ${quote(text)}`,
    }));
};

const unfitNumber = ({ parent, children }: DivisionScene): readonly Told[] => {
  const { length } = children;
  const faults = [
    ...(length < LEAST_CHILDREN ? [`${length} is fewer than ${LEAST_CHILDREN} children`] : []),
    ...(length > MOST_CHILDREN ? [`${length} children are more than ${MOST_CHILDREN}`] : []),
    ...(mayBeDivided(parent.label) ? [] : [`${parent.label} is a child's child, and is not divided any more`]),
  ];
  return faults.map((message) => ({ code: "E214", field: "work_orders", message }));
};
