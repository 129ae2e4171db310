import { firstOf, nameIn, outlineRules } from "../definition-rules.ts";
import { inner, signature, upTo } from "../signature.ts";
import { children, type SyntaxNode } from "../syntax.ts";
import type { Language } from "./language.ts";

/**
 * Everything that is `pub`, even if only within the crate. For implementations, their public functions, or the trait that they implement.
 */
const items = (nodes: readonly SyntaxNode[], source: string): readonly string[] =>
  nodes.flatMap((node) => {
    if (node.type === "impl_item") return implementation(node, source);
    if (children(node, "visibility_modifier").length === 0) return [];
    switch (node.type) {
      case "function_item":
        return [upTo(source, node, "body")];
      case "struct_item":
      case "enum_item":
      case "union_item":
      case "type_item":
        return [signature(source, node.startIndex, node.endIndex)];
      case "trait_item":
        return [upTo(source, node, "body"), ...functions(node, source, false)];
      case "const_item":
      case "static_item":
        return [upTo(source, node, "value")];
      case "mod_item":
        return [upTo(source, node, "body"), ...items(children(node.childForFieldName("body")), source).map(inner)];
      case "use_declaration":
        return [signature(source, node.startIndex, node.endIndex)];
      default:
        return [];
    }
  });

const implementation = (node: SyntaxNode, source: string): readonly string[] => {
  const isOfTrait = node.childForFieldName("trait") !== null;
  const members = isOfTrait ? [] : functions(node, source, true);
  return isOfTrait || members.length > 0 ? [upTo(source, node, "body"), ...members] : [];
};

const functions = (node: SyntaxNode, source: string, marked: boolean): readonly string[] =>
  children(node.childForFieldName("body"), "function_item", "function_signature_item")
    .filter((member) => !marked || children(member, "visibility_modifier").length > 0)
    .map((member) => inner(upTo(source, member, "body")));

export const rust: Language = {
  name: "rust",
  family: "rust",
  endings: ["rs"],
  folderFiles: ["mod", "lib", "main"],
  grammar: "rust",
  definitions: {
    keywords: ["fn", "struct", "enum", "trait", "type", "const", "static", "mod", "union"],
    indented: true,
    calls: false,
  },
  outline: outlineRules({
    functions: ["function_item", "macro_definition"],
    types: ["impl_item", "trait_item", "struct_item", "enum_item", "union_item", "type_item", "mod_item"],
    values: ["const_item", "static_item"],
    imports: ["use_declaration", "extern_crate_declaration"],
    constructors: ["new"],
    nameOf: (node) => {
      const type = node.type === "impl_item" ? firstOf(node.childForFieldName("type"), ["type_identifier"]) : null;
      return type === null ? nameIn(node, "name") : { name: type.text, container: [], at: node.startIndex };
    },
  }),
  symbols: (root, source) => items(children(root), source),
};
