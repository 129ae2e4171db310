import { describe, expect, test } from "vitest";
import { PROGRAMS } from "./programs.fixture.ts";
import { pythonReader } from "./python-reader.ts";

const python = pythonReader();

describe("compared with CPython", () => {
  test.each(PROGRAMS)("%j", (code, imports) => {
    const fault = python.syntaxFault(code);
    expect(fault === null).toBe(imports !== null);
    if (imports !== null) expect(python.imports(code)).toEqual(imports);
  });
});

test("a fault gives the line, and the column in characters, not bytes", () => {
  expect(python.syntaxFault("é = 1\nñ = = 2")?.place).toEqual({ line: 2, column: 5 });
});

test("a program that exhausts the parser is rejected, and the next one is read normally", () => {
  expect(python.syntaxFault(`x = ${"-".repeat(50_000)}1`)).toEqual({ message: "nested too deeply", place: null });
  expect(python.syntaxFault("x = 1")).toBeNull();
});

test("generics and f-strings of later Python versions are accepted", () => {
  for (const code of ["type X = int", "class A[T]: pass", "print(f'{a['b']}')"]) {
    expect(python.syntaxFault(code)).toBeNull();
  }
});

test("a thousand different programs are distinguished", () => {
  for (let index = 0; index < 1000; index++) {
    const code = `import json; from pkg${index} import run; assert run(${index}) == ${index}`;
    expect(python.syntaxFault(code)).toBeNull();
    expect(python.imports(code)).toEqual(["json", `pkg${index}`]);
  }
});

test("an end of the process itself proves nothing", () => {
  expect(python.unproved?.("import os\nos._exit(0)")).toBe("os._exit");
  expect(python.unproved?.("import sys\nsys.exit('os._exit')")).toBeNull();
});
