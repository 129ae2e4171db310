import type { Outcome, StrengthResult } from "@llmch/app";
import { printable, shareInWords } from "@llmch/text";
import { painted } from "../show/diff-lines.ts";
import type { View } from "../view.ts";
import { tellWarnings } from "./short.ts";

/** One line an order, then what no check notices: what nothing depends on first, then each fault as a small diff. */
export const view: View = ({ result, verdict, errors = [], warnings }: Outcome<StrengthResult>, _, console) => {
  tellWarnings(warnings, console);
  if (result === null) return { lines: [] };
  const { orders, survivors, killed, survived } = result;
  const { colors } = console;
  const idle = survivors.filter(({ line }) => line === null);
  // Where the whole file could go, its lines say no more.
  const faults = survivors.filter(
    (each) => !idle.some(({ order, path }) => each.order === order && each.path === path),
  );
  const told = killed + survived === 0 ? "nothing was made wrong" : inWords(result);
  return {
    lines: [
      ...orders.map(
        (each) =>
          `${each.order}  ${each.unmeasured === null ? inWords(each) : `not measured: ${printable(each.unmeasured)}`}`,
      ),
      ...idle.map(({ order, path }) =>
        colors.yellow(`${order}  nothing depends on ${printable(path)}: put back as it was, every check passes`),
      ),
      ...faults.flatMap(({ order, path, line, kind, before, after, fulfils }) => [
        "",
        `${order}  ${printable(path)}:${line}  ${KINDS[kind] ?? kind}`,
        ...[...diffOf(before, "-"), ...diffOf(after, "+")].map((each) => `  ${painted(each, colors)}`),
        ...(fulfils === null ? [] : [`  breaks: ${printable(fulfils)}`]),
      ]),
      ...(faults.length === 0 ? [] : [""]),
      ...errors.map(({ message }) => `error: ${printable(message)}`),
      `${verdict}  ${told}`,
    ],
  };
};

const inWords = ({ mutants, killed, survived, unviable }: Omit<StrengthResult, "orders" | "survivors">): string =>
  mutants === 0
    ? "nothing to make wrong"
    : `${killed} of ${killed + survived} caught (${shareInWords(killed, killed + survived)})${unviable === 0 ? "" : `  ${unviable} unviable`}`;

const KINDS: Readonly<Record<string, string>> = {
  comparison: "another comparison",
  arithmetic: "another sum or constant",
  negation: "a condition turned round",
  dropped: "a statement left out",
  early_return: "an empty value returned at once",
};

const diffOf = (text: string | null, sign: string): readonly string[] =>
  text === null || text === "" ? [] : text.split("\n").map((line) => `${sign}${line}`);
