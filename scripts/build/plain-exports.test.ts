import { createContext, runInContext } from "node:vm";
import { transform } from "esbuild";
import { expect, test } from "vitest";
import { plainExports } from "./plain-exports.mjs";

/** A module's exports, after it was converted to CommonJS. */
const loaded = async (source: string, required: Readonly<Record<string, unknown>> = {}) => {
  const { code } = await transform(source, { format: "cjs", platform: "node", minifyWhitespace: true });
  const text = plainExports(code);
  const exports: Record<string, unknown> = {};
  const context = createContext({ module: { exports }, exports, require: (name: string) => required[name] });
  return { exports, text, run: () => runInContext(text, context) as unknown };
};

const isGetter = (exports: object, name: string) => Object.getOwnPropertyDescriptor(exports, name)?.get !== undefined;

test("an export that is final once the module is loaded is a plain property", async () => {
  const source = `var one = 1; var Two = class {}; let three; three = 3; function four() { return 4; }
for (const each of [1]) one += each;
export { one, Two as two, three, four as default };`;
  const { exports, text, run } = await loaded(source);
  run();
  expect(exports).toMatchObject({ one: 2, three: 3 });
  expect(Object.keys(exports).filter((name) => isGetter(exports, name))).toEqual([]);
  expect(text).not.toContain("__export");
});

test.each([
  ["an assignment", "const change = () => { a = 2; };"],
  ["one of several", "const change = () => { a = b = 2; };"],
  ["one with an operator", "function change() { a ??= 1; a += 1; }"],
  ["a step", "const change = () => ++a;"],
  ["a pattern", "const change = () => { ({ x: [a] } = { x: [2] }); };"],
  ["a field", "const change = () => new (class { b = (a = 2); })();"],
  ["a loop", "const change = () => { for (a of [1, 2]); };"],
])("%s later is visible", async (_, change) => {
  const { exports, run } = await loaded(`let a = 1, b = 1; ${change} export { a, b, change };`);
  run();
  expect(exports.a).toBe(1);
  (exports.change as () => void)();
  expect(exports.a).toBe(2);
  expect(isGetter(exports, "change")).toBe(false);
});

test("setting a property of the same object does not reassign the export", async () => {
  const { exports, run } = await loaded("const a = {}; const change = () => { a.b = 1; }; export { a, change };");
  run();
  expect(isGetter(exports, "a")).toBe(false);
});

test("a re-export is read from its own module", async () => {
  const other = { value: 1 };
  const { exports, run } = await loaded('export { value } from "other";', { other });
  run();
  other.value = 2;
  expect(exports.value).toBe(2);
});

test("functions exist for a module that is loaded meanwhile", async () => {
  let seen: unknown;
  const required = {
    get other() {
      seen = typeof exports.early;
      return {};
    },
  };
  const { exports, run } = await loaded('import "other"; export function early() {}', required);
  run();
  expect(seen).toBe("function");
});

test("a module that exports nothing, and the helpers of one that uses them, stay", async () => {
  expect(plainExports('"use strict";run();')).toBe('"use strict";run();');
  const { text } = await loaded('import all from "other"; export const value = all;');
  expect(text).toContain("__toESM=");
});
