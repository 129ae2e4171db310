import { createRequire } from "node:module";
import { Script } from "node:vm";
import type { SyntaxFault, SyntaxReader } from "@llmch/languages";
import type { Options, Program } from "acorn";
import { certainImports } from "./javascript-imports.ts";
import { importedNames } from "./javascript-names.ts";
import { unprovedCall } from "./javascript-unproved.ts";
import { judgeable } from "./judgeable.ts";

type Acorn = typeof import("acorn");

let loaded: Acorn | undefined;

/** Required rather than imported: a reader is synchronous, and only a plan with such a program should load it. */
const acorn = (): Acorn => {
  loaded ??= createRequire(import.meta.url)("#parsers/acorn") as Acorn;
  return loaded;
};

const OPTIONS = { ecmaVersion: "latest", allowHashBang: true } as const;
/** Node first runs a program as a script. If that fails, it tries a module, which allows `await` outside functions. */
const GOALS: readonly Options[] = [
  { ...OPTIONS, sourceType: "script" },
  { ...OPTIONS, sourceType: "module" },
];

/**
 * Reads the program after `node -e`, with acorn. Never rejects what some version of Node accepts and acorn does not: types, which later
 * versions strip, and the import assertions of earlier ones.
 */
export const javascriptReader = (): SyntaxReader => {
  const parsedOf = rememberingLast(parse);
  return {
    syntaxFault: (code) =>
      judgeable(code, null, () => {
        if (isScript(code)) return null;
        const parsed = parsedOf(code.replace(ASSERTION, "$1with  "));
        return isProgram(parsed) || LEFT_TO_RUN.test(parsed.message) || mayBeTypes(code, parsed) ? null : parsed;
      }),
    imports: (code) =>
      judgeable(code, [], () => {
        const parsed = parsedOf(code);
        return isProgram(parsed) ? certainImports(parsed, code) : [];
      }),
    importedNames: (code) =>
      judgeable(code, [], () => {
        const parsed = parsedOf(code);
        return isProgram(parsed) ? importedNames(parsed) : [];
      }),
    unproved: (code) =>
      judgeable(code, null, () => {
        const parsed = parsedOf(code);
        return isProgram(parsed) ? unprovedCall(parsed, code) : null;
      }),
  };
};

/** Covers the programs of one order: each rule asks about them in turn. */
const REMEMBERED = 8;

const rememberingLast = <Value>(make: (text: string) => Value): ((text: string) => Value) => {
  const known = new Map<string, Value>();
  return (text) => {
    const value = known.get(text) ?? make(text);
    known.delete(text);
    known.set(text, value);
    const [oldest] = known.keys();
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
    return value;
  };
};

/** Code that V8 accepts in breach of the standard: it rejects `f() = 1` only at run time. */
const LEFT_TO_RUN = /^(?:Assigning to rvalue|Invalid number)/;

const ASSERTION = /(["']\s*)assert(?=\s*\{)/g;

/** Asks the running Node first: that costs less than loading a parser, and most programs are scripts. */
const isScript = (code: string): boolean => {
  try {
    new Script(code);
    return true;
  } catch {
    return false;
  }
};

const isProgram = (parsed: Program | SyntaxFault): parsed is Program => "type" in parsed;

/** The program, or the fault of the goal that got further. */
const parse = (code: string): Program | SyntaxFault => {
  let furthest: SyntaxFault & { readonly at: number } = { at: -1, message: "", place: null };
  for (const goal of GOALS) {
    try {
      return acorn().parse(code, goal);
    } catch (fault) {
      if (!(fault instanceof SyntaxError)) throw fault;
      const at = "pos" in fault && typeof fault.pos === "number" ? fault.pos : 0;
      if (at > furthest.at) furthest = { at, ...placed(fault.message) };
    }
  }
  return { message: furthest.message, place: furthest.place };
};

/** Acorn counts columns from 0, and gives both numbers in brackets: `Unexpected token (1:7)`. */
const placed = (message: string): SyntaxFault => {
  const [, what, line, column] = /^(.*) \((\d+):(\d+)\)$/s.exec(message) ?? [];
  return what === undefined
    ? { message, place: null }
    : { message: what, place: { line: Number(line), column: Number(column) + 1 } };
};

/** True if the fault is at the start of a type, or after a TypeScript keyword: a later Node may accept the program. */
const mayBeTypes = (code: string, { place }: SyntaxFault): boolean => {
  const { line, column } = place ?? { line: 1, column: 1 };
  const lines = code.split(/\r\n|[\n\r\u2028\u2029]/);
  const before = lines.slice(0, line - 1).join("\n") + (lines[line - 1] ?? "").slice(0, column - 1);
  const after = (lines[line - 1] ?? "").slice(column - 1);
  return (
    /^(?:[:<!?]|(?:as|satisfies|is|extends|implements)\b)/.test(after) ||
    /\b(?:interface|type|declare|enum|namespace|module|abstract|readonly|public|private|protected|override|as|satisfies|is)\s*(?:\{\s*)?$/.test(
      before,
    )
  );
};
