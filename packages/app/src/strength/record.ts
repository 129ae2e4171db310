import { join } from "node:path";
import { type JsonObject, numberMember, objectsMember, type Refusal, type Result, textMember } from "@llmch/contract";
import { readOwnObject, replaceDocument, STRENGTH } from "@llmch/store";
import type { Strength } from "@llmch/strength";

/** The figures of several orders together. */
export const sumOf = (all: readonly Omit<Strength, "rate">[]): Strength => {
  const sum = (name: keyof Omit<Strength, "rate">) => all.reduce((total, each) => total + each[name], 0);
  const [killed, survived] = [sum("killed"), sum("survived")];
  const rate = killed + survived === 0 ? null : killed / (killed + survived);
  return { mutants: sum("mutants"), killed, survived, unviable: sum("unviable"), rate };
};

/** Where the figures of a run are kept. */
export const strengthFile = (root: string, runId: string): string => join(root, STRENGTH, `${runId}.json`);

/** What was measured of a run before; null if nothing was. */
export const recordedStrength = (root: string, runId: string): JsonObject | null =>
  readOwnObject(strengthFile(root, runId));

/** Records what was measured of a run, whole. Orders that were measured before, and are not measured anew, keep their figures. */
export const recordStrength = (
  root: string,
  runId: string,
  measured: {
    readonly orders: readonly (Strength & { readonly order: string })[];
    readonly survivors: readonly { readonly order: string }[];
  },
): Promise<Result<null, Refusal>> => {
  const anew = new Set(measured.orders.map(({ order }) => order));
  const before = recordedStrength(root, runId) ?? {};
  const kept = (name: string) =>
    objectsMember(before, name).filter((each) => !anew.has(textMember(each, "order") ?? ""));
  const counts = sumOf([...kept("orders").map(countsIn), ...measured.orders]);
  const document = {
    ...{ format: 1, run_id: runId, ...counts },
    orders: [...kept("orders"), ...measured.orders],
    survivors: [...kept("survivors"), ...measured.survivors],
  };
  return replaceDocument(strengthFile(root, runId), `${JSON.stringify(document, null, 2)}\n`, () => true);
};

const countsIn = (document: JsonObject) => {
  const count = (name: string) => numberMember(document, name) ?? 0;
  return {
    ...{ mutants: count("mutants"), killed: count("killed") },
    ...{ survived: count("survived"), unviable: count("unviable") },
  };
};

/** The figure of a run for its report and its pull request; null if it was not measured. */
export const strengthInWords = (root: string, runId: string): string | null => {
  const { killed, survived } = countsIn(recordedStrength(root, runId) ?? {});
  return killed + survived === 0 ? null : `${killed} of ${killed + survived} planted faults caught`;
};
