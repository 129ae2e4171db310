import type { ConditionReading } from "../order-reading.ts";
import { quote } from "../quote.ts";
import type { ChainRule, Finding } from "./rule.ts";

/** A file that must be absent can neither exist nor contain anything. E102 covers `file_exists` and `file_absent` as preconditions. */
export const contradictoryConditions: ChainRule = ({ order }) => [
  ...contradictions("preconditions", order.preconditions, AGAINST_PRECONDITION),
  ...contradictions("postconditions", order.postconditions, AGAINST_POSTCONDITION),
];

const AGAINST_PRECONDITION: ReadonlySet<string> = new Set(["file_contains", "file_unchanged"]);
const AGAINST_POSTCONDITION: ReadonlySet<string> = new Set(["file_exists", ...AGAINST_PRECONDITION]);

const contradictions = (
  field: string,
  conditions: readonly ConditionReading[],
  against: ReadonlySet<string>,
): readonly Finding[] => {
  if (!conditions.some(({ kind }) => against.has(kind))) return [];
  const absent = new Map(
    conditions.filter(({ kind }) => kind === "file_absent").map((each) => [each.path, each.pointer]),
  );
  return conditions
    .filter(({ kind, path }) => against.has(kind) && absent.has(path))
    .map(({ kind, path }) => ({
      code: "E203",
      field,
      message: `path ${quote(path)} in \`${field}\` is to be absent, and to meet ${kind} at once`,
      pointer: `${absent.get(path)}/path`,
    }));
};
