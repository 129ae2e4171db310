import { expect, test } from "vitest";
import { createSyntaxParser } from "./parse-text.ts";

const parse = createSyntaxParser();

test.each([
  ["python", "def f(): pass", "module"],
  ["javascript", "let a", "program"],
  ["typescript", "let a: b", "program"],
  ["tsx", "<p />", "program"],
  ["go", "package a", "source_file"],
  ["rust", "fn a() {}", "source_file"],
  ["java", "class A {}", "program"],
  ["cpp", "int a;", "translation_unit"],
  ["bash", "a=1", "program"],
])("the grammar of %s fits its runtime", async (grammar, text, type) => {
  expect(await parse(grammar, text, (root) => [root.type, root.hasError])).toEqual([type, false]);
});

test("the parser gives up on a text after a number of steps, and parses the next one", async () => {
  const impatient = createSyntaxParser(10);
  expect(await impatient("python", "f(a)\n".repeat(5_000), () => 1)).toBeNull();
  expect(await impatient("python", "f(a)\n", (root) => root.hasError)).toBe(false);
});

test("all of a long text is parsed", async () => {
  const root = await parse("python", "f(a)\n".repeat(16_000), (root) => [root.hasError, root.childCount]);
  expect(root).toEqual([false, 16_000]);
});

test("the parser gives up on a text that exceeds its memory, and loads everything again for the next one", async () => {
  const abort = () => {
    throw Object.assign(new Error("Aborted()"), { name: "RuntimeError" });
  };
  expect(await parse("java", "class A {}", abort)).toBeNull();
  expect(await parse("java", "class A {}", (root) => root.type)).toBe("program");
  expect(await parse("python", "a = 1", (root) => root.hasError)).toBe(false);
});

test("the parser gives up on a text whose tree is too deep to walk", async () => {
  const depth = (node: unknown): number => 1 + depth(node);
  expect(await parse("python", "a = 1", depth)).toBeNull();
  expect(await parse("python", "a = 1", (root) => root.hasError)).toBe(false);
});

test("a grammar that cannot be loaded is reported", async () => {
  await expect(parse("klingon", "a", () => 1)).rejects.toThrow("klingon");
});

test("several parsers in one process do not break each other's grammars, even if one must load all again", async () => {
  const grammars = ["cpp", "typescript", "python", "java", "go"];
  const abort = () => {
    throw Object.assign(new Error("Aborted()"), { name: "RuntimeError" });
  };
  expect(await parse("java", "class A {}", abort)).toBeNull();
  const texts = grammars.map(async (grammar, index) => {
    const own = createSyntaxParser();
    const spoilt = index === 2 ? await own(grammar, "a", abort) : null;
    return [spoilt, await own(grammar, "a = 1", (root) => root.text)];
  });
  expect(await Promise.all(texts)).toEqual(grammars.map(() => [null, "a = 1"]));
});
