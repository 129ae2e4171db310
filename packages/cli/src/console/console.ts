import { fstatSync, type Stats } from "node:fs";
import type { Diagnostic, OutcomeError } from "@llmch/app";
import {
  ciLogText,
  createCiLogStream,
  formatDiagnostic,
  formatRefusal,
  isError,
  type JsonObject,
  NO_TEST_RAN,
  printable,
  printableText,
} from "@llmch/text";
import type { Shown } from "../options.ts";
import type { Sink, Terminal } from "../terminal.ts";
import { jsonLine, type Level, levelOf } from "./json-line.ts";
import { type Colors, colorsFor } from "./paint.ts";
import { chooseRendering, isCi, type Rendering } from "./rendering.ts";
import { createStreams } from "./streams.ts";

/** Where a command writes: results to stdout, everything else to stderr (contract §1). */
export interface Console {
  /** For output that bypasses the console or must fit a width. */
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly colors: Colors;
  readonly verbose: boolean;
  readonly quiet: boolean;
  /** How a run's progress is shown. */
  readonly rendering: Rendering;
  /** A line of the result; with `--json` the document takes its place. */
  result(line: string): void;
  /** Foreign text as the result: verbatim, unless a terminal or a CI log reads it. */
  verbatim(text: string): void;
  /** Lines of progress; silent with `--quiet`. */
  progress(lines: string): void;
  /** What the user can do next; silent with `--quiet` and `--json`. */
  advise(lines: readonly string[]): void;
  /** Progress that is not a whole line, such as a model's reasoning; with its order if several are open at once. */
  stream(text: string, order?: string): void;
  /** How many characters of an answer have arrived so far. */
  answering(characters: number, order?: string): void;
  /** A line that is always printed; a leading `error: ` or `warning: ` gives its level. */
  error(line: string): void;
  /** @param isFault whether it counts as an error, by default if its code says so */
  diagnostic(diagnostic: Diagnostic, isFault?: boolean): void;
  failure(error: OutcomeError): void;
  /** A progress object, if progress is JSON. */
  record(value: object): void;
  /** Sets the view on the terminal, so that every line goes above it; null once it is gone. */
  setScreen(screen: Screen | null): void;
  /** Prints nothing from here on. */
  silence(): void;
}

/** A view that is redrawn in place, as the console uses it. */
export interface Screen {
  /** Prints whole lines above the view. */
  above(print: () => void): void;
  /** A piece of a model's reasoning. */
  think(text: string, order?: string): void;
  /** How many characters of the answer have arrived so far. */
  answer(characters: number, order?: string): void;
  close(): void;
}

