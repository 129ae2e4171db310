import { canonicalJson } from "./canonical-json.ts";
import type { JsonObject } from "./json-value.ts";
import { sha256Hex } from "./sha256.ts";

export const ORDER_TRAILER = "Llmch-Order";
export const ORDER_SHA256_TRAILER = "Llmch-Order-Sha256";
export const RUN_TRAILER = "Llmch-Run";
export const PLAN_TRAILER = "Llmch-Plan";
/** Existing tests that the order's work edits or removes. */
export const TESTS_TRAILER = "Tests-changed";
const MOST_TESTS = 8;
/** The orders that the order was divided into, if they did its work. */
export const CHILDREN_TRAILER = "Divided-into";

/** Equal hashes mean that two orders ask for the same work. Leaves out `provenance` and `$schema` (contract §6). */
export const orderSha256 = (normalizedOrder: JsonObject): string => {
  const { provenance: _provenance, $schema: _schema, ...asked } = normalizedOrder;
  return sha256Hex(canonicalJson(asked));
};

/** `WO-NN: <title>`, a blank line, then git trailers: the history alone shows which orders are done (contract §6). */
export const commitMessage = (commit: {
  readonly order: string;
  readonly title: string;
  readonly orderSha256: string;
  readonly runId: string;
  readonly planRunId: string | null;
  readonly tests?: readonly string[];
  readonly children?: readonly string[];
}): string => {
  const { tests = [], children = [] } = commit;
  const more = tests.length > MOST_TESTS ? [`${tests.length - MOST_TESTS} more`] : [];
  const trailers = [
    [ORDER_TRAILER, commit.order],
    [ORDER_SHA256_TRAILER, commit.orderSha256],
    [RUN_TRAILER, commit.runId],
    [PLAN_TRAILER, commit.planRunId ?? ""],
    [CHILDREN_TRAILER, children.join(", ")],
    [TESTS_TRAILER, [...tests.slice(0, MOST_TESTS), ...more].join(", ")],
  ].map(([name, value]) => [name, oneLine(value ?? "")] as const);
  const lines = trailers.flatMap(([name, value]) => (value === "" ? [] : [`${name}: ${value}`]));
  return `${oneLine(`${commit.order}: ${commit.title}`)}\n\n${lines.join("\n")}\n`;
};

/** Text on one line, without the characters that git refuses in a message. */
const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, " ").trim();
