import { lineFinder } from "./line-finder.ts";
import { children, type SyntaxNode } from "./syntax.ts";

/** A definition in a text, from its first line to its last. */
export interface Block {
  readonly name: string;
  /** The name of the type around it; null if there is none. */
  readonly type: string | null;
  readonly kind: "type" | "function" | "test";
  /** Lines of the text, from 0; both belong to it. */
  readonly first: number;
  readonly last: number;
  /** The last line of what comes before its body. */
  readonly head: number;
}

/** Definitions deeper than this, and more of them, are nobody's to look at. */
const DEEPEST = 12;
const MOST_BLOCKS = 5_000;

/** The types and functions of a parsed text and, in JavaScript, the tests that it hands to a runner, in their order. */
export const blocksIn = (root: SyntaxNode, source: string): readonly Block[] => {
  const lineOf = lineFinder(source);
  const found: Block[] = [];
  const visit = (node: SyntaxNode, wrapper: SyntaxNode | null, type: string | null, depth: number): void => {
    if (depth > DEEPEST || found.length >= MOST_BLOCKS) return;
    const defined = definition(node);
    if (defined !== null) {
      const { name, kind, body } = defined;
      const before = source.slice(node.startIndex, body?.startIndex ?? node.endIndex).trimEnd();
      found.push({
        name,
        type: defined.type ?? type,
        kind,
        first: lineOf((wrapper ?? node).startIndex),
        last: lineOf(Math.max(node.endIndex - 1, node.startIndex)),
        head: lineOf(node.startIndex + Math.max(before.length - 1, 0)),
      });
      if (kind !== "type") return;
    } else if (!HOLDS.has(node.type)) return;
    const around = defined?.name ?? type;
    const wraps = WRAPS.has(node.type) ? (wrapper ?? node) : null;
    for (const child of children(node)) visit(child, wraps, around, depth + 1);
  };
  for (const child of children(root)) visit(child, null, null, 0);
  return found;
};

/** Nodes that hold a definition with what belongs to it. */
const WRAPS = new Set(["decorated_definition", "export_statement", "lexical_declaration", "variable_declaration"]);

/** Other nodes in which definitions are looked for: not in values, and not in what decorates. */
const HOLDS = new Set([
  ...WRAPS,
  ...["block", "class_body", "interface_body", "enum_body", "enum_body_declarations", "declaration_list"],
  ...["field_declaration_list", "if_statement", "else_clause", "try_statement", "with_statement"],
  ...["preproc_ifdef", "preproc_if", "preproc_else", "linkage_specification", "namespace_definition"],
  ...["template_declaration", "type_declaration", "mod_item", "internal_module", "module", "ambient_declaration"],
  // `describe("it", () => { test(…) })`
  ...[
    "expression_statement",
    "call_expression",
    "arguments",
    "arrow_function",
    "function_expression",
    "statement_block",
  ],
]);

const TYPES = new Set([
  ...[
    "class_definition",
    "class_declaration",
    "abstract_class_declaration",
    "interface_declaration",
    "enum_declaration",
  ],
  ...[
    "record_declaration",
    "type_alias_declaration",
    "type_spec",
    "struct_item",
    "enum_item",
    "trait_item",
    "impl_item",
  ],
  ...["class_specifier", "struct_specifier"],
]);
const FUNCTIONS = new Set([
  ...["function_definition", "function_declaration", "generator_function_declaration", "method_definition"],
  ...["method_declaration", "constructor_declaration", "function_item"],
]);
const FUNCTION_VALUES = new Set(["arrow_function", "function_expression", "generator_function"]);

interface Definition extends Pick<Block, "name" | "kind"> {
  readonly body: SyntaxNode | null;
  /** The type that the definition names itself. */
  readonly type: string | null;
}

const definition = (node: SyntaxNode): Definition | null => {
  if (TYPES.has(node.type)) {
    const body = node.childForFieldName("body");
    const name = (node.childForFieldName("name") ?? node.childForFieldName("type"))?.text ?? "";
    return named(name, "type", body, null);
  }
  if (FUNCTIONS.has(node.type))
    return named(functionName(node), "function", node.childForFieldName("body"), receiver(node));
  if (node.type === "variable_declarator" || node.type === "assignment_expression" || FIELDS.has(node.type)) {
    const value = node.childForFieldName("value") ?? node.childForFieldName("right");
    if (value === null || !FUNCTION_VALUES.has(value.type)) return null;
    const name = node.childForFieldName("name") ?? node.childForFieldName("left") ?? node.childForFieldName("property");
    return named(
      name?.text.slice(0, LONGEST_NAME).split(".").at(-1) ?? "",
      "function",
      value.childForFieldName("body"),
      null,
    );
  }
  return node.type === "call_expression" ? testCall(node) : null;
};

const FIELDS = new Set(["public_field_definition", "field_definition"]);
const LONGEST_NAME = 200;

const named = (name: string, kind: Block["kind"], body: SyntaxNode | null, type: string | null): Definition | null =>
  name === "" || name.length > LONGEST_NAME ? null : { name, kind, body, type };

/** A function of C has its name inside its declarator. */
const functionName = (node: SyntaxNode): string => {
  const name = node.childForFieldName("name");
  if (name !== null) return name.text;
  let inner = node.childForFieldName("declarator");
  for (let next = inner; next !== null; next = next.childForFieldName("declarator")) inner = next;
  return inner?.text ?? "";
};

/** `func (s *Store) Open()` names its type itself. */
const receiver = (node: SyntaxNode): string | null =>
  /(\w+)\s*(?:\[[^\]]*\]\s*)?\)$/.exec(node.childForFieldName("receiver")?.text.slice(-LONGEST_NAME) ?? "")?.[1] ??
  null;

/** `test("it works", () => {})`, which is looked into no further than to the tests in a `describe`. */
const testCall = (node: SyntaxNode): Definition | null => {
  const callee = node.childForFieldName("function")?.text.slice(0, LONGEST_NAME) ?? "";
  if (!/^(?:test|it)\b/.test(callee)) return null;
  const [title] = children(node.childForFieldName("arguments"));
  return named(title?.text.slice(0, LONGEST_NAME) ?? "", "test", null, null);
};
