import { type DefinedName, nameIn, outlineRules } from "./definition-rules.ts";
import { children, type SyntaxNode } from "./syntax.ts";

const TYPES = ["class_specifier", "struct_specifier", "union_specifier", "enum_specifier"];
/** Nodes that only enclose others: guards, preprocessor branches, namespaces, `extern "C"`. */
const ENCLOSING = [
  ...["preproc_ifdef", "preproc_if", "preproc_else", "preproc_elif", "preproc_elifdef"],
  ...["declaration_list", "linkage_specification", "namespace_definition"],
];

/** `A::f` for a function that is defined outside its class. */
const functionName = (node: SyntaxNode): DefinedName | null => {
  let declarator = node.childForFieldName("declarator");
  for (let depth = 0; declarator !== null && depth < 5 && declarator.type !== "function_declarator"; depth++) {
    declarator = declarator.childForFieldName("declarator") ?? children(declarator, "function_declarator")[0] ?? null;
  }
  const named = declarator?.childForFieldName("declarator") ?? null;
  if (named === null) return null;
  const [name = "", ...container] = named.text.split("::").reverse();
  return { name, container: container.reverse(), at: named.startIndex };
};

export const cpp = outlineRules({
  functions: ["function_definition", "preproc_function_def"],
  types: [...TYPES, "type_definition", "alias_declaration"],
  imports: ["preproc_include", "using_declaration"],
  wraps: ["template_declaration", "declaration"],
  encloses: ENCLOSING,
  nameOf: (node) => {
    if (node.type === "function_definition") return functionName(node);
    return nameIn(node, node.type === "type_definition" ? "declarator" : "name");
  },
});
