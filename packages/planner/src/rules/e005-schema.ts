import { formatViolation, pathFault, workOrderViolations } from "@llmch/contract";
import type { ConditionReading, OrderReading } from "../order-reading.ts";
import { quote } from "../quote.ts";
import type { OrderRule } from "./rule.ts";

/** The published schema, and what it cannot say of paths: one finding that names every violation. */
export const schemaViolations: OrderRule = ({ order }) => {
  const faults = [...shapeFaults(order), ...pathFaults(order), ...conditionFaults(order)];
  return faults.length === 0
    ? []
    : [{ code: "E005", field: null, message: `the order does not meet the schema: ${named(faults)}` }];
};

/** More than anybody fixes at once; a line with a million of them is of no use to anybody. */
const MAX_NAMED = 100;

const named = (faults: readonly string[]): string =>
  faults.length <= MAX_NAMED
    ? faults.join("; ")
    : `${faults.slice(0, MAX_NAMED).join("; ")}; and ${faults.length - MAX_NAMED} more`;

/** E001 says what is wrong with a malformed id, so that it is not said twice. */
const shapeFaults = (order: OrderReading): readonly string[] =>
  workOrderViolations(order.json)
    .filter(({ pointer, keyword }) => !(pointer === "/id" && keyword === "pattern"))
    .map(formatViolation);

/** What a condition's kind asks of it (contract §2). */
const conditionFaults = ({ preconditions, postconditions, allowedFiles }: OrderReading): readonly string[] => [
  ...withoutText("preconditions", preconditions),
  ...withoutText("postconditions", postconditions),
  ...postconditions
    .filter(({ kind, path }) => kind === "file_absent" && !allowedFiles.includes(path))
    .map(({ path }) => `postcondition file_absent ${quote(path)} is of a file that the order may not write`),
];

const withoutText = (field: string, conditions: readonly ConditionReading[]): readonly string[] =>
  conditions
    .filter(({ kind, text }) => kind === "file_contains" && (text ?? "") === "")
    .map(({ path }) => `file_contains ${quote(path)} in \`${field}\` has no text to look for`);

const pathFaults = (order: OrderReading): readonly string[] =>
  [
    ...order.preconditions.map(({ path }) => ({ field: "preconditions", path })),
    ...order.postconditions.map(({ path }) => ({ field: "postconditions", path })),
    ...order.allowedFiles.map((path) => ({ field: "allowed_files", path })),
    ...order.contextFiles.map((path) => ({ field: "context_files", path })),
  ].flatMap(({ field, path }) => {
    const fault = pathFault(path);
    return fault === null ? [] : [`path ${quote(path)} in \`${field}\` ${fault}`];
  });
