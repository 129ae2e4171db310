import { dirname } from "node:path";
import { type JsonValue, loneOrder, type Refusal, refusal, shellWord } from "@llmch/contract";

/**
 * The refusal of a target that was read as a plan, but has no orders.
 * @param target as the user named it
 */
export const noOrders = (target: string, manifest: JsonValue): Refusal => {
  const id = loneOrder(manifest);
  return id === null
    ? refusal(
        "unreadable-input",
        `${target} holds no work orders that can be read`,
        `\`llmch check ${shellWord(target)}\` says what is wrong`,
      )
    : refusal(
        "unreadable-input",
        `${target} is one work order, ${id}, not a plan`,
        `give the directory of its plan: ${shellWord(dirname(target))}`,
      );
};
