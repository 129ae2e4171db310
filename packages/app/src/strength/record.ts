import { type JsonObject, numberMember, objectsMember, type Refusal, type Result, textMember } from "@llmch/contract";
import { readOwnObject, replaceDocument, strengthFile } from "@llmch/store";
import type { Strength } from "@llmch/strength";

/** The figures of several orders together. */
export const sumOf = (all: readonly Omit<Strength, "rate">[]): Strength => {
  const sum = (name: keyof Omit<Strength, "rate">) => all.reduce((total, each) => total + each[name], 0);
  const [killed, survived] = [sum("killed"), sum("survived")];
  const rate = killed + survived === 0 ? null : killed / (killed + survived);
  return { mutants: sum("mutants"), killed, survived, unviable: sum("unviable"), rate };
};

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
  const before = readOwnObject(strengthFile(root, runId)) ?? {};
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
