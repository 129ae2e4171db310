import { canonicalJson, evidenceInWords, type JsonObject, sha256Hex } from "@llmch/text";
import type { Evidence } from "./evidence.ts";

export const ORDER_TRAILER = "Llmch-Order";
export const ORDER_SHA256_TRAILER = "Llmch-Order-Sha256";
export const RUN_TRAILER = "Llmch-Run";
export const PLAN_TRAILER = "Llmch-Plan";
/** What the commit rests on. */
export const EVIDENCE_TRAILER = "Llmch-Evidence";
/** Existing tests that the order's work edits or removes, and other files that decide what verifies the repo. */
const TESTS_TRAILER = "Tests-changed";
/** What ran before the order and does not any more. */
const LOST_TRAILER = "Tests-lost";
const MOST_TESTS = 8;
/** The orders that the order was divided into, if they did its work. */
const CHILDREN_TRAILER = "Divided-into";

/**
 * Equal hashes mean that two orders ask for the same work. Leaves out `provenance`, `$schema` (contract §6) and `checks`: a file that many
 * orders share may grow with the plan, and what has landed stays done.
 */
export const orderSha256 = (normalizedOrder: JsonObject): string => {
  const { provenance: _provenance, $schema: _schema, checks: _checks, ...asked } = normalizedOrder;
  return sha256Hex(canonicalJson(asked));
};

/** `WO-NN: <title>`, a blank line, then git trailers: the history alone shows which orders are done (contract §6). */
export const commitMessage = (commit: {
  readonly order: string;
  readonly title: string;
  readonly orderSha256: string;
  readonly runId: string;
  readonly planRunId: string | null;
  readonly evidence: Evidence;
  readonly tests?: { readonly changed: readonly string[]; readonly lost: readonly string[] };
  readonly children?: readonly string[];
}): string => {
  const { tests, children = [] } = commit;
  const shown = (all: readonly string[] = []) =>
    all.length <= MOST_TESTS ? all : [...all.slice(0, MOST_TESTS), `${all.length - MOST_TESTS} more`];
  const trailers = [
    [ORDER_TRAILER, commit.order],
    [ORDER_SHA256_TRAILER, commit.orderSha256],
    [RUN_TRAILER, commit.runId],
    [PLAN_TRAILER, commit.planRunId ?? ""],
    [EVIDENCE_TRAILER, evidenceInWords({ ...commit.evidence, ci_alone: [] })],
    [CHILDREN_TRAILER, children.join(", ")],
    [TESTS_TRAILER, shown(tests?.changed).join(", ")],
    [LOST_TRAILER, shown(tests?.lost).join("; ")],
  ].map(([name, value]) => [name, oneLine(value ?? "")] as const);
  const lines = trailers.flatMap(([name, value]) => (value === "" ? [] : [`${name}: ${value}`]));
  return `${commitSubject(commit)}\n\n${lines.join("\n")}\n`;
};

/** `WO-NN: <title>`. */
export const commitSubject = ({ order, title }: { readonly order: string; readonly title: string }): string =>
  oneLine(`${order}: ${title}`);

/** Text on one line, without the characters that git refuses in a message. */
const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, " ").trim();
