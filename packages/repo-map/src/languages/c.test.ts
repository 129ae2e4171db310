import { expect, test } from "vitest";
import { symbolsIn } from "./symbols-in.fixture.ts";

test.each([
  [
    "functions",
    "int add(int a, int b) { return a + b; }\nstatic int hidden(void) { return 1; }\nconst char *name_of(const struct node *n) { return 0; }",
    ["int add(int a, int b)", "const char *name_of(const struct node *n)"],
  ],
  [
    "a header's prototypes",
    "#ifndef A_H\n#define A_H\nint add(int a, int b);\nchar *text(void);\nextern int counter;\n#endif",
    ["int add(int a, int b)", "char *text(void)"],
  ],
  [
    "types",
    "typedef struct point { int x; } point_t;\nstruct node { int v; };\nenum color { RED, BLUE };\ntypedef int (*callback)(int);",
    [
      "typedef struct point { int x; } point_t",
      "struct node",
      "enum color { RED, BLUE }",
      "typedef int (*callback)(int)",
    ],
  ],
  ["what is there for each platform", "#ifdef A\nint f(int a);\n#else\nint f(int a);\n#endif", ["int f(int a)"]],
  ["macros that take arguments", "#define MAX(a, b) ((a) > (b) ? (a) : (b))\n#define LIMIT 3", ["#define MAX(a, b)"]],
])("%s", async (_, text, symbols) => expect(await symbolsIn("a.h", text)).toEqual(symbols));
