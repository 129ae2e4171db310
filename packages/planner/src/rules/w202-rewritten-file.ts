import { quote } from "../quote.ts";
import type { ChainRule } from "./rule.ts";

/** An order builds on the files that it rewrites, and the context files list what it builds on. New files cannot be among them. */
export const rewrittenUnseen: ChainRule = ({ order, files, graph }) => {
  const standing = order.allowedFiles.filter(({ path }) => standsBefore(files.giver(path), order.label));
  if (standing.length === 0) return [];
  const context = new Set(order.contextFiles.map(({ path }) => path));
  return standing
    .filter(({ path }) => !context.has(path) && !graph.unorderedWrites(order).has(path))
    .map(({ path, pointer }) => ({
      code: "W202",
      field: "allowed_files",
      message: `allowed file ${quote(path)} stands by then and is not among \`context_files\`; the factory shows it to the model all the same`,
      pointer,
    }));
};

const standsBefore = (giver: string | undefined, label: string): boolean => giver !== undefined && giver !== label;
