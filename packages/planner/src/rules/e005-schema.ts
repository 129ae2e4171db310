import {
  type Diagnostic,
  formatViolation,
  pathFault,
  type SchemaViolation,
  workOrderViolations,
} from "@llmch/contract";
import { isJsonObject, type JsonValue, member } from "@llmch/text";
import type { ConditionReading, OrderReading } from "../order-reading.ts";
import { quote } from "../quote.ts";
import type { OrderRule } from "./rule.ts";

interface Fault {
  readonly said: string;
  readonly pointer: string;
}

/**
 * Checks the published schema, and rules about paths that it cannot express. One finding names every violation, with the pointer of the
 * first.
 */
export const schemaViolations: OrderRule = ({ order }) => {
  const faults = [...shapeFaults(order), ...pathFaults(order), ...conditionFaults(order)];
  const [first] = faults;
  if (first === undefined) return [];
  const message = `the order does not meet the schema: ${named(faults.map(({ said }) => said))}`;
  return [{ code: "E005", field: null, message, pointer: first.pointer }];
};

/** Checks a plan's own acceptance by the schema that an order's is checked by. */
export const acceptanceViolations = (manifest: JsonValue): readonly Diagnostic[] => {
  const acceptance_commands = (isJsonObject(manifest) ? member(manifest, "plan_acceptance") : null) ?? [];
  const found = workOrderViolations({ acceptance_commands }).flatMap(({ pointer, ...violation }): SchemaViolation[] =>
    pointer.startsWith(OF_ORDER) && violation.keyword !== "minItems"
      ? [{ ...violation, pointer: `/plan_acceptance${pointer.slice(OF_ORDER.length)}` }]
      : [],
  );
  const [first] = found;
  if (first === undefined) return [];
  const message = `the plan does not meet the schema: ${named(found.map(formatViolation))}`;
  return [{ code: "E005", wo_id: null, field: "plan_acceptance", message, pointer: first.pointer }];
};

const OF_ORDER = "/acceptance_commands";

/** More than anybody fixes at once: a line with a million violations helps nobody. */
const MAX_NAMED = 100;

const named = (faults: readonly string[]): string =>
  faults.length <= MAX_NAMED
    ? faults.join("; ")
    : `${faults.slice(0, MAX_NAMED).join("; ")}; and ${faults.length - MAX_NAMED} more`;

/** Omits malformed ids, which E001 reports. */
const shapeFaults = (order: OrderReading): readonly Fault[] =>
  workOrderViolations(order.json)
    .filter(({ pointer, keyword }) => !(pointer === "/id" && keyword === "pattern"))
    .map((violation) => ({ said: formatViolation(violation), pointer: violation.pointer }));

/** What each kind of condition requires (contract §2). */
const conditionFaults = ({ preconditions, postconditions, allowed }: OrderReading): readonly Fault[] => [
  ...withoutText("preconditions", preconditions),
  ...withoutText("postconditions", postconditions),
  ...postconditions
    .filter(({ kind, path }) => kind === "file_absent" && !allowed.has(path))
    .map(({ path, pointer }) => ({
      said: `postcondition file_absent ${quote(path)} is of a file that the order may not write`,
      pointer: `${pointer}/path`,
    })),
];

const withoutText = (field: string, conditions: readonly ConditionReading[]): readonly Fault[] =>
  conditions
    .filter(({ kind, text }) => kind === "file_contains" && (text ?? "") === "")
    .map(({ path, pointer }) => ({
      said: `file_contains ${quote(path)} in \`${field}\` has no text to look for`,
      pointer,
    }));

const pathFaults = ({
  preconditions,
  postconditions,
  allowedFiles,
  contextFiles,
  derive,
}: OrderReading): readonly Fault[] => [
  ...faultyPaths("preconditions", preconditions, "/path"),
  ...faultyPaths("postconditions", postconditions, "/path"),
  ...faultyPaths("allowed_files", allowedFiles),
  ...faultyPaths("context_files", contextFiles),
  ...derive.flatMap(({ files }) => faultyPaths("derive", files)),
];

const faultyPaths = (
  field: string,
  list: readonly { readonly path: string; readonly pointer: string }[],
  below = "",
): readonly Fault[] =>
  list.flatMap(({ path, pointer }) => {
    const fault = pathFault(path);
    return fault === null
      ? []
      : [{ said: `path ${quote(path)} in \`${field}\` ${fault}`, pointer: `${pointer}${below}` }];
  });
