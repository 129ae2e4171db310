import { rejected } from "../result.ts";
import { STAGES, type Stage } from "../stage.ts";
import { type Kind, listOf, oneOf, orNone, wholeNumber } from "./kind.ts";
import { model } from "./model-kinds.ts";
import { fromJson, record } from "./object-kinds.ts";

/** What may follow a failed attempt. */
export const ESCALATIONS = ["retry", "model", "agent", "divide", "ask", "stop"] as const;

/** A row of the table that says how an order goes on after an attempt that failed. */
export interface Escalation {
  /** The stage at which it failed. */
  readonly after: Stage | "any";
  /** How many attempts must have failed by then. */
  readonly failures: number;
  readonly do: (typeof ESCALATIONS)[number];
  /** With `model`: who is asked from now on. */
  readonly model: string | null;
}

/** A file's place would depend on where the row is written. */
const served = (): Kind<string> => {
  const kind = model();
  const read: typeof kind.read = (value) => {
    const found = kind.read(value);
    return found.ok && /^(?:local|replay):/.test(found.value) ? rejected("a model of a server") : found;
  };
  return { words: "a model of a server", read, fromText: read, schema: kind.schema };
};

const [FIRST, ...OTHERS] = STAGES;

const row = (): Kind<Escalation> => {
  const kind = record<Escalation>("an object with `after` and `do`, and with `failures` and `model` where needed", {
    after: { kind: oneOf("any", FIRST, ...OTHERS), about: "The stage at which an attempt failed.", fallback: "any" },
    failures: {
      kind: wholeNumber({ least: 1, most: 1_000_000 }),
      about: "How many attempts have failed at least.",
      fallback: 1,
    },
    do: {
      kind: oneOf(...ESCALATIONS),
      about:
        "What follows: the same again, another model, tools to look around with, smaller orders in its place (once), a question to the user (`llmch resume RUN --answer TEXT`), or the end of the order.",
    },
    model: { kind: orNone(served()), about: "With `model`: who is asked from then on.", fallback: null },
  });
  const read: typeof kind.read = (value) => {
    const found = kind.read(value);
    if (!found.ok || (found.value.do === "model") === (found.value.model !== null)) return found;
    return rejected("`model` is given if `do` is model, and only then");
  };
  return { ...kind, read, fromText: fromJson(kind.words, read) };
};

/** The table, from its first row on. As a text it is JSON. */
export const escalations = (): Kind<readonly Escalation[]> => {
  const words = "a list of objects with `after`, `failures`, `do` and `model`";
  const kind = listOf(row(), words);
  return { ...kind, fromText: fromJson(words, kind.read) };
};

/** The table with what `escalate_model` is short for: a last row. */
export const escalationOf = ({
  escalation,
  escalate_model: model,
  escalate_after: failures,
}: {
  readonly escalation: readonly Escalation[];
  readonly escalate_model: string | null;
  readonly escalate_after: number;
}): readonly Escalation[] =>
  model === null ? escalation : [...escalation, { after: "any", failures, do: "model", model }];
