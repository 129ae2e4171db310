import type { ImportedName } from "@llmch/languages";
import { startsStatement, statementAfter } from "./statements.ts";
import type { Token } from "./tokens.ts";

/**
 * The names that a program takes from modules: `c` in `from a.b import c`, and in `a.b.c` after `import a.b`. Ignores relative imports and
 * stars.
 */
export const importedNames = (tokens: readonly Token[]): readonly ImportedName[] => {
  const found = new Map<string, ImportedName>();
  const add = (module: string, name: string) => {
    found.set(`${module}\0${name}`, { module, name });
  };
  for (const [index, { kind }] of tokens.entries()) {
    if (!startsStatement(tokens, index)) continue;
    if (kind === "From") for (const { module, name } of namesFrom(statementAfter(tokens, index))) add(module, name);
    if (kind !== "Import") continue;
    for (const { module, as } of modulesIn(statementAfter(tokens, index)))
      for (const name of askedOf(as, tokens)) add(module, name);
  }
  return [...found.values()];
};

const textOf = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join("");

/** `from a.b import (c as d, e)`: `c` and `e` of `a.b`. */
const namesFrom = (statement: readonly Token[]): readonly ImportedName[] => {
  const at = statement.findIndex(({ kind }) => kind === "Import");
  const module = textOf(statement.slice(0, at));
  if (at === -1 || module.startsWith(".")) return [];
  return parts(statement.slice(at + 1).filter(({ kind }) => !/^[LR]par$/.test(kind)))
    .map(([first]) => first)
    .flatMap((first) => (first?.kind === "Name" || first?.kind === "Identifier" ? [{ module, name: first.text }] : []));
};

/** `import a.b as c, d`: `a.b` under the name `c`, and `d` under its own. */
const modulesIn = (statement: readonly Token[]): readonly { readonly module: string; readonly as: string }[] =>
  parts(statement).map((part) => {
    const at = part.findIndex(({ kind }) => kind === "As");
    const module = textOf(at === -1 ? part : part.slice(0, at));
    return { module, as: at === -1 ? module : textOf(part.slice(at + 1)) };
  });

const parts = (tokens: readonly Token[]): readonly (readonly Token[])[] => {
  const all: Token[][] = [[]];
  for (const token of tokens) {
    if (token.kind === "Comma") all.push([]);
    else all.at(-1)?.push(token);
  }
  return all.filter(({ length }) => length > 0);
};

/** The names that follow a module's name and a dot, anywhere in the program. */
const askedOf = (called: string, tokens: readonly Token[]): readonly string[] => {
  const size = called.split(".").length * 2 - 1;
  return tokens.flatMap((_, index) => {
    if (tokens[index - 1]?.kind === "Dot" || /^(?:Import|From|Comma)$/.test(tokens[index - 1]?.kind ?? "")) return [];
    if (tokens[index + size]?.kind !== "Dot" || textOf(tokens.slice(index, index + size)) !== called) return [];
    const name = tokens[index + size + 1]?.text ?? "";
    return /^[A-Za-z_]\w*$/.test(name) ? [name] : [];
  });
};
