import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { commandLine } from "./shell-quoted.ts";

test.each([
  ["grep -q 'NAME  QTY x PRICE' a.txt", "grep -q 'NAME  QTY x PRICE' a.txt"],
  ["  node a.js \n", "node a.js"],
  ["node -e 'a(1)\n\tb(2)' 'c  d'", "node -e $'a(1)\\n\\tb(2)' 'c  d'"],
  ['node -e "it\'s\n\\\\1"', "node -e $'it\\'s\\n\\\\1'"],
  ["printf 'a\u202eb\u0007'", "printf $'a\\U0000202eb\\x07'"],
  ["node 'open\n", "node 'open"],
])("%j is shown as the same command in one line", (command, line) => {
  expect(commandLine(command)).toBe(line);
});

test("what is copied is the same command", () => {
  const program = "a  b\n\tc 'd' \\\\ e";
  const shown = commandLine(`printf %s "${program}"`);
  expect(execFileSync("bash", ["-c", shown], { encoding: "utf8" })).toBe("a  b\n\tc 'd' \\ e");
});
