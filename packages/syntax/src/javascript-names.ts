import type { ImportedName } from "@llmch/languages";
import type { AnyNode, Program } from "acorn";
import { childrenOf } from "./javascript-nodes.ts";

/**
 * The names that a program takes from modules: those in the braces of an import or of `require`, and members of a whole module, as in
 * `m.slug`. The program itself chooses the name of a default import.
 */
export const importedNames = (program: Program): readonly ImportedName[] => {
  const found = new Map<string, ImportedName>();
  const wholes = new Map<string, string>();
  const add = (module: string, name: string) => {
    if (!OF_EVERY_VALUE.has(name)) found.set(`${module}\0${name}`, { module, name });
  };
  const bind = (target: AnyNode, module: string) => {
    if (target.type === "Identifier") wholes.set(target.name, module);
    if (target.type !== "ObjectPattern") return;
    for (const part of target.properties)
      if (part.type === "Property" && part.key.type === "Identifier" && !part.computed) add(module, part.key.name);
  };
  const collect = (node: AnyNode): void => {
    if (node.type === "ImportDeclaration" && typeof node.source.value === "string") {
      for (const part of node.specifiers) {
        if (part.type === "ImportNamespaceSpecifier") wholes.set(part.local.name, node.source.value);
        if (part.type === "ImportSpecifier" && part.imported.type === "Identifier")
          add(node.source.value, part.imported.name);
      }
    }
    const module = node.type === "VariableDeclarator" ? moduleOf(node.init) : null;
    if (node.type === "VariableDeclarator" && module !== null) bind(node.id, module);
    for (const child of childrenOf(node)) collect(child);
  };
  const ask = (node: AnyNode): void => {
    if (node.type === "MemberExpression" && !node.computed && node.property.type === "Identifier") {
      const { object, property } = node;
      const module = object.type === "Identifier" ? wholes.get(object.name) : moduleOf(object);
      if (module != null) add(module, property.name);
    }
    for (const child of childrenOf(node)) ask(child);
  };
  collect(program);
  ask(program);
  return [...found.values()];
};

/** Members that every function or promise has. */
const OF_EVERY_VALUE: ReadonlySet<string> = new Set(
  "default then catch finally call apply bind name length prototype toString constructor".split(" "),
);

/** The module that an expression evaluates to: `require("x")` or `await import("x")`. */
const moduleOf = (node: AnyNode | null | undefined): string | null => {
  if (node?.type === "AwaitExpression") return moduleOf(node.argument);
  if (node?.type === "ImportExpression") return literal(node.source);
  const isRequire =
    node?.type === "CallExpression" && node.callee.type === "Identifier" && node.callee.name === "require";
  return isRequire ? literal(node.arguments[0]) : null;
};

const literal = (node: AnyNode | undefined): string | null =>
  node?.type === "Literal" && typeof node.value === "string" ? node.value : null;
