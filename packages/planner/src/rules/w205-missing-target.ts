import { missingTargets } from "../commands/run-targets.ts";
import { quote } from "../quote.ts";
import type { ChainRule, ChainScene } from "./rule.ts";

/** A command runs a file of the repo, of an earlier order or of this one. Does not check modules (`python -m a.b`). */
export const missingTarget: ChainRule = (scene) => {
  const { order, files } = scene;
  const exists = (path: string) =>
    files.has(path) ||
    files.hasFolder(path) ||
    order.allowedFiles.some((allowed) => allowed.path === path || allowed.path.startsWith(`${path}/`));
  return order.commands.flatMap(({ text, read, pointer, field }) => {
    const words = read.map((word) => word.text);
    const missing = missingTargets(words, exists);
    return missing.map((path) => ({
      code: "W205",
      field,
      message: `command ${quote(text)} runs ${quote(path)}, which neither the repo nor an order so far gives${later(path, scene)}`,
      pointer,
    }));
  });
};

const later = (path: string, { anyGiver }: ChainScene): string => {
  const giver = anyGiver(path);
  return giver === undefined ? "" : `; ${giver} gives it, later`;
};