/** @param redact removes secrets from all output */
export const createConsole = (
  options: Shown,
  { stdout, stderr, env }: Pick<Terminal, "stdout" | "stderr" | "env">,
  redact: (text: string) => string,
): Console => {
  const isTerminal = stderr.isTTY === true;
  const { renderer, quiet } = options;
  const isPiped = isTerminal && !options.json && isPipe(stdout);
  const { columns = 0, rows = 0 } = stderr;
  const size = isTerminal ? { columns, rows } : null;
  const rendering = chooseRendering({ renderer, quiet, terminal: size, isPiped, env });
  // A log and JSON have no escapes, whoever reads them.
  const color = options.color && rendering !== "log" && rendering !== "json";
  const colors = colorsFor({ color }, env, isTerminal);
  const verdicts = verdictPaint(colorsFor(options, env, stdout.isTTY === true));
  // If a live view is shown and the result goes elsewhere, show the result on the screen too.
  const isResultElsewhere = rendering === "live" && (options.json || stdout.isTTY !== true);
  const verdictsOfWatcher = verdictPaint(colors);
  // Anything but a terminal may be a CI log, even if no variable says so: variables can get lost on the way.
  const toLog = isTerminal ? asItIs : createCiLogStream();
  const toResult = stdout.isTTY === true ? asItIs : ciLogText;
  let screen: Screen | null = null;
  let midLine = false;
  let isSilent = false;

  const lanes = createStreams((line) => lines(line), { indent: INDENT, pauseMs: TELL_MS });

  const write = (stream: Sink, text: string) => {
    if (isSilent) return;
    if (screen === null || stream.isTTY !== true) stream.write(text);
    else screen.above(() => stream.write(text));
  };
  const lines = (text: string) => {
    write(stderr, toLog(`${midLine ? "\n" : ""}${redact(text)}\n`));
    midLine = false;
  };
  const record = (value: object) => write(stderr, jsonLine(value, redact));
  const say = (level: Level, text: string, members: JsonObject = {}) => {
    if (rendering !== "json") lines(text);
    else if (text !== "") record({ type: "message", ...levelOf(level, text), ...members });
  };
  const diagnostic = (found: Diagnostic, isFault = isError(found)) => {
    if (!isFault && quiet) return;
    const paint = isFault ? colors.red : colors.yellow;
    say(isFault ? "error" : "warning", paint(printable(formatDiagnostic(found))), { ...found });
  };
  return {
    stdout,
    stderr,
    colors,
    verbose: options.verbose,
    quiet,
    rendering,
    result: (line) => {
      if (!options.json) write(stdout, `${toResult(verdicts(redact(line)))}\n`);
      if (isResultElsewhere) lines(verdictsOfWatcher(line));
    },
    verbatim: (text) => {
      if (stdout.isTTY === true) write(stdout, printableText(text));
      else write(stdout, isCi(env) && !isFile(stdout) ? ciLogText(text) : text);
    },
    progress: (text) => {
      if (!quiet) say("info", text);
    },
    advise: (next) => {
      if (!quiet && !options.json && next.length > 0) say("info", next.join("\n"));
    },
    stream: (text, order) => {
      if (quiet || isSilent || text === "") return;
      const shown = redact(text);
      if (rendering === "json") record({ type: "reasoning", text: shown, ...(order === undefined ? {} : { order }) });
      else if (screen !== null) screen.think(shown, order);
      else if (order !== undefined) lanes.of(order).stream(shown);
      else {
        stderr.write(toLog(indented(printableText(shown), midLine)));
        midLine = !text.endsWith("\n");
      }
    },
    answering: (characters, order) => {
      if (quiet || isSilent || rendering === "json") return;
      if (screen === null) lanes.of(order ?? "").answering(characters);
      else screen.answer(characters, order);
    },
    error: (line) => say("info", line),
    diagnostic,
    failure: (failed) => {
      if ("wo_id" in failed) diagnostic(failed, true);
      else say("error", `${colors.red("error")}: ${printable(sentence(failed))}`, membersOf(failed));
    },
    record: (value) => {
      if (!quiet) record(value);
    },
    setScreen: (next) => {
      screen = next;
    },
    silence: () => {
      screen?.close();
      isSilent = true;
    },
  };
};

/** How often a log reports on a long answer. */
const TELL_MS = 30_000;

/** Indents lines that belong to the log entry above them. */
export const INDENT = "    ";

const indented = (text: string, midLine: boolean): string =>
  `${midLine ? "" : INDENT}${text.replace(/\n(?=[^\n])/g, `\n${INDENT}`)}`;

/** Colours the verdict at the beginning of a line of the result, and that it rests on no test. */
const verdictPaint = ({ green, red, yellow, dim }: Colors): ((line: string) => string) => {
  const paints = new Map([
    ["PASS", green],
    ["FAIL", red],
    ["ERROR", red],
    ["INTERRUPTED", yellow],
    ["FAULT", red],
    ["SKIP", dim],
  ]);
  return (line) =>
    line.replace(/^[A-Z]+\b/, (word) => paints.get(word)?.(word) ?? word).replace(` ${NO_TEST_RAN}`, yellow);
};

const sentence = ({ message, hint }: Exclude<OutcomeError, Diagnostic>): string =>
  hint === undefined || hint === "" ? message : formatRefusal({ message, hint });

/** An error as an object of the log, without what was thrown. */
const membersOf = (failed: Exclude<OutcomeError, Diagnostic>): JsonObject => {
  const { code, message, hint } = failed;
  return { code, message, ...(hint === undefined ? {} : { hint }) };
};

const asItIs = (text: string): string => text;

const statsOf = ({ fd }: Sink): Stats | null => {
  try {
    return fd === undefined ? null : fstatSync(fd);
  } catch {
    return null;
  }
};

const isPipe = (sink: Sink): boolean => statsOf(sink)?.isFIFO() ?? false;
const isFile = (sink: Sink): boolean => statsOf(sink)?.isFile() ?? false;
