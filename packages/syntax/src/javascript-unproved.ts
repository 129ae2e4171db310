import type { AnyNode, Expression, Program, Super } from "acorn";
import { childrenOf } from "./javascript-nodes.ts";

const DECIDES = /\bassert|\bthrow\b|\bexit\b|\bexitCode\b|\bexpect\s*\(/;
/** What runs the functions that it is given, at once or before the program can end. */
const RUNS =
  /^(?:forEach|map|flatMap|filter|every|some|find\w*|reduce\w*|sort|toSorted|replace\w*|from|throws|doesNotThrow|ok|set\w+|nextTick|queueMicrotask|Promise|test|it|describe|suite|before\w*|after\w*)$/;
const FUNCTION = /^(?:ArrowFunction|Function)Expression$/;

/** The first call of a program that decides later, in a function or promise that nothing waits for; null if there is none. */
export const unprovedCall = (program: Program, code: string): string | null => {
  const textOf = ({ start, end }: AnyNode) => code.slice(start, end);
  const lateNames = new Set(program.body.flatMap((node) => asyncNames(node)));
  const isLate = ({ callee, arguments: given }: CallExpression) => {
    const name = nameOf(callee);
    if (FUNCTION.test(callee.type)) return "async" in callee && callee.async && DECIDES.test(textOf(callee));
    if (lateNames.has(name)) return DECIDES.test(code);
    if (/^(?:rejects|doesNotReject)$/.test(name)) return true;
    return !RUNS.test(name) && given.some((each) => FUNCTION.test(each.type) && DECIDES.test(textOf(each)));
  };
  const find = (node: AnyNode, isWaited: boolean): string | null => {
    if (node.type === "CallExpression" && !isWaited && isLate(node)) return textOf(node);
    // Whoever has the value may wait for it.
    const isReturned = node.type === "ArrowFunctionExpression" && node.expression;
    const isKept =
      isReturned || /^(?:(?:Await|Assignment|Yield)Expression|VariableDeclarator|ReturnStatement)$/.test(node.type);
    const isStatement = node.type === "ExpressionStatement" || node.type === "BlockStatement";
    for (const child of childrenOf(node)) {
      const found = find(child, isKept || (isWaited && !isStatement));
      if (found !== null) return found;
    }
    return null;
  };
  return find(program, false);
};

type CallExpression = Extract<Expression, { type: "CallExpression" }>;

const nameOf = (callee: Expression | Super): string => {
  if (callee.type === "Identifier") return callee.name;
  return callee.type === "MemberExpression" && callee.property.type === "Identifier" ? callee.property.name : "";
};

/** The names of the async functions that a statement makes. */
const asyncNames = (node: AnyNode): readonly string[] => {
  if (node.type === "FunctionDeclaration") return node.async ? [node.id?.name ?? ""] : [];
  if (node.type !== "VariableDeclaration") return [];
  return node.declarations.flatMap(({ id, init }) =>
    id.type === "Identifier" && init != null && "async" in init && init.async ? [id.name] : [],
  );
};
