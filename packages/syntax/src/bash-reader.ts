import { createRequire } from "node:module";
import type { SyntaxReader } from "@llmch/languages";
import type { ParseError, SyntaxNode } from "unbash";
import { judgeable } from "./judgeable.ts";
import { placeOf } from "./place-of.ts";

type Unbash = typeof import("unbash");

let loaded: Unbash | undefined;

/** Required rather than imported: a reader is synchronous, and only a plan with such a program should load it. */
const unbash = (): Unbash => {
  loaded ??= createRequire(import.meta.url)("#parsers/unbash") as Unbash;
  return loaded;
};

/**
 * Reads the program after `bash -c`, with unbash. Ignores faults that bash itself finds only at run time: to reject a good program is worse
 * than to accept a bad one.
 */
export const bashReader = (): SyntaxReader => readerFor(isCertain);

/** Reads the program after `sh -c`, which may be any shell. Reports only what every shell rejects. */
export const shReader = (): SyntaxReader =>
  readerFor((message, code) => isCertain(message, code) && !OF_BASH.test(code) && REFUSED_EVERYWHERE.test(message));

const OF_BASH = /\[\[|\b(?:function|coproc|time|select|case)\b|\(\)|\$\{[^}]*[$"'{]|[<>]\(|<<|\||&>/;
const REFUSED_EVERYWHERE =
  /^unterminated (?:single|double) quote|^unexpected token '(?:fi|done|then|do|esac|else|elif|&&|;;|\))'|^expected '(?:fi|done|then|do)'/;

const readerFor = (isTold: (message: string, code: string) => boolean): SyntaxReader => ({
  syntaxFault: (code) =>
    judgeable(code, null, () => {
      const fault = faultsIn(code).find(({ message }) => isTold(message, code));
      return fault === undefined ? null : { message: fault.message, place: placeOf(code.slice(0, fault.pos)) };
    }),
  imports: () => [],
});

/** The faults of the program and of every substitution in it. Text in backticks is only parsed when it runs. */
const faultsIn = (code: string): readonly ParseError[] => {
  const { parse, forEachChild } = unbash();
  const script = parse(code);
  const found: ParseError[] = [...(script.errors ?? [])];
  const visit = (node: SyntaxNode): void => {
    if (node.type === "CommandExpansion" && node.text.startsWith("`")) return;
    if (node !== script && "errors" in node && node.errors !== undefined) found.push(...node.errors);
    forEachChild(node, visit);
  };
  visit(script);
  return found;
};

/** In text with two possible readings, or a condition over several lines, only an unclosed quote is a certain fault. */
const isCertain = (message: string, code: string): boolean => {
  if (/here-?doc/i.test(message)) return false;
  const isPlain = !code.includes("((") && !code.includes("=~") && !(code.includes("[[") && code.includes("\n"));
  return isPlain || /^unterminated (?:single|double) quote/.test(message);
};
