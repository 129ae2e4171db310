import { type DefinedName, firstOf, nameIn, outlineRules } from "../definition-rules.ts";
import { inner, signature, upTo } from "../signature.ts";
import { children, type SyntaxNode } from "../syntax.ts";
import type { Language } from "./language.ts";

/** The exports of a module. For a module without an `export`: its functions and classes, and what it assigns to `module.exports`. */
const symbols: Language["symbols"] = (root, source) => {
  const exported = children(root, "export_statement");
  if (exported.length > 0) return exported.flatMap((node) => ofExport(node, source));
  return children(root).flatMap((node) =>
    DECLARED.has(node.type) ? declaration(node, source) : commonJs(node, source),
  );
};

const DECLARED = new Set(["function_declaration", "generator_function_declaration", "class_declaration"]);

const ofExport = (node: SyntaxNode, source: string): readonly string[] => {
  const declared = node.childForFieldName("declaration");
  if (declared !== null) return declaration(declared, source);
  const value = node.childForFieldName("value");
  if (value?.childForFieldName("body") != null) return [`default ${upTo(source, value, "body").replace(/ =>$/, "")}`];
  return [signature(source, node.startIndex, node.endIndex).replace(/^export /, "")];
};

const declaration = (node: SyntaxNode, source: string): readonly string[] => {
  switch (node.type) {
    case "lexical_declaration":
    case "variable_declaration":
      return children(node, "variable_declarator").map((declarator) => `const ${variable(declarator, source)}`);
    case "class_declaration":
    case "abstract_class_declaration":
      return [upTo(source, node, "body"), ...members(node, source)];
    case "interface_declaration":
    case "type_alias_declaration":
    case "enum_declaration":
      return [signature(source, node.startIndex, node.endIndex)];
    case "ambient_declaration":
      return children(node).flatMap((child) => declaration(child, source));
    default:
      return [upTo(source, node, "body")];
  }
};

/** A variable's name and type, or the signature of the function that it holds. */
const variable = (declarator: SyntaxNode, source: string): string => {
  const value = declarator.childForFieldName("value");
  const isFunction = value !== null && FUNCTIONS.has(value.type);
  if (isFunction) return signature(source, declarator.startIndex, beforeBody(value)).replace(/ =>$/, "");
  const [name, type] = [declarator.childForFieldName("name"), declarator.childForFieldName("type")];
  return signature(source, declarator.startIndex, (type ?? name ?? declarator).endIndex);
};

const FUNCTIONS = new Set(["arrow_function", "function_expression", "generator_function"]);
const beforeBody = (node: SyntaxNode): number => node.childForFieldName("body")?.startIndex ?? node.endIndex;

const METHODS = new Set(["method_definition", "abstract_method_signature", "method_signature"]);

const members = (type: SyntaxNode, source: string): readonly string[] =>
  children(type.childForFieldName("body"))
    .filter((member) => METHODS.has(member.type) && isPublic(member))
    .map((member) => inner(upTo(source, member, "body")));

const isPublic = (member: SyntaxNode): boolean =>
  !/^[_#]/.test(member.childForFieldName("name")?.text ?? "") &&
  !children(member, "accessibility_modifier").some(({ text }) => text !== "public");

const commonJs = (node: SyntaxNode, source: string): readonly string[] =>
  (node.type === "expression_statement" ? children(node, "assignment_expression") : []).flatMap((assignment) => {
    const [left, right] = [assignment.childForFieldName("left"), assignment.childForFieldName("right")];
    if (left === null || right === null || !/^(?:module\.)?exports\b/.test(left.text)) return [];
    const end = FUNCTIONS.has(right.type)
      ? beforeBody(right)
      : right.type === "object"
        ? right.endIndex
        : left.endIndex;
    return [signature(source, left.startIndex, end).replace(/ =>$/, "")];
  });

const TYPES = ["class_declaration", "abstract_class_declaration", "class", "interface_declaration", "enum_declaration"];
/** Calls that name their argument, such as a test by its description. */
const TELLING_CALL = /^(?:describe|suite|context|test|it)\b/;

const defined = (node: SyntaxNode): DefinedName | null => {
  if (node.type === "call_expression") return told(node);
  if (node.type !== "assignment_expression") return nameIn(node, "name");
  const left = node.childForFieldName("left");
  const object = left?.childForFieldName("object");
  if (left == null || object == null) return null;
  const container = object.text.split(".").filter((part) => !["module", "exports", "prototype"].includes(part));
  return nameIn(left, "property", container);
};

const told = (call: SyntaxNode): DefinedName | null => {
  const name = call.childForFieldName("function");
  const words = firstOf(call.childForFieldName("arguments"), ["string_fragment"], 2);
  return name === null || words === null || !TELLING_CALL.test(name.text)
    ? null
    : { name: words.text, container: [], at: call.startIndex };
};

const held = (node: SyntaxNode): SyntaxNode | null =>
  node.childForFieldName("value") ?? node.childForFieldName("right");

const bodyOf = (node: SyntaxNode): SyntaxNode | null => {
  const given =
    node.type === "call_expression" ? firstOf(node.childForFieldName("arguments"), [...FUNCTIONS], 1) : null;
  return (given ?? node).childForFieldName("body") ?? held(node)?.childForFieldName("body") ?? null;
};

export const javascript: Language = {
  name: "javascript",
  family: "javascript",
  endings: ["js", "mjs", "cjs", "jsx"],
  folderFiles: ["index"],
  grammar: "javascript",
  definitions: { keywords: ["function", "class", "const", "let", "var"], indented: false, calls: false },
  outline: outlineRules({
    functions: [
      ...DECLARED,
      "function_signature",
      "method_definition",
      "abstract_method_signature",
      "call_expression",
    ].filter((type) => type !== "class_declaration"),
    types: [...TYPES, "type_alias_declaration", "internal_module"],
    values: ["variable_declarator", "assignment_expression", "public_field_definition", "field_definition"],
    imports: ["import_statement"],
    wraps: [
      "export_statement",
      "lexical_declaration",
      "variable_declaration",
      "expression_statement",
      "ambient_declaration",
    ],
    constructors: ["constructor"],
    nameOf: defined,
    bodyOf,
    isFunction: (value) => FUNCTIONS.has(held(value)?.type ?? ""),
  }),
  symbols,
};
