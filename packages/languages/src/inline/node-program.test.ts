import { describe, expect, test } from "vitest";
import { nodeProgram } from "./node-program.ts";

describe("finds the program", () => {
  test.each<[argv: readonly string[], code: string | null]>([
    [["node", "-e", "x"], "x"],
    [["node", "--eval", "x", "more"], "x"],
    [["node", "--eval=x"], "x"],
    [["node", "-p", "x"], "x"],
    [["node", "-pe", "x"], "x"],
    [["nodejs", "-e", "x"], "x"],
    [["/usr/bin/node", "-e", "x"], "x"],
    [["node", "--input-type=module", "-e", "x"], "x"],
    [["node", "--input-type", "module", "-e", "x"], "x"],
    [["node", "--no-warnings", "-r", "./setup.js", "-e", "x"], "x"],
    [["node", "-e"], null],
    [["node", "-e", ""], ""],
  ])("%j", (argv, code) => expect(nodeProgram(argv)?.code).toBe(code));
});

describe("finds none", () => {
  test.each([
    [[]],
    [["node"]],
    [["node", "a.js", "-e", "x"]],
    [["node", "--test"]],
    [["node", "--check", "a.js"]],
    [["node", "-p"]],
    [["node", "-p", "-e", "x"]],
    [["node", "-i", "-e", "x"]],
    [["node", "--allow-natives-syntax", "-e", "x"]],
    [["node", "--input-type=module-typescript", "-e", "x"]],
    [["node", "-e", "x".repeat(200_000)]],
    [["deno", "-e", "x"]],
    [["npx", "node", "-e", "x"]],
  ])("%j", (argv) => expect(nodeProgram(argv)).toBeNull());
});
