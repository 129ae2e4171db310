import type { ConditionReading } from "../order-reading.ts";
import type { PlanFiles } from "../plan-files.ts";
import { quote } from "../quote.ts";
import type { ChainRule, Finding } from "./rule.ts";

/** Conditions that a file has some content or stays unchanged require a file that exists before the order. */
export const missingSubject: ChainRule = ({ order, files }) => [
  ...missing("preconditions", order.preconditions, ASKED_BEFORE, files),
  ...missing("postconditions", order.postconditions, ASKED_AFTER, files),
];

const ASKED_BEFORE: readonly string[] = ["file_contains", "file_unchanged"];
const ASKED_AFTER: readonly string[] = ["file_unchanged"];

const missing = (
  field: string,
  conditions: readonly ConditionReading[],
  kinds: readonly string[],
  files: PlanFiles,
): readonly Finding[] =>
  conditions
    .filter(({ kind, path }) => kinds.includes(kind) && !files.has(path))
    .map(({ kind, path, pointer }) => ({
      code: "E204",
      field,
      message: `${kind} ${quote(path)} asks about a file that ${whyMissing(files.lost(path)?.remover)}`,
      pointer: `${pointer}/path`,
    }));

const whyMissing = (remover: string | undefined): string =>
  remover === undefined ? "neither the repo nor an earlier order gives" : `${remover} has taken away by then`;
