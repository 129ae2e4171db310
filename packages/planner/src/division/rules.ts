import { childId, type Diagnostic, impliesCondition, mayBeDivided } from "@llmch/contract";
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

/** Rules that the children break together, reported for the parent. */
export const divisionFindings = (scene: DivisionScene): readonly Diagnostic[] =>
  [...brokenPromises(scene), ...lostCommands(scene), ...unfitNumber(scene)].map((each) => ({
    ...each,
    wo_id: scene.parent.label,
    pointer: "/work_orders",
  }));

/** Whether a child has the id that is due in its place. */
export const misnumbered = ({ parent }: DivisionScene, child: OrderReading, index: number): readonly Finding[] => {
  const due = childId(parent.label, index + 1);
  if (child.id === due) return [];
  const message = `id ${quote(child.label)} stands where ${due} is due: children count up from ${childId(parent.label, 1)}`;
  return [{ code: "E210", field: "id", message, pointer: child.id === undefined ? "" : "/id" }];
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
  children.some(({ postconditions }) => postconditions.some((each) => impliesCondition(each, promise))) ||
  (promise.kind === "file_unchanged"
    ? children.every(({ allowed }) => !allowed.has(promise.path))
    : held.some((each) => isSame(each, promise)));

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
