import { quote } from "../quote.ts";
import type { ChainRule } from "./rule.ts";

/** No allowed file is one that the repo ignores: git would not show it, and llmch commits it all the same. */
export const ignoredFile: ChainRule = ({ order, ignored }) =>
  order.allowedFiles
    .filter(({ path }) => ignored.has(path))
    .map(({ path, pointer }) => ({
      code: "W233",
      field: "allowed_files",
      message: `allowed file ${quote(path)} is one that the repo ignores, and it is committed all the same`,
      pointer,
    }));
