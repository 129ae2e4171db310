import { type Diagnostic, formatDiagnostic, isError } from "@llmch/contract";
import type { CommonOptions } from "../options.ts";
import type { OutcomeError } from "../outcome.ts";
import { type Colors, colorsFor, printable, printableText } from "./paint.ts";

/** Where a command writes: results to stdout, everything else to stderr (contract §1). */
export interface Console {
  readonly colors: Colors;
  readonly verbose: boolean;
  readonly quiet: boolean;
  /** A line of the result; with `--json` the document takes its place. */
  result(line: string): void;
  /** A line of progress; silent with `--quiet`. */
  progress(line: string): void;
  /** A piece of progress that is no whole line, such as a model's reasoning. */
  stream(text: string): void;
  /** A line that is said always. */
  error(line: string): void;
  diagnostic(diagnostic: Diagnostic): void;
  failure(error: OutcomeError): void;
  /** Nothing is said from here on. */
  silence(): void;
}

/** @param redact takes secrets out of every line */
export const createConsole = (
  options: CommonOptions,
  env: NodeJS.ProcessEnv,
  redact: (text: string) => string,
): Console => {
  const colors = colorsFor(options, env, process.stderr.isTTY === true);
  const verdicts = verdictPaint(colorsFor(options, env, process.stdout.isTTY === true));
  let midLine = false;
  let isSilent = false;
  const error = (line: string) => {
    if (isSilent) return;
    process.stderr.write(`${midLine ? "\n" : ""}${redact(line)}\n`);
    midLine = false;
  };
  const diagnostic = (found: Diagnostic) => {
    const paint = isError(found) ? colors.red : colors.yellow;
    if (isError(found) || !options.quiet) error(paint(printable(formatDiagnostic(found))));
  };
  return {
    colors,
    verbose: options.verbose,
    quiet: options.quiet,
    result: (line) => {
      if (!options.json && !isSilent) process.stdout.write(`${verdicts(redact(line))}\n`);
    },
    progress: (line) => {
      if (!options.quiet) error(line);
    },
    stream: (text) => {
      if (options.quiet || isSilent || text === "") return;
      process.stderr.write(colors.dim(printableText(redact(text))));
      midLine = !text.endsWith("\n");
    },
    error,
    diagnostic,
    failure: (failed) => {
      if ("wo_id" in failed) diagnostic(failed);
      else error(`${colors.red("error")}: ${printable(sentence(failed))}`);
    },
    silence: () => {
      isSilent = true;
    },
  };
};

/** Colours the word that a line of the result begins with. */
const verdictPaint = ({ green, red, dim }: Colors): ((line: string) => string) => {
  const paints = new Map([
    ["PASS", green],
    ["FAIL", red],
    ["ERROR", red],
    ["FAULT", red],
    ["SKIP", dim],
  ]);
  return (line) => line.replace(/^[A-Z]+\b/, (word) => paints.get(word)?.(word) ?? word);
};

const sentence = (failed: Exclude<OutcomeError, Diagnostic>): string =>
  "mend" in failed ? `${failed.message}: ${failed.mend}` : failed.message;
