import { type Diagnostic, divisionCall } from "@llmch/contract";
import type { PlannerSettings } from "@llmch/contract/settings";
import type { SyntaxReaders } from "@llmch/languages";
import { answeredDocument, member, readJson } from "@llmch/text";
import { askedUntilValid } from "../asked-until-valid.ts";
import { checkUnreadable } from "../check.ts";
import { CHILDREN_SCHEMA } from "../plan-schema.ts";
import type { Ledger, Model } from "../ports.ts";
import type { ExplorerFailure } from "../reply-failure.ts";
import { type Child, type DivisionCheck, type DivisionPoint, judgeDivision } from "./judge.ts";
import { type DivisionParts, divisionPrompt } from "./prompt.ts";

/** Everything that a division of an order is made from. */
export interface DivisionInputs extends DivisionPoint, Omit<DivisionParts, "order" | "repoFiles"> {
  readonly settings: PlannerSettings;
}

export interface DivisionPorts {
  readonly model: Model;
  readonly ledger: Ledger;
  readonly syntaxes: SyntaxReaders;
}

export type DivisionOutcome =
  | { readonly kind: "divided"; readonly children: readonly Child[] }
  /** Still invalid after the last attempt; the errors are those of the last answer. */
  | { readonly kind: "invalid"; readonly errors: readonly Diagnostic[] }
  | ExplorerFailure;

/** An order is divided only once. */
const DIVISION = 1;

/** The folder for the records of an order's division in its run. */
export const divisionFolder = (): string => `division_${DIVISION}`;

/** Asks the planner for smaller orders to replace one, until an answer passes or the attempts are used up. */
export const divideOrder = async (
  inputs: DivisionInputs,
  { model, ledger, syntaxes }: DivisionPorts,
): Promise<DivisionOutcome> => {
  const { order } = inputs;
  const asked = await askedUntilValid<DivisionCheck>(
    {
      call: (attempt) => divisionCall(String(member(order, "id")), DIVISION, attempt),
      first: divisionPrompt(inputs),
      answerSchema: CHILDREN_SCHEMA,
      what: "division",
      folder: divisionFolder(),
      judge: (text) => {
        const read = readJson(answeredDocument(text));
        if (read.ok) return judgeDivision(read.value, inputs, syntaxes);
        return { ...checkUnreadable(read.issues[0]), children: null };
      },
    },
    inputs,
    { model, ledger },
  );
  if (asked.kind !== "judged") return asked;
  const { children, errors } = asked.check;
  return children === null ? { kind: "invalid", errors } : { kind: "divided", children };
};
