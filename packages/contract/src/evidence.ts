import { type JsonObject, NO_TEST_RAN, numberMember, objectMember, textMember, textsMember } from "@llmch/text";
import type { z } from "zod";
import type { evidenceSchema } from "./schemas/evidence.ts";
import type { Examined } from "./schemas/examination.ts";

/** What a PASS rests on. */
export type Evidence = Readonly<z.infer<typeof evidenceSchema>>;

/** How many tests commands ran together, by what each told; null if that cannot be said. Without a command there is none. */
export const testsTogether = (ran: readonly (number | null)[]): number | null => {
  const sum = ran.reduce<number>((all, each) => all + (each ?? 0), 0);
  return sum === 0 && ran.includes(null) ? null : sum;
};

/** That of several orders: the last one verified the whole, and each had checks of its own. Null for none. */
export const evidenceTogether = (orders: readonly Evidence[]): Evidence | null => {
  const sum = (of: "acceptance" | "hidden") => orders.reduce((all, each) => all + each[of], 0);
  const last = orders.at(-1);
  const examined = orders.findLast((each) => each.examined !== undefined)?.examined;
  return last === undefined
    ? null
    : {
        ...{ tests: last.tests, acceptance: sum("acceptance"), hidden: sum("hidden") },
        ...(orders.some((each) => each.same_conversation === true) ? { same_conversation: true } : {}),
        ...(last.ci_alone === undefined ? {} : { ci_alone: last.ci_alone }),
        ...(examined === undefined ? {} : { examined }),
      };
};

/** What `evidenceInWords` in a commit's trailer say; null if they are none. */
export const evidenceInTrailer = (words: string): Evidence | null => {
  const [, ran, tests, acceptance, hidden = 0, same] = TRAILER.exec(words) ?? [];
  if (ran === undefined) return null;
  return {
    tests: ran === NO_TEST_RAN ? 0 : tests === undefined ? null : Number(tests),
    ...{ acceptance: Number(acceptance), hidden: Number(hidden) },
    ...(same === undefined ? {} : { same_conversation: true }),
  };
};

const TRAILER =
  /^(NO TEST RAN|tests not counted|(\d+) tests?), (\d+) checks?(?:, (\d+) hidden)?(, same conversation)?$/;

/** How many of the faults that `llmch strength` made on purpose were noticed, and how many were not. */
export interface Caught {
  readonly killed: number;
  readonly survived: number;
}

/** The figures of a document that nothing has judged; null if nothing was measured. */
export const caughtIn = (document: JsonObject): Caught | null => {
  const [killed, survived] = [numberMember(document, "killed") ?? 0, numberMember(document, "survived") ?? 0];
  return killed + survived === 0 ? null : { killed, survived };
};

/** What `evidence` that nothing has judged says of an examination; null if it says nothing. */
const examinedIn = (evidence: JsonObject): Examined | null => {
  const figures = objectMember(evidence, "examined");
  const [passed, of] = [numberMember(figures, "passed"), numberMember(figures, "of")];
  return passed === null || of === null ? textMember(evidence, "examined") : { passed, of };
};

/** The `evidence` of a document that nothing has judged; null if there is none. */
export const evidenceIn = (document: JsonObject): Evidence | null => {
  const evidence = objectMember(document, "evidence");
  const [acceptance, hidden] = [numberMember(evidence, "acceptance"), numberMember(evidence, "hidden")];
  if (acceptance === null || hidden === null) return null;
  const examined = examinedIn(evidence);
  const ciAlone = textsMember(evidence, "ci_alone");
  return {
    ...{ tests: numberMember(evidence, "tests"), acceptance, hidden },
    ...(evidence?.same_conversation === true ? { same_conversation: true } : {}),
    ...(ciAlone.length === 0 ? {} : { ci_alone: ciAlone }),
    ...(examined === null ? {} : { examined }),
  };
};
