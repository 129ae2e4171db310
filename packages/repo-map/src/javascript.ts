import { type DefinedName, firstOf, nameIn, outlineRules } from "./definition-rules.ts";
import type { SyntaxNode } from "./syntax.ts";

const FUNCTIONS = ["arrow_function", "function_expression", "generator_function"];
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
  const given = node.type === "call_expression" ? firstOf(node.childForFieldName("arguments"), FUNCTIONS, 1) : null;
  return (given ?? node).childForFieldName("body") ?? held(node)?.childForFieldName("body") ?? null;
};

/** TypeScript's too: other grammars have the same nodes, and more. */
export const javascript = outlineRules({
  functions: [
    ...["function_declaration", "generator_function_declaration", "function_signature"],
    ...["method_definition", "abstract_method_signature", "call_expression"],
  ],
  types: [...TYPES, "type_alias_declaration", "internal_module"],
  values: ["variable_declarator", "assignment_expression", "public_field_definition", "field_definition"],
  imports: ["import_statement"],
  wraps: [
    ...["export_statement", "lexical_declaration", "variable_declaration"],
    ...["expression_statement", "ambient_declaration"],
  ],
  constructors: ["constructor"],
  nameOf: defined,
  bodyOf,
  isFunction: (value) => FUNCTIONS.includes(held(value)?.type ?? ""),
});
