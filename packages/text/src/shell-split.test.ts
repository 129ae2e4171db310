import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commandWords, splitCommand } from "./shell-split.ts";

interface Row {
  readonly command: string;
  readonly words?: readonly string[];
  readonly fault?: string;
}
/** The recorded answers of Python's `shlex.split`. */
const ROWS: readonly Row[] = JSON.parse(readFileSync(new URL("fixtures/shlex.json", import.meta.url), "utf8"));

test.each(ROWS)("splits $command as shlex does", ({ command, words, fault }) => {
  const split = commandWords(command);
  expect(split).toEqual(words === undefined ? { ok: false, issues: [fault] } : { ok: true, value: words });
});

describe("a word is bare if no part of it is quoted or escaped", () => {
  test.each([
    ["a|b", [true]],
    ["a | b", [true, true, true]],
    ["a '|' b", [true, false, true]],
    ["a \\| b", [true, false, true]],
    ["a |'' b", [true, false, true]],
    ['a"b" ""', [false, false]],
  ])("%s", (command, bare) => {
    const split = splitCommand(command);
    expect(split.ok && split.value.map((word) => word.bare)).toEqual(bare);
  });
});

test("individually quoted words are restored exactly", () => {
  const quoted = (word: string) => `'${word.replaceAll("'", `'"'"'`)}'`;
  fc.assert(
    fc.property(fc.array(fc.string()), (words) => {
      expect(commandWords(words.map(quoted).join(" "))).toEqual({ ok: true, value: words });
    }),
  );
});
