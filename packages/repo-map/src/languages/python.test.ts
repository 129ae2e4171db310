import { expect, test } from "vitest";
import { symbolsIn } from "./symbols-in.fixture.ts";

test.each([
  ["a function", "def run(a, *, b: int = 3) -> int:\n    return a", ["def run(a, *, b: int = 3) -> int"]],
  ["an async one", "async def run():\n    pass", ["async def run()"]],
  ["over several lines", "def run(\n    a: int,\n    b: str,\n):\n    pass", ["def run(a: int, b: str)"]],
  ["a decorated one", "@cache\ndef run(): pass", ["def run()"]],
  ["a private one", "def _run(): pass\n_LIMIT = 1", []],
  [
    "a class",
    'class A(B, metaclass=M):\n    """doc"""\n    def __init__(self, x): pass\n    @property\n    def p(self) -> int: return 1\n    def _q(self): pass\n    def __repr__(self): pass',
    ["class A(B, metaclass=M)", "  def __init__(self, x)", "  def p(self) -> int"],
  ],
  ["constants without values", 'LIMIT = 3\nname: str = "x"\nlocal = 3\na.b = 3', ["LIMIT", "name: str"]],
  ["a long default", 'def f(key="0123456789abcdefghij"): pass', ['def f(key="…")']],
  ["what is inside a function", "def f():\n    def g(): pass\n    class C: pass", ["def f()"]],
  ["a text with errors", "def f(:\n  pass\n\ndef g(a):\n    pass\n", ["def f(", "def g(a)"]],
])("%s", async (_, text, symbols) => expect(await symbolsIn("a.py", text)).toEqual(symbols));
