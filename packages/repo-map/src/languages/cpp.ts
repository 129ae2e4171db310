import { type DefinedName, nameIn, outlineRules } from "../definition-rules.ts";
import { inner, signature, upTo } from "../signature.ts";
import { children, type SyntaxNode } from "../syntax.ts";
import type { Language } from "./language.ts";

const TYPES = ["class_specifier", "struct_specifier", "union_specifier", "enum_specifier"];
/** Nodes that only enclose others: guards, preprocessor branches, namespaces, `extern "C"`. */
const ENCLOSING = new Set([
  ...["preproc_ifdef", "preproc_if", "preproc_else", "preproc_elif", "preproc_elifdef"],
  ...["declaration_list", "linkage_specification", "namespace_definition"],
]);

/** What a file declares or defines for others: functions that are not `static`, types with their public members, macros with parameters. */
const declared = (nodes: readonly SyntaxNode[], source: string): readonly string[] =>
  nodes.flatMap((node) => {
    if (ENCLOSING.has(node.type)) return declared(children(node), source);
    if (node.type === "template_declaration") return declared(children(node), source);
    if (TYPES.includes(node.type)) return typeWithMembers(node, source);
    if (isStatic(node)) return [];
    switch (node.type) {
      case "function_definition":
        return [upTo(source, node, "body")];
      case "declaration":
        return [
          ...children(node, ...TYPES).flatMap((type) => typeWithMembers(type, source)),
          ...prototype(node, source),
        ];
      case "type_definition":
      case "alias_declaration":
        return [signature(source, node.startIndex, node.endIndex)];
      case "preproc_function_def":
        return [upTo(source, node, "value")];
      default:
        return [];
    }
  });

const isStatic = (node: SyntaxNode): boolean =>
  children(node, "storage_class_specifier").some(({ text }) => text === "static");

/** A type without a body, as in `struct node *next;`, is declared elsewhere. */
const typeWithMembers = (type: SyntaxNode, source: string): readonly string[] => {
  if (type.childForFieldName("body") === null || type.childForFieldName("name") === null) return [];
  if (type.type === "enum_specifier") return [signature(source, type.startIndex, type.endIndex)];
  return [upTo(source, type, "body"), ...members(type, source)];
};

const members = (type: SyntaxNode, source: string): readonly string[] => {
  const lines: string[] = [];
  let isPublic = type.type !== "class_specifier";
  for (const member of children(type.childForFieldName("body"))) {
    if (member.type === "access_specifier") isPublic = member.text.startsWith("public");
    if (!isPublic) continue;
    const called = member.type === "template_declaration" ? children(member).at(-1) : member;
    if (called === undefined || (called.type !== "function_definition" && !isPrototype(called))) continue;
    lines.push(inner(signature(source, member.startIndex, bodyOf(called))));
  }
  return lines;
};

/** Where a function's implementation begins: at its body, or at a constructor's initialisers. */
const bodyOf = (node: SyntaxNode): number =>
  children(node, "field_initializer_list")[0]?.startIndex ??
  node.childForFieldName("body")?.startIndex ??
  node.endIndex;

/** True for a function declarator, even after pointers and references. */
const isPrototype = (node: SyntaxNode): boolean => {
  let declarator = node.childForFieldName("declarator");
  for (let depth = 0; declarator !== null && depth < 5; depth++) {
    if (declarator.type === "function_declarator") return true;
    declarator = declarator.childForFieldName("declarator") ?? children(declarator, "function_declarator")[0] ?? null;
  }
  return false;
};

const prototype = (node: SyntaxNode, source: string): readonly string[] =>
  isPrototype(node) ? [signature(source, node.startIndex, node.endIndex)] : [];

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

export const cpp: Language = {
  name: "cpp",
  family: "c",
  endings: ["cpp", "cc", "cxx", "c++", "hpp", "hh", "hxx", "h++", "ipp", "inl"],
  folderFiles: [],
  grammar: "cpp",
  definitions: {
    keywords: ["class", "struct", "union", "enum", "namespace", "define", "using"],
    indented: true,
    calls: true,
  },
  outline: outlineRules({
    functions: ["function_definition", "preproc_function_def"],
    types: [...TYPES, "type_definition", "alias_declaration"],
    imports: ["preproc_include", "using_declaration"],
    wraps: ["template_declaration", "declaration"],
    encloses: [...ENCLOSING],
    nameOf: (node) => {
      if (node.type === "function_definition") return functionName(node);
      return nameIn(node, node.type === "type_definition" ? "declarator" : "name");
    },
  }),
  symbols: (root, source) => declared(children(root), source),
};
