import { children, type SyntaxNode } from "@llmch/repo-map";
import type { MutantKind } from "./mutant.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** What takes an operator's place, one a mutant. */
const SWAPS: readonly (readonly [MutantKind, Readonly<Record<string, readonly string[]>>])[] = [
  ["comparison", { "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"] }],
  ["comparison", { "==": ["!="], "!=": ["=="], "===": ["!=="], "!==": ["==="] }],
  ["comparison", { is: ["is not"], "is not": ["is"], in: ["not in"], "not in": ["in"] }],
  ["arithmetic", { "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["*"], "//": ["*"] }],
  ["arithmetic", { "+=": ["-="], "-=": ["+="], "*=": ["/="], "/=": ["*="], "%=": ["*="], "//=": ["*="] }],
  ["negation", { "&&": ["||"], "||": ["&&"], and: ["or"], or: ["and"] }],
];
const BY_OPERATOR = new Map(
  SWAPS.flatMap(([kind, swaps]) => Object.entries(swaps).map(([from, to]) => [from, { kind, to }] as const)),
);

/** The nodes whose operators are swapped. */
const OPERATIONS = words(
  "binary_expression assignment_expression augmented_assignment_expression compound_assignment_expr assignment_statement " +
    "comparison_operator binary_operator boolean_operator augmented_assignment",
);

/** What takes the place of an operator in a node of a type; undefined if nothing does. JavaScript's `in` has no opposite. */
export const swapOf = (operator: string, type: string) =>
  OPERATIONS.has(type) && (operator !== "in" || type === "comparison_operator") ? BY_OPERATOR.get(operator) : undefined;

export const INTEGERS = words("integer number int_literal integer_literal decimal_integer_literal number_literal");
export const BOOLEANS: Readonly<Record<string, string>> = {
  true: "false",
  false: "true",
  True: "False",
  False: "True",
};

/** Nodes in which nothing is changed: imports, types, annotations, macros; and fields, with sizes and members named by a number. */
const PASSED = words(
  "import_statement import_from_statement future_import_statement import_declaration package_declaration use_declaration " +
    "preproc_include preproc_def preproc_function_def using_declaration macro_definition ERROR " +
    "type type_annotation type_arguments type_parameters type_alias_declaration literal_type type_item " +
    "ambient_declaration template_argument_list template_parameter_list bitfield_clause annotation_type_declaration " +
    "decorator annotation marker_annotation attribute_item inner_attribute_item attribute_specifier attribute_declaration " +
    "format_specifier",
);
const PASSED_FIELDS = words("type return_type result size length field");

/** Whether nothing is changed in a node. Rust has tests next to the code that they test. */
export const isPassedOver = (type: string, field: string | null, parent: string): boolean =>
  PASSED.has(type) ||
  (field !== null && PASSED_FIELDS.has(field)) ||
  (field === "condition" && parent.startsWith("preproc"));

/** What is dropped of statements that are expressions. */
const DROPPED = words(
  "call await assignment augmented_assignment call_expression await_expression assignment_expression update_expression " +
    "augmented_assignment_expression compound_assignment_expr macro_invocation try_expression method_invocation",
);
const GO_STATEMENTS = words("assignment_statement inc_statement dec_statement send_statement");
/** What nobody tests: what is logged, and names for tools. */
const UNTESTED =
  /^(?:[\w.]*\b_?log(?:ger|ging)?\.|slog\.|console\.(?:debug|trace)|(?:log::|tracing::)?(?:trace|debug|info|warn)!|__\w+__ =)/i;

/** Whether a statement is a call or an assignment whose absence a test should see. */
export const isDroppable = (type: string, parent: string, node: () => SyntaxNode): boolean => {
  if (GO_STATEMENTS.has(type)) return parent === "statement_list";
  if (type !== "expression_statement") return false;
  const statement = node();
  const [inner] = children(statement);
  if (inner === undefined || !DROPPED.has(inner.type) || UNTESTED.test(statement.text)) return false;
  // In Python, a name with a type only is an assignment too.
  return inner.type !== "assignment" || inner.childForFieldName("right") !== null;
};

/** Whether a node decides what its parent does. That of a `for` is nearly always a comparison, or never ends if it is negated. */
export const isCondition = (field: string | null, parent: string, previous: string): boolean =>
  field === "condition"
    ? parent !== "for_statement"
    : previous === "if" && (parent === "if_clause" || parent === "conditional_expression");

export const ENCLOSED = /^(?:parenthesized_expression|condition_clause)$/;

/** A condition that other mutants turn round, or that is no plain expression. */
export const isTurnedElsewhere = (condition: SyntaxNode): boolean => {
  const [inner = condition] = ENCLOSED.test(condition.type) ? children(condition) : [];
  if (/^(?:true|false|boolean_literal|let_\w+|init_statement|declaration)$/.test(inner.type)) return true;
  // What only type checkers read.
  if (/\bTYPE_CHECKING$/.test(inner.text)) return true;
  const operator = inner.childForFieldName("operator")?.type ?? "";
  return inner.type === "comparison_operator" || swapOf(operator, inner.type)?.kind === "comparison";
};

export const FUNCTIONS = words(
  "function_definition function_declaration generator_function_declaration generator_function function_expression " +
    "arrow_function method_definition func_literal method_declaration function_item",
);

/** How a language writes what takes the place of code. */
export interface Mutations {
  readonly not: string;
  /** A statement that does nothing. */
  readonly nothing: string;
  /** A statement that ends a function at once with an empty value. */
  readonly emptyReturn: (node: SyntaxNode) => string;
  /** What takes the place of a body that is an expression. */
  readonly emptyValue?: string;
  /** Whether blocks are told by their indentation. */
  readonly isIndented?: boolean;
}

const typeOf = (node: SyntaxNode, field: string): string => node.childForFieldName(field)?.text ?? "";

/** Results with names are returned by a mere `return`. */
const goReturn = (node: SyntaxNode): string => {
  const result = node.childForFieldName("result");
  if (result === null) return "return";
  const parts = result.type === "parameter_list" ? children(result, "parameter_declaration") : [result];
  if (parts.some((part) => part.type === "parameter_declaration" && part.childForFieldName("name") !== null))
    return "return";
  return `return ${parts.map(({ text }) => `*new(${text})`).join(", ")}`;
};

const rustReturn = (node: SyntaxNode): string =>
  /^(?:\w+::)*Result\b/.test(typeOf(node, "return_type"))
    ? "return Ok(Default::default());"
    : "return Default::default();";

/** Java refuses code that is never reached. */
const javaReturn = (node: SyntaxNode): string => {
  const type = typeOf(node, "type");
  if (type === "void") return "if (true) return;";
  if (type === "boolean") return "if (true) return false;";
  return `if (true) return ${/^(?:byte|short|int|long|char|float|double)$/.test(type) ? "0" : "null"};`;
};

/** A constructor has no type. */
const cReturn = (value: string) => (node: SyntaxNode) => {
  const isEmpty = /^(?:void)?$/.test(typeOf(node, "type")) && !typeOf(node, "declarator").startsWith("*");
  return isEmpty ? "return;" : `return ${value};`;
};

const braces = { not: "!", nothing: ";" };
const typescript: Mutations = {
  ...braces,
  emptyReturn: () => "return undefined as never;",
  emptyValue: "(undefined as never)",
};

/** The languages by their grammars; those of C are told by the file's ending. */
export const MUTATIONS: Readonly<Record<string, Mutations>> = {
  python: { isIndented: true, not: "not ", nothing: "pass", emptyReturn: () => "return None" },
  javascript: { ...braces, emptyReturn: () => "return undefined;", emptyValue: "undefined" },
  typescript,
  tsx: typescript,
  go: { not: "!", nothing: "", emptyReturn: (node) => `${goReturn(node)};` },
  rust: { ...braces, emptyReturn: rustReturn },
  java: { ...braces, emptyReturn: javaReturn },
  cpp: { ...braces, emptyReturn: cReturn("{}") },
  c: { ...braces, emptyReturn: cReturn("0") },
};
