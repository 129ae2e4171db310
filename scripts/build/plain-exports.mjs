import ts from "@typescript/typescript6";

/** What esbuild puts before a module's own code: helpers, the exports as getters, and a second set of getters around these. */
const HEADER = /^(.*?)var (\w+)=\{\};__export\(\2,\{(.*?)\}\);module\.exports=__toCommonJS\(\2\);/s;

/**
 * Exports what a module holds as plain properties: esbuild's are two getters each, which every call from one chunk to another goes through.
 * Exports that are reassigned later, or come from another module, stay getters.
 * @param {string} commonJs a module as esbuild's `transform` makes it
 * @returns {string} the same module
 */
export const plainExports = (commonJs) => {
  const header = HEADER.exec(commonJs);
  if (header === null) return commonJs;
  const [whole, helpers, , exported] = header;
  const code = commonJs.slice(whole.length);
  const { functions, reassigned } = namesIn(code);
  const exports = exported.split(",").map((each) => each.split(":()=>"));
  const isLive = (value) => value.includes(".") || reassigned.has(value);
  const plain = (chosen) => chosen.map(([name, value]) => `exports.${name}=${value};`).join("");
  const live = exports.filter(([, value]) => isLive(value)).map(getter);
  const settled = exports.filter(([, value]) => !isLive(value));
  // Functions exist before a module's code runs, so that modules that need each other find them.
  const early = plain(settled.filter(([, value]) => functions.has(value)));
  const late = plain(settled.filter(([, value]) => !functions.has(value)));
  return `${isOfUse(helpers, code) ? helpers : ""}${live.join("")}${early}${code}\n${late}`;
};

const getter = ([name, value]) =>
  `Object.defineProperty(exports,${JSON.stringify(name)},{get:()=>${value},enumerable:true});`;

const isOfUse = (helpers, code) => [...helpers.matchAll(/[\s,](__\w+)=/g)].some(([, name]) => code.includes(name));

/** A module's functions, and the names that functions assign to: those may change after the module was loaded. */
const namesIn = (code) => {
  const source = ts.createSourceFile("chunk.cjs", code, ts.ScriptTarget.Latest, false);
  const functions = new Set(
    source.statements.flatMap((each) => (ts.isFunctionDeclaration(each) && each.name ? [each.name.text] : [])),
  );
  const reassigned = new Set();
  const assigned = (target) => {
    if (ts.isIdentifier(target)) reassigned.add(target.text);
    else if (!ts.isPropertyAccessExpression(target) && !ts.isElementAccessExpression(target))
      ts.forEachChild(target, assigned);
  };
  let depth = 0;
  const visit = (node) => {
    const target = depth > 0 ? targetOf(node) : undefined;
    if (target !== undefined) assigned(target);
    const runsLater = ts.isFunctionLike(node) || ts.isPropertyDeclaration(node);
    if (runsLater) depth++;
    ts.forEachChild(node, visit);
    if (runsLater) depth--;
  };
  visit(source);
  return { functions, reassigned };
};

/** What a node assigns to, if it does. */
const targetOf = (node) => {
  switch (node.kind) {
    case ts.SyntaxKind.BinaryExpression:
      return ts.isAssignmentOperator(node.operatorToken.kind) ? node.left : undefined;
    case ts.SyntaxKind.PrefixUnaryExpression:
    case ts.SyntaxKind.PostfixUnaryExpression:
      return STEPS.has(node.operator) ? node.operand : undefined;
    case ts.SyntaxKind.ForOfStatement:
    case ts.SyntaxKind.ForInStatement:
      return ts.isVariableDeclarationList(node.initializer) ? undefined : node.initializer;
    default:
      return undefined;
  }
};

const STEPS = new Set([ts.SyntaxKind.PlusPlusToken, ts.SyntaxKind.MinusMinusToken]);
