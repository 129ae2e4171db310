import { nameIn, outlineRules } from "../definition-rules.ts";
import { signature, upTo } from "../signature.ts";
import { children, type SyntaxNode } from "../syntax.ts";
import type { Language } from "./language.ts";

const isExported = (name: string | undefined): boolean => /^\p{Lu}/u.test(name ?? "");
const nameOf = (node: SyntaxNode) => node.childForFieldName("name")?.text;

/** A leading capital makes a name public. A method is declared next to its type and names the type. */
export const go: Language = {
  name: "go",
  family: "go",
  endings: ["go"],
  folderFiles: ["doc"],
  grammar: "go",
  definitions: { keywords: ["func", "type", "const", "var"], indented: false, calls: true },
  outline: outlineRules({
    functions: ["function_declaration", "method_declaration"],
    types: ["type_spec", "type_alias"],
    values: ["var_spec", "const_spec"],
    imports: ["import_declaration"],
    wraps: ["type_declaration", "var_declaration", "const_declaration"],
    encloses: ["var_spec_list"],
    nameOf: (node) => nameIn(node, "name", node.type === "method_declaration" ? [receiver(node) ?? ""] : []),
    bodyOf: () => null,
  }),
  symbols: (root, source) =>
    children(root).flatMap((node) => {
      switch (node.type) {
        case "function_declaration":
          return isExported(nameOf(node)) ? [upTo(source, node, "body")] : [];
        case "method_declaration":
          return isExported(nameOf(node)) && isExported(receiver(node)) ? [upTo(source, node, "body")] : [];
        case "type_declaration":
          return types(node, source);
        case "const_declaration":
          return values("const", children(node, "const_spec"), source);
        case "var_declaration":
          return values(
            "var",
            [node, ...children(node, "var_spec_list")].flatMap((list) => children(list, "var_spec")),
            source,
          );
        default:
          return [];
      }
    }),
};

/** Longer than any real receiver. */
const LONGEST = 300;

const receiver = (method: SyntaxNode): string | undefined =>
  /(\w+)\s*(?:\[[^\]]*\]\s*)?\)$/.exec(method.childForFieldName("receiver")?.text.slice(-LONGEST) ?? "")?.[1];

const types = (node: SyntaxNode, source: string): readonly string[] =>
  children(node, "type_spec", "type_alias")
    .filter((spec) => isExported(nameOf(spec)))
    .map((spec) => `type ${signature(source, spec.startIndex, spec.endIndex)}`);

/** Constants and variables, without their values. */
const values = (word: string, specs: readonly SyntaxNode[], source: string): readonly string[] =>
  specs.filter((spec) => isExported(nameOf(spec))).map((spec) => `${word} ${upTo(source, spec, "value")}`);
