import type { ChainRule } from "./rule.ts";

/** An order is one idea, and one answer contains all of its files. */
const MANY = 5;

export const manyFiles: ChainRule = ({ order }) =>
  order.allowedFiles.length <= MANY
    ? []
    : [
        {
          code: "W209",
          field: "allowed_files",
          message: `the order may write ${order.allowedFiles.length} files; more than ${MANY} are hard to get right in one answer`,
          pointer: "/allowed_files",
        },
      ];
