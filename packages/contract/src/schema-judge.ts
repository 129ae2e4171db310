import * as validators from "./generated/validators.js";
import type { Exchange } from "./model-exchange.ts";
import type { Proposal } from "./proposal.ts";
import { accepted, rejected, type Verdict } from "./verdict.ts";
import type { WorkOrder } from "./work-order.ts";

interface SchemaError {
  readonly instancePath: string;
  readonly message?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}
interface Validator {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

/**
 * Judges a document by its published JSON Schema (`templates/schemas/`, compiled at build time). The issues are all
 * violations, each with the JSON pointer of the place: `/allowed_files/0 must be string`.
 */
const judge = <Document>(validator: Validator, value: unknown): Verdict<Document, string> => {
  if (validator(value)) return accepted(value as Document);
  const [first, ...rest] = (validator.errors ?? []).map(sentence);
  return rejected(first ?? "does not meet the schema", ...rest);
};

const sentence = ({ instancePath, message, params }: SchemaError): string => {
  const allowed = params?.["allowedValues"] ?? params?.["allowedValue"];
  const values = allowed === undefined ? "" : ` (${[allowed].flat().join(", ")})`;
  return `${instancePath === "" ? "the document" : instancePath} ${message ?? "is not valid"}${values}`;
};

export const judgeWorkOrder = (value: unknown): Verdict<WorkOrder, string> => judge(validators.workOrder, value);
export const judgeProposal = (value: unknown): Verdict<Proposal, string> => judge(validators.proposal, value);
export const judgeExchange = (value: unknown): Verdict<Exchange, string> => judge(validators.exchange, value);
