import { describe, expect, test } from "vitest";
import { pythonProgram } from "./python-program.ts";

describe("finds the program", () => {
  test.each([
    [["python", "-c", "x"], "x"],
    [["python3", "-c", "x"], "x"],
    [["python3.12", "-c", "x", "more", "-c", "y"], "x"],
    [["/usr/bin/python3", "-c", "x"], "x"],
    [[".venv/bin/python", "-c", "x"], "x"],
    [["python", "-I", "-B", "-c", "x"], "x"],
    [["python", "-Bc", "x"], "x"],
    [["python", "-cx"], "x"],
    [["python", "-Icx y"], "x y"],
    [["python", "-W", "error", "-c", "x"], "x"],
    [["python", "-Werror", "-c", "x"], "x"],
    [["python", "-X", "dev", "-c", "x"], "x"],
    [["python", "--check-hash-based-pycs", "always", "-c", "x"], "x"],
    [["python", "-c", ""], ""],
    [["python", "-c"], null],
  ])("%j", (argv, code) => expect(pythonProgram(argv)).toEqual({ code }));
});

describe("finds none", () => {
  test.each([
    [[]],
    [["python"]],
    [["python", "a.py", "-c", "x"]],
    [["python", "-m", "pytest", "-c", "x"]],
    [["python", "-mpytest", "-c", "x"]],
    [["python", "-W", "-c"]],
    [["python", "-V", "-c", "x"]],
    [["python", "--version", "-c", "x"]],
    [["python", "--", "-c"]],
    [["python", "-", "-c", "x"]],
    [["python", "-Z", "-c", "x"]],
    [["python2", "-c", "x"]],
    [["pypy", "-c", "x"]],
    [["bash", "-c", "x"]],
    [["env", "python", "-c", "x"]],
  ])("%j", (argv) => expect(pythonProgram(argv)).toBeNull());
});
