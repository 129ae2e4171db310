import { expect, test } from "vitest";
import { symbolsIn } from "./symbols-in.fixture.ts";

test.each([
  [
    "a class",
    "class Box : public Base {\n  int p;\n  void hidden();\npublic:\n  explicit Box(int t) : p(t) {}\n  ~Box();\n  int get() const;\n  virtual void f() = 0;\n  Box &self();\n  int field;\nprivate:\n  void secret();\n};",
    [
      "class Box : public Base",
      "  explicit Box(int t)",
      "  ~Box()",
      "  int get() const",
      "  virtual void f() = 0",
      "  Box &self()",
    ],
  ],
  ["a struct", "struct S { void m(); private: void q(); };", ["struct S", "  void m()"]],
  [
    "namespaces and templates",
    "namespace ns {\ntemplate <typename T> class Q { public: T get(); };\ninline int g() { return 1; }\nint Box::out(int q) const { return q; }\nusing Alias = int;\n}",
    ["class Q", "  T get()", "inline int g()", "int Box::out(int q) const", "using Alias = int"],
  ],
  ["extern C", 'extern "C" { void c_api(void); }', ["void c_api(void)"]],
])("%s", async (_, text, symbols) => expect(await symbolsIn("a.cpp", text)).toEqual(symbols));
