import { normalizePath, type WorkOrder } from "@llmch/contract";
import { type Tree, type VerifyChoices, verificationOf } from "@llmch/languages";
import { possibleText } from "./possible-text.ts";

/**
 * Why nothing verifies the repo after any of the orders, only their own acceptance commands do; null if something does, or if an order may
 * write what does.
 * @param tree the baseline
 */
export const whyUnverified = (orders: readonly WorkOrder[], tree: Tree, choices: VerifyChoices): string | null => {
  if (orders.every(({ verify_exempt }) => verify_exempt)) return null;
  const possible = possibleText(choices);
  const files = new Set(tree.files);
  const texts = { ...tree.texts };
  for (const { allowed_files, derive = [] } of orders) {
    for (const path of [...allowed_files, ...derive.flatMap((each) => each.files)].map(normalizePath)) {
      files.add(path);
      const text = possible(path);
      if (text !== null) texts[path] = text;
    }
  }
  const { commands, reason } = verificationOf({ ...tree, files: [...files], texts }, choices);
  return commands.length === 0 ? reason : null;
};
