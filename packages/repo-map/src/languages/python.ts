import { nameIn, outlineRules } from "../definition-rules.ts";
import { inner, signature } from "../signature.ts";
import { children, type SyntaxNode } from "../syntax.ts";
import type { Language } from "./language.ts";

/** Names without a leading underscore are public. The constructor belongs to its class. */
export const python: Language = {
  name: "python",
  family: "python",
  endings: ["py", "pyi"],
  folderFiles: ["__init__", "__main__"],
  grammar: "python",
  definitions: { keywords: ["def", "class"], indented: true, calls: false },
  outline: outlineRules({
    functions: ["function_definition"],
    types: ["class_definition"],
    values: ["assignment"],
    imports: ["import_statement", "import_from_statement", "future_import_statement"],
    wraps: ["decorated_definition", "expression_statement"],
    encloses: ["if_statement", "else_clause", "elif_clause", "try_statement", "except_clause", "block"],
    constructors: ["__init__", "__new__"],
    nameOf: (node) => nameIn(node, node.type === "assignment" ? "left" : "name"),
  }),
  symbols: (root, source) =>
    children(root).flatMap((node) => {
      const defined = definedBy(node);
      if (!isPublic(nameOf(defined))) return [];
      if (defined.type === "class_definition") return [headOf(defined, source), ...methods(defined, source)];
      if (defined.type === "function_definition") return [headOf(defined, source)];
      return constants(defined, source);
    }),
};

const definedBy = (node: SyntaxNode): SyntaxNode =>
  (node.type === "decorated_definition" ? node.childForFieldName("definition") : null) ?? node;

const nameOf = (node: SyntaxNode): string => node.childForFieldName("name")?.text ?? "";
const isPublic = (name: string): boolean => !name.startsWith("_") || name === "__init__" || name === "__call__";

const headOf = (node: SyntaxNode, source: string): string => {
  const fields = ["return_type", "parameters", "superclasses", "name"];
  const last = fields.map((field) => node.childForFieldName(field)).find((field) => field !== null);
  return signature(source, node.startIndex, last?.endIndex ?? node.endIndex);
};

const methods = (type: SyntaxNode, source: string): readonly string[] =>
  children(type.childForFieldName("body"))
    .map(definedBy)
    .filter((member) => member.type === "function_definition" && isPublic(nameOf(member)))
    .map((member) => inner(headOf(member, source)));

/** `LIMIT = 3` and `name: type = …`, without their values. */
const constants = (node: SyntaxNode, source: string): readonly string[] =>
  (node.type === "expression_statement" ? children(node, "assignment") : []).flatMap((assignment) => {
    const [left, type] = [assignment.childForFieldName("left"), assignment.childForFieldName("type")];
    if (left?.type !== "identifier" || !isPublic(left.text)) return [];
    const isConstant = type !== null || /^[A-Z][A-Z\d_]*$/.test(left.text);
    return isConstant ? [signature(source, left.startIndex, (type ?? left).endIndex)] : [];
  });
