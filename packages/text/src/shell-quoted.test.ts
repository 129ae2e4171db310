import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { commandBlock, commandLine, shortCommand } from "./shell-quoted.ts";

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

test.each([
  ["  node a.js \n", "node a.js"],
  ["python -c 'import a\n\tassert a.b'", "python -c 'import a\n  | \tassert a.b'"],
  ["node -e 'a\u202e\nb'", "node -e $'a\\U0000202e\\nb'"],
])("%j keeps its lines for a reader, behind a mark", (command, block) =>
  expect(commandBlock(command, "  | ")).toBe(block),
);

test.each([
  ["node -e 'a\nb'", "node -e $'a\\nb'"],
  [`python -c "import a\n${"x = 1\n".repeat(50)}assert a.b() == 7"`, 'python -c "import a x = 1 x = … a.b() == 7"'],
])("%j is named shortly", (command, name) => expect(shortCommand(command, 50)).toBe(name));
