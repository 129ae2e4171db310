import { normalizePath } from "@llmch/contract";
import { VERIFY_SCRIPT } from "@llmch/languages";
import type { CommandReading } from "../order-reading.ts";
import { quote } from "../quote.ts";
import type { OrderRule } from "./rule.ts";

/** The verify script runs after every order anyway, so as an acceptance command it proves nothing about the order itself. */
export const verifyCommand: OrderRule = ({ order }) =>
  order.commands.filter(runsVerifyScript).map(({ text, pointer, field }) => ({
    code: "E105",
    field,
    message: `command ${quote(text)} is the verify script, which runs anyway`,
    pointer,
  }));

const runsVerifyScript = ({ words }: CommandReading): boolean => {
  if (!words.ok || words.value.length !== 2) return false;
  const [program, script] = words.value.map((word) => normalizePath(word.text));
  return program === "bash" && script === VERIFY_SCRIPT;
};
