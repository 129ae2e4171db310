import { expect, test } from "vitest";
import { symbolsIn } from "./symbols-in.fixture.ts";

test.each([
  ["functions", "package a\nfunc F(a int) (int, error) { return 1, nil }\nfunc f() {}", ["func F(a int) (int, error)"]],
  ["methods", "package a\nfunc (s *S[T]) M() {}\nfunc (s *hidden) M() {}\nfunc (s S) m() {}", ["func (s *S[T]) M()"]],
  [
    "types",
    "package a\ntype S struct {\n\tA int\n}\ntype (\n\tB int\n\tC interface{ M() }\n\tD = int\n\te int\n)",
    ["type S struct { A int }", "type B int", "type C interface{ M() }", "type D = int"],
  ],
  [
    "constants",
    'package a\nconst X = "secret"\nconst (\n\tY int = 2\n\tz = 3\n)\nvar V, w int',
    ["const X", "const Y int", "var V, w int"],
  ],
])("%s", async (_, text, symbols) => expect(await symbolsIn("a.go", text)).toEqual(symbols));
