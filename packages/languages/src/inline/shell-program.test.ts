import { describe, expect, test } from "vitest";
import { shellProgram } from "./shell-program.ts";

const inBash = shellProgram("bash");

describe("finds the program", () => {
  test.each<[argv: readonly string[], code: string | null]>([
    [["bash", "-c", "x"], "x"],
    [["/bin/bash", "-c", "x", "name", "argument"], "x"],
    [["bash", "-ec", "x"], "x"],
    [["bash", "-lc", "x"], "x"],
    [["bash", "-c", "-e", "x"], "x"],
    [["bash", "-euo", "pipefail", "-c", "x"], "x"],
    [["bash", "-O", "extglob", "-c", "x"], "x"],
    [["bash", "-euo", "pipefail", "-c", "--", "x"], "x"],
    [["bash", "--noprofile", "--norc", "-c", "x"], "x"],
    [["bash", "-c"], null],
    [["bash", "-c", ""], ""],
  ])("%j", (argv, code) => expect(inBash(argv)?.code).toBe(code));
});

describe("finds none", () => {
  test.each([
    [[]],
    [["bash"]],
    [["bash", "a.sh", "-c", "x"]],
    [["bash", "-n", "-c", "x"]],
    [["bash", "-s", "-c", "x"]],
    [["bash", "--rcfile", "-c", "x"]],
    [["bash", "-n", "a.sh"]],
    [["sh", "-c", "x"]],
    [["zsh", "-c", "x"]],
  ])("%j", (argv) => expect(inBash(argv)).toBeNull());
});

test("each shell has its own programs", () => expect(shellProgram("sh")(["sh", "-c", "x"])?.code).toBe("x"));
