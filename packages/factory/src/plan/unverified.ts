import { normalizePath, type WorkOrder } from "@llmch/contract";
import { type Tree, type VerifyChoices, verificationOf } from "@llmch/languages";

/** If the orders write a package.json or Makefile, its content is not yet known: it may define a test, or none. */
export const possibleText = ({ profiles }: VerifyChoices): ((path: string) => string | null) => {
  const texts: Readonly<Record<string, string>> = Object.assign({}, ...profiles.map((each) => each.possibleTexts));
  return (path) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    return Object.hasOwn(texts, name) && path.split("/").length <= 3 ? (texts[name] ?? "") : null;
  };
};

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
