import { expect, test } from "vitest";
import { symbolsIn } from "./symbols-in.fixture.ts";

test.each([
  [
    "functions",
    "export function f(a, b = 1) { return a }\nexport async function* g() {}",
    ["function f(a, b = 1)", "async function* g()"],
  ],
  [
    "functions in constants",
    "export const f = async (a) => a, g = function (b) {};",
    ["const f = async (a)", "const g = function (b)"],
  ],
  [
    "constants without values",
    'export const KEY = "secret", { p, q } = z;\nexport let n = 1;',
    ["const KEY", "const { p, q }", "const n"],
  ],
  [
    "a class",
    "export class A extends B {\n  #x = 1;\n  constructor(a) { super() }\n  static async s() {}\n  #p() {}\n  _q() {}\n  get v() { return 1 }\n}",
    ["class A extends B", "  constructor(a)", "  static async s()", "  get v()"],
  ],
  ["a default", "export default function (a) {}", ["default function (a)"]],
  ["passed on", 'export { a, b } from "./x";\nexport * from "./y";', ['{ a, b } from "./x"', '* from "./y"']],
  ["what is not exported", "function f() {}\nexport const g = 1;", ["const g"]],
  [
    "CommonJS",
    "function f(a) {}\nclass C { m() {} }\nmodule.exports = { f, C };\nexports.g = function (b) {};\nexports.h = 3;",
    ["function f(a)", "class C", "  m()", "module.exports = { f, C }", "exports.g = function (b)", "exports.h"],
  ],
])("%s", async (_, text, symbols) => expect(await symbolsIn("a.js", text)).toEqual(symbols));
