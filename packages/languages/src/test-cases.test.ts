import { expect, test } from "vitest";
import { testCases } from "./test-cases.ts";

const VITEST = `import { test, it } from "vitest";
// test("not this one", () => {});
describe("sums", () => {
  test("adds // none", () => { expect("test('x')").toMatch(/it\\("/); });
  it.each([1, 2])("adds %s", () => {});
  /* it("nor this", () => {}) */
  test.concurrent("waits", async () => {});
});
const text = \`test("in a text", () => {})\`;
model.test("a method is none");
`;

test.each<[string, string, string, number, number]>([
  ["JavaScript", "test/a.test.js", VITEST, 3, 0],
  [
    "node:test with options",
    "test/a.test.mjs",
    `test("a", { skip: true }, () => {});\ntest("b", (t) => t.todo());`,
    2,
    2,
  ],
  [
    "what runs alone or not",
    "a.spec.ts",
    `it.only("a");\nxit("b");\ndescribe.skip("c", () => {});\ntest.todo("d");`,
    3,
    4,
  ],
  [
    "Python",
    "tests/test_a.py",
    `import pytest\n@pytest.mark.xfail\ndef test_a():\n    """def test_none():"""\n    # def test_no():\nclass T:\n    async def test_b(self):\n        pytest.skip("x")\n`,
    2,
    2,
  ],
  [
    "Go",
    "a_test.go",
    'func TestA(t *testing.T) {\n\tt.Run("one", f)\n\tt.Skip()\n}\n// func TestB(t *testing.T) {}\nfunc Helper() {}\n',
    2,
    1,
  ],
  [
    "Rust",
    "tests/a.rs",
    '#[test]\nfn a() { let s = "#[test]"; let c = \'"\'; }\n#[tokio::test]\n#[ignore]\nasync fn b() {}\n// #[test]\n',
    2,
    1,
  ],
  [
    "Java",
    "src/test/java/ATest.java",
    'class ATest {\n  @Test void a() { say("@Test"); }\n  @Disabled @ParameterizedTest void b() {}\n  // @Test\n}\n',
    2,
    1,
  ],
])("%s", (_, path, text, cases, marks) => {
  expect(testCases(path, text)).toMatchObject({ cases, marks });
});

test("an unknown language is not counted", () => {
  expect(testCases("test/a.exs", 'test "a" do')).toBeNull();
});

test("a text that is too long is not counted", () => {
  expect(testCases("a.js", "x".repeat(1_000_001))).toBeNull();
});

test.each([
  ["a.spec.ts", 'it.only("a");\nxit("b");\nfdescribe("c", f);\n// test.only("d")', 2],
  ["a.test.mjs", 'test("a", { only: true }, f);\ntest("b", { skip: true }, f);', 1],
  ["test_a.py", "@pytest.mark.skip\ndef test_a(): pass", 0],
])("counts what runs alone in %s", (path, text, only) => {
  expect(testCases(path, text)?.only).toBe(only);
});
