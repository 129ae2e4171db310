import { accepted, holdsMoreThan, type Result } from "@llmch/text";
import type { z } from "zod";
import * as validators from "./generated/validators.js";
import type { Exchange } from "./model-exchange.ts";
import type { proposalSchema } from "./schemas/proposal.ts";
import type { workOrderSchema } from "./schemas/work-order.ts";
import type { WorkOrder } from "./work-order.ts";

/** One violation of a schema: the JSON pointer to the place, the schema's keyword, and a sentence. */
export interface SchemaViolation {
  readonly pointer: string;
  readonly keyword: string;
  readonly message: string;
}

interface SchemaError {
  readonly instancePath: string;
  readonly keyword?: string;
  readonly message?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}
interface Validator {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

/**
 * Judges a document by its published JSON Schema (`templates/schemas/`, compiled at build time). The issues are the violations, each with
 * the JSON pointer to its place: `/allowed_files/0 must be string`.
 */
export const judge = <Document>(validator: Validator, value: unknown): Result<Document, string> =>
  verdict<Document>(violations(validator, value), value);

/** The same for a document from a person or a model. All violations are reported, so its size is limited. */
export const judgeGiven = <Document>(validator: Validator, value: unknown): Result<Document, string> =>
  verdict<Document>(allViolations(validator, value), value);

const verdict = <Document>(found: readonly SchemaViolation[], value: unknown): Result<Document, string> => {
  const [first, ...rest] = found.map(formatViolation);
  return first === undefined ? accepted(value as Document) : { ok: false, issues: [first, ...rest] };
};

/** Far above what such a document holds. Each value may have several violations. */
export const MAX_GIVEN_VALUES = 10_000;

const allViolations = (validator: Validator, value: unknown): readonly SchemaViolation[] =>
  holdsMoreThan(value, MAX_GIVEN_VALUES)
    ? [{ pointer: "", keyword: "", message: `holds more than ${MAX_GIVEN_VALUES} values` }]
    : violations(validator, value);

const violations = (validator: Validator, value: unknown): readonly SchemaViolation[] =>
  validator(value) ? [] : byBranch((validator.errors ?? []).map(violation));

/**
 * If a value may have several forms, or be null, JSON Schema reports every branch that it fails. Keep only what is wrong within the form
 * that the value has. If it has none, one sentence names all forms.
 */
const byBranch = (all: readonly SchemaViolation[]): readonly SchemaViolation[] => {
  const forked = new Set(all.filter(({ keyword }) => keyword === "anyOf").map(({ pointer }) => pointer));
  const isOtherForm = ({ keyword, pointer }: SchemaViolation) => keyword === "type" && forked.has(pointer);
  const isOfFork = (each: SchemaViolation) => each.keyword === "anyOf" || isOtherForm(each);
  const told = new Set(all.flatMap((each) => placesAbove(each.pointer).slice(isOfFork(each) ? 1 : 0)));
  const forms = new Map<string, string>();
  for (const { pointer, message } of all.filter(isOtherForm)) {
    const before = forms.get(pointer);
    forms.set(pointer, before === undefined ? message : `${before} or ${message.replace(/^must be /, "")}`);
  }
  return all.flatMap((each) => {
    if (!isOfFork(each)) return [each];
    if (told.has(each.pointer)) return [];
    if (each.keyword !== "anyOf") return [];
    const message = forms.get(each.pointer);
    return [message === undefined ? each : { ...each, keyword: "type", message }];
  });
};

/** `/a/0/b` gives itself, `/a/0`, `/a` and the document. */
const placesAbove = (pointer: string): readonly string[] => {
  const parts = pointer.split("/");
  return parts.map((_, index) => parts.slice(0, parts.length - index).join("/"));
};

const violation = ({ instancePath, keyword, message, params }: SchemaError): SchemaViolation => {
  const allowed = params?.allowedValues ?? params?.allowedValue;
  const values = allowed === undefined ? "" : ` (${[allowed].flat().join(", ")})`;
  const text =
    keyword === "type" ? `must be ${[params?.type].flat().join(" or ")}` : (message ?? "is not valid") + values;
  return { pointer: instancePath, keyword: keyword ?? "", message: text };
};

/** The violation as a sentence that starts with its place. */
export const formatViolation = ({ pointer, message }: SchemaViolation): string =>
  `${pointer === "" ? "the document" : pointer} ${message}`;

export const workOrderViolations = (value: unknown): readonly SchemaViolation[] =>
  allViolations(validators.workOrder, value);

/** The order with the schema's defaults filled in, or every violation. Does not change the value itself. */
export const judgeWorkOrder = (value: unknown): Result<WorkOrder, string> => {
  const judged = judgeGiven<z.input<typeof workOrderSchema>>(validators.workOrder, value);
  if (!judged.ok) return judged;
  const { preconditions = [], postconditions = [], verify_exempt = false } = judged.value;
  return accepted({ ...judged.value, preconditions, postconditions, verify_exempt });
};

/** A proposal in its JSON form, judged by the schema alone. */
type ProposalDocument = z.infer<typeof proposalSchema>;

/** Judges by the schema alone. `readProposal` also determines the form of each write. */
export const judgeProposal = (value: unknown): Result<ProposalDocument, string> =>
  judgeGiven(validators.proposal, value);
export const judgeExchange = (value: unknown): Result<Exchange, string> => judge(validators.exchange, value);
