import { outlineRules } from "../definition-rules.ts";
import { signature } from "../signature.ts";
import { children } from "../syntax.ts";
import type { Language } from "./language.ts";

/** Functions without a leading underscore, and what the script exports to other programs. */
export const shell: Language = {
  name: "shell",
  family: "shell",
  endings: ["sh", "bash"],
  folderFiles: [],
  grammar: "bash",
  definitions: { keywords: ["function"], indented: false, calls: true },
  outline: outlineRules({ functions: ["function_definition"] }),
  symbols: (root, source) =>
    children(root).flatMap((node) => {
      if (node.type === "function_definition") {
        const name = node.childForFieldName("name")?.text ?? "";
        return name.startsWith("_") ? [] : [`${name}()`];
      }
      if (node.type !== "declaration_command" || !/^export\b/.test(node.text)) return [];
      return children(node, "variable_assignment").map((assignment) => {
        const name = assignment.childForFieldName("name");
        return `export ${name === null ? "" : signature(source, name.startIndex, name.endIndex)}`;
      });
    }),
};
