import { cpp } from "./cpp.ts";
import { firstOf, nameIn, type OutlineRules, outlineRules } from "./definition-rules.ts";
import { javascript } from "./javascript.ts";
import type { SyntaxNode } from "./syntax.ts";

/** A language whose definitions can be found. */
export interface Language {
  /** The extensions of its files, without the dot. */
  readonly endings: readonly string[];
  /** The grammar's name in tree-sitter. */
  readonly grammar: string;
  readonly outline: OutlineRules;
}

const python = outlineRules({
  functions: ["function_definition"],
  types: ["class_definition"],
  values: ["assignment"],
  imports: ["import_statement", "import_from_statement", "future_import_statement"],
  wraps: ["decorated_definition", "expression_statement"],
  encloses: ["if_statement", "else_clause", "elif_clause", "try_statement", "except_clause", "block"],
  constructors: ["__init__", "__new__"],
  nameOf: (node) => nameIn(node, node.type === "assignment" ? "left" : "name"),
});

/** Longer than any real receiver. */
const LONGEST = 300;

/** A method is declared next to its type and names the type. */
const receiver = (method: SyntaxNode): string | undefined =>
  /(\w+)\s*(?:\[[^\]]*\]\s*)?\)$/.exec(method.childForFieldName("receiver")?.text.slice(-LONGEST) ?? "")?.[1];

const go = outlineRules({
  functions: ["function_declaration", "method_declaration"],
  types: ["type_spec", "type_alias"],
  values: ["var_spec", "const_spec"],
  imports: ["import_declaration"],
  wraps: ["type_declaration", "var_declaration", "const_declaration"],
  encloses: ["var_spec_list"],
  nameOf: (node) => nameIn(node, "name", node.type === "method_declaration" ? [receiver(node) ?? ""] : []),
  bodyOf: () => null,
});

const rust = outlineRules({
  functions: ["function_item", "macro_definition"],
  types: ["impl_item", "trait_item", "struct_item", "enum_item", "union_item", "type_item", "mod_item"],
  values: ["const_item", "static_item"],
  imports: ["use_declaration", "extern_crate_declaration"],
  constructors: ["new"],
  nameOf: (node) => {
    const type = node.type === "impl_item" ? firstOf(node.childForFieldName("type"), ["type_identifier"]) : null;
    return type === null ? nameIn(node, "name") : { name: type.text, container: [], at: node.startIndex };
  },
});

const java = outlineRules({
  functions: ["method_declaration", "constructor_declaration", "compact_constructor_declaration"],
  types: [
    "class_declaration",
    "interface_declaration",
    "enum_declaration",
    "record_declaration",
    "annotation_type_declaration",
  ],
  imports: ["import_declaration", "package_declaration"],
  encloses: ["enum_body_declarations"],
});

export const LANGUAGES: readonly Language[] = [
  { endings: ["py", "pyi"], grammar: "python", outline: python },
  { endings: ["js", "mjs", "cjs", "jsx"], grammar: "javascript", outline: javascript },
  { endings: ["ts", "mts", "cts"], grammar: "typescript", outline: javascript },
  { endings: ["tsx"], grammar: "tsx", outline: javascript },
  { endings: ["go"], grammar: "go", outline: go },
  { endings: ["rs"], grammar: "rust", outline: rust },
  { endings: ["java"], grammar: "java", outline: java },
  // C++'s grammar also reads C well enough.
  {
    endings: ["c", "h", "cpp", "cc", "cxx", "c++", "hpp", "hh", "hxx", "h++", "ipp", "inl"],
    grammar: "cpp",
    outline: cpp,
  },
  { endings: ["sh", "bash"], grammar: "bash", outline: outlineRules({ functions: ["function_definition"] }) },
];

const BY_ENDING: ReadonlyMap<string, Language> = new Map(
  LANGUAGES.flatMap((language) => language.endings.map((ending) => [ending, language] as const)),
);

/** The language of a file, by its extension; null if there is none. */
export const languageOf = (path: string): Language | null => {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? null : (BY_ENDING.get(name.slice(dot + 1).toLowerCase()) ?? null);
};
