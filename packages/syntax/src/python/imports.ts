import { startsStatement, statementAfter } from "./statements.ts";
import type { Token } from "./tokens.ts";

/** The modules that a program imports absolutely, at any depth of its blocks, in order. */
export const importedModules = (tokens: readonly Token[]): readonly string[] =>
  tokens.flatMap(({ kind }, index) => {
    if (!startsStatement(tokens, index)) return [];
    if (kind === "Import") return importedNames(statementAfter(tokens, index));
    if (kind === "From") return sourceModule(statementAfter(tokens, index));
    return [];
  });

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
