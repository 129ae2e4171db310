import { outlineRules } from "../definition-rules.ts";
import { inner, signature } from "../signature.ts";
import { children, type SyntaxNode } from "../syntax.ts";
import type { Language } from "./language.ts";

const TYPES = [
  "class_declaration",
  "interface_declaration",
  "enum_declaration",
  "record_declaration",
  "annotation_type_declaration",
];
const CALLED = ["method_declaration", "constructor_declaration", "compact_constructor_declaration"];

/** The types of a file with their public members. All members of an interface are public. */
export const java: Language = {
  name: "java",
  family: "java",
  endings: ["java"],
  folderFiles: ["package-info"],
  grammar: "java",
  definitions: { keywords: ["class", "interface", "enum", "record"], indented: true, calls: false },
  outline: outlineRules({
    functions: CALLED,
    types: TYPES,
    imports: ["import_declaration", "package_declaration"],
    encloses: ["enum_body_declarations"],
  }),
  symbols: (root, source) =>
    children(root, ...TYPES)
      .filter((type) => !/\bprivate\b/.test(modifiers(type)))
      .flatMap((type) => [head(type, source), ...members(type, source)]),
};

/** Modifiers without annotations. */
const modifiers = (node: SyntaxNode): string =>
  children(node, "modifiers")
    .map(({ text }) => text.replace(/@\w+(?:\.\w+)*(?:\s*\([^)]*\))?/g, " "))
    .join(" ");

const members = (type: SyntaxNode, source: string): readonly string[] => {
  const isInterface = type.type === "interface_declaration" || type.type === "annotation_type_declaration";
  const body = type.childForFieldName("body");
  const all = [...children(body), ...children(body, "enum_body_declarations").flatMap((part) => children(part))];
  return all
    .filter((member) => (isInterface ? !/\bprivate\b/.test(modifiers(member)) : /\bpublic\b/.test(modifiers(member))))
    .flatMap((member) => {
      if (CALLED.includes(member.type) || TYPES.includes(member.type)) return [inner(head(member, source))];
      const isConstant = member.type === "constant_declaration" || /\bstatic\b/.test(modifiers(member));
      return member.type.endsWith("_declaration") && isConstant ? [inner(constant(member, source))] : [];
    });
};

/** From the modifiers to the start of the body. */
const head = (node: SyntaxNode, source: string): string => {
  const [first] = children(node, "modifiers");
  const rest = signature(
    source,
    first?.endIndex ?? node.startIndex,
    node.childForFieldName("body")?.startIndex ?? node.endIndex,
  );
  return `${modifiers(node).replace(/\s+/g, " ").trim()} ${rest}`.trim();
};

const constant = (field: SyntaxNode, source: string): string => {
  const name = field.childForFieldName("declarator")?.childForFieldName("name");
  return signature(source, field.startIndex, name?.endIndex ?? field.endIndex);
};
