import { MAX_ARGUMENT_LENGTH } from "@llmch/languages";
import { quote } from "../quote.ts";
import type { OrderRule } from "./rule.ts";

/** A command names a program, and no argument contains a character that an operating system cannot pass on. */
export const unstartableCommand: OrderRule = ({ order }) =>
  order.allCommands.flatMap(({ text, words, pointer, field }) => {
    const fault = text.includes("\0")
      ? "holds a NUL character"
      : words.ok && (words.value[0]?.text ?? "") === ""
        ? "names no program"
        : words.ok && words.value.some((word) => word.text.length > MAX_ARGUMENT_LENGTH)
          ? `has an argument of more than ${MAX_ARGUMENT_LENGTH} characters`
          : null;
    return fault === null ? [] : [{ code: "E201", field, message: `command ${quote(text)} ${fault}`, pointer }];
  });
