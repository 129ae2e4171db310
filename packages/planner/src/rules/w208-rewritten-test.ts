import { isTestFile } from "@llmch/languages";
import { THE_REPO } from "../plan-files.ts";
import { quote } from "../quote.ts";
import type { ChainRule, Finding } from "./rule.ts";

/** Tests protect what an order has made. An order that may rewrite an earlier order's tests can make them agree with anything. */
export const rewrittenTest: ChainRule = ({ order, files }) =>
  order.allowedFiles.flatMap(({ path, pointer }): Finding[] => {
    const giver = files.giver(path) ?? files.lost(path)?.giver;
    if (giver === undefined || giver === THE_REPO || giver === order.label || !isTestFile(path)) return [];
    return [
      {
        code: "W208",
        field: "allowed_files",
        message: `allowed file ${quote(path)} has tests of ${giver}, and this order may ${files.has(path) ? "rewrite" : "remove"} them`,
        pointer,
      },
    ];
  });
