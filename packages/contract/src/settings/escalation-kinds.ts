import { rejected } from "@llmch/text";
import { ATTEMPT_STAGES, type Stage } from "../stage.ts";
import { decimal, type Kind, listOf, oneOf, orNone, wholeNumber } from "./kind.ts";
import { servedModel } from "./model-kinds.ts";
import { fromJson, record } from "./object-kinds.ts";

/** What may follow a failed attempt. */
export const ESCALATIONS = ["retry", "model", "agent", "divide", "revise", "ask", "stop"] as const;

/** A row of the table that says how an order continues after a failed attempt. */
export interface Escalation {
  /** The stage at which it failed; `review`: review notes were still open; `cost`: at any stage, once the order has cost `usd`. */
  readonly after: Stage | "any" | "review" | "cost";
  /** The least number of failed attempts. */
  readonly failures: number;
  readonly do: (typeof ESCALATIONS)[number];
  /** With `model`: which model is asked from then on. */
  readonly model: string | null;
  /** With `cost`: the least cost of the order's attempts. */
  readonly usd: number | null;
}

const [FIRST, ...OTHERS] = ATTEMPT_STAGES;

const row = (): Kind<Escalation> => {
  const kind = record<Escalation>(
    "an object with `after` and `do`, and with `failures`, `model` and `usd` where needed",
    {
      after: {
        kind: oneOf("any", "review", "cost", FIRST, ...OTHERS),
        about:
          "The stage at which an attempt failed. `review`: notes of a review still stood; `cost`: the order has cost `usd`. A cost that is not known fits no row.",
        fallback: "any",
      },
      failures: {
        kind: wholeNumber({ least: 1, most: 1_000_000 }),
        about: "How many attempts have failed at least.",
        fallback: 1,
      },
      do: {
        kind: oneOf(...ESCALATIONS),
        about:
          "What follows: the same again, another model, tools to look around with, smaller orders in its place (once), an order that the planner has revised (once), a question to the user (`llmch decide RUN ID answer TEXT`), or the end of the order.",
      },
      model: { kind: orNone(servedModel()), about: "With `model`: who is asked from then on.", fallback: null },
      usd: {
        kind: orNone(decimal({ least: 0, most: 1_000_000, unit: "dollars" })),
        about: "With `cost`: what the order's attempts have cost at least.",
        fallback: null,
      },
    },
  );
  const read: typeof kind.read = (value) => {
    const found = kind.read(value);
    if (!found.ok) return found;
    if ((found.value.do === "model") !== (found.value.model !== null))
      return rejected("`model` is given if `do` is model, and only then");
    if ((found.value.after === "cost") !== (found.value.usd !== null))
      return rejected("`usd` is given if `after` is cost, and only then");
    return found;
  };
  return { ...kind, read, fromText: fromJson(kind.words, read) };
};

/** The table, starting with its first row. As text it is JSON. */
export const escalations = (): Kind<readonly Escalation[]> => {
  const words = "a list of objects with `after`, `failures`, `do`, `model` and `usd`";
  const kind = listOf(row(), words);
  return { ...kind, fromText: fromJson(words, kind.read) };
};
