import { dirname } from "node:path";
import type { Diagnostic, PlanSource } from "@llmch/app";
import { locate } from "@llmch/app/locate";
import { hintOf } from "@llmch/story";
import { printable, shellWord } from "@llmch/text";
import type { Console } from "../console/console.ts";
import { type ExcerptStyle, excerptLines } from "./excerpt.ts";
import { relativePath } from "./relative-path.ts";

/** More than anybody reads; the rest get one line each. */
const MAX_EXCERPTS = 50;
/** The width if nothing tells how wide the screen is. */
const USUAL_WIDTH = 120;

/** Diagnostics by what they count as: with --strict, warnings are errors too. */
export interface Findings {
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

/** Prints diagnostics as a compiler does: the message, the line that it is about with carets, and how to fix it. */
export const printDiagnostics = (
  { errors, warnings }: Findings,
  source: PlanSource,
  console: Pick<Console, "colors" | "error" | "diagnostic" | "stderr">,
  cwd: string,
): void => {
  const { colors } = console;
  const diagnostics = [...errors, ...warnings];
  const faults = new Set(errors);
  const texts = textsOf(source);
  const width = console.stderr.columns ?? USUAL_WIDTH;
  const style = (paint: ExcerptStyle["paint"]) => ({
    colors,
    paint,
    width,
    name: (path: string) => shownPath(path, cwd),
  });
  for (const { diagnostic, place } of locate(diagnostics.slice(0, MAX_EXCERPTS), source)) {
    const isFault = faults.has(diagnostic);
    console.diagnostic(diagnostic, isFault);
    const paint = isFault ? colors.red : colors.yellow;
    const note = printable(diagnostic.field ?? "");
    for (const line of place === null ? [] : excerptLines(place, texts.get(place.path) ?? "", note, style(paint)))
      console.error(line);
    const indent = " ".repeat(String(place?.region?.line ?? "").length + 1);
    const hint = hintOf(diagnostic, shellWord(shownPath(dirname(place?.path ?? cwd), cwd) || "."));
    console.error(`${indent}${colors.blue("=")} ${colors.bold("hint")}: ${printable(hint)}`);
    console.error("");
  }
  for (const diagnostic of diagnostics.slice(MAX_EXCERPTS)) {
    console.diagnostic(diagnostic, faults.has(diagnostic));
  }
  if (diagnostics.length > MAX_EXCERPTS) {
    console.error(`the places of the first ${MAX_EXCERPTS} of ${diagnostics.length} diagnostics are shown`);
  }
  console.error(colors.dim(explanation(diagnostics)));
};

const textsOf = (source: PlanSource): ReadonlyMap<string, string> => {
  const files = source.kind === "orders" ? source.orders : [];
  return new Map(
    [...files, ...(source.manifest === null ? [] : [source.manifest])].map(({ path, text }) => [path, text]),
  );
};

/** The path as one would type it here. */
const shownPath = (path: string, cwd: string): string => {
  const near = relativePath(path, cwd);
  return near.isBelow ? near.path : path;
};

const explanation = (diagnostics: readonly Diagnostic[]): string => {
  const codes = [...new Set(diagnostics.map(({ code }) => code))].sort();
  return codes.length === 1
    ? `\`llmch explain ${codes[0]}\` explains it`
    : `\`llmch explain CODE\` explains each: ${codes.join(", ")}`;
};
