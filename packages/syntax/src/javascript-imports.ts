import type { AnyNode, Program } from "acorn";
import { childrenOf } from "./javascript-nodes.ts";

/** Words that show that a program may create its imports at run time, or let them fail on purpose. */
const UNCERTAIN =
  /\b(?:catch|try|rejects|throws|write\w*|mkdtemp\w*|copy\w*|cp\w*|rename\w*|symlink\w*|spawn\w*|exec\w*|chdir|createRequire)\b/;

/**
 * What a program always imports: its import and export declarations, and `require("x")` and `import("x")` outside functions. The calls are
 * ignored if the program may let them fail on purpose or create what they find.
 */
export const certainImports = (program: Program, code: string): readonly string[] => {
  const found: string[] = [];
  const add = (source: AnyNode | null | undefined) => {
    if (source?.type === "Literal" && typeof source.value === "string") found.push(source.value);
  };
  const isCertain = !UNCERTAIN.test(code);
  const visit = (node: AnyNode): void => {
    if (
      node.type === "ImportDeclaration" ||
      node.type === "ExportAllDeclaration" ||
      node.type === "ExportNamedDeclaration"
    )
      add(node.source);
    if (isCertain && node.type === "ImportExpression") add(node.source);
    if (
      isCertain &&
      node.type === "CallExpression" &&
      node.callee.type === "Identifier" &&
      node.callee.name === "require"
    )
      add(node.arguments[0]);
    if (CONDITIONAL.test(node.type)) return;
    for (const child of childrenOf(node)) visit(child);
  };
  visit(program);
  return found;
};

/** Nodes whose content may never run. */
const CONDITIONAL = /^(?:Function|ArrowFunction|Class|If|Conditional|Logical|Switch|For|While)/;
