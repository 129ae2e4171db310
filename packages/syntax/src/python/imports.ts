import type { Token } from "./tokens.ts";

/** Kinds after which a statement starts. */
const BEFORE_A_STATEMENT: ReadonlySet<string> = new Set(["Newline", "Semi", "Colon", "Indent", "Dedent"]);
const AFTER_A_STATEMENT: ReadonlySet<string> = new Set(["Newline", "Semi"]);

/** The modules that a program imports absolutely, at any depth of its blocks, in order. */
export const importedModules = (tokens: readonly Token[]): readonly string[] =>
  tokens.flatMap(({ kind }, index) => {
    const before = tokens[index - 1]?.kind;
    if (before !== undefined && !BEFORE_A_STATEMENT.has(before)) return [];
    if (kind === "Import") return importedNames(statementAfter(tokens, index));
    if (kind === "From") return sourceModule(statementAfter(tokens, index));
    return [];
  });

/** The tokens between a statement's first token and its end. */
const statementAfter = (tokens: readonly Token[], start: number): readonly Token[] => {
  let end = start + 1;
  while (end < tokens.length && !AFTER_A_STATEMENT.has(tokens[end]?.kind ?? "")) end++;
  return tokens.slice(start + 1, end);
};

/** `import a.b as c, d`: `a.b` and `d`. */
const importedNames = (statement: readonly Token[]): readonly string[] => {
  const names: string[] = [];
  let name = "";
  let renamed = false;
  for (const { kind, text } of [...statement, { kind: "Comma", text: "" }]) {
    if (kind === "Comma") {
      names.push(name);
      name = "";
      renamed = false;
    } else if (kind === "As") renamed = true;
    else if (!renamed) name += text;
  }
  return names;
};

/** `from a.b import c`: `a.b`; nothing for a relative import, which starts with a dot. */
const sourceModule = (statement: readonly Token[]): readonly string[] => {
  if (/^(?:Dot|Ellipsis)$/.test(statement[0]?.kind ?? "")) return [];
  const end = statement.findIndex(({ kind }) => kind === "Import");
  return [
    statement
      .slice(0, end)
      .map(({ text }) => text)
      .join(""),
  ];
};
