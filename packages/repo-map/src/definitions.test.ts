import { expect, test } from "vitest";
import { outlineOf } from "./definitions.ts";
import { parseText } from "./parser.fixture.ts";

/** An outline as lines: `kind container.name first-last@line`, counted from 1. */
const outlined = async (path: string, text: string): Promise<readonly string[]> => {
  const outline = await outlineOf(path, text, parseText);
  return [
    ...(outline?.imports ?? []).map(({ first, last }) => `import ${first + 1}-${last + 1}`),
    ...(outline?.definitions ?? []).map(
      ({ kind, name, container, first, last, line }) =>
        `${kind} ${[...container, name].join(".")} ${first + 1}-${last + 1}@${line + 1}`,
    ),
  ];
};

test("Python: decorators and comments belong to the definition below them", async () => {
  const text = `import os
from a import (
    b,
)

if TYPE_CHECKING:
    from c import d

LIMIT = 1


# What it is.
@final
class Option(Parameter):
    """Doc."""

    kind = 1

    def __init__(self, a):
        super().__init__(a)

    @property
    def value(self):
        def inner():
            pass
        return inner

    class Meta:
        pass


try:
    def late(): pass
except E:
    pass
`;
  expect(await outlined("a.py", text)).toEqual([
    "import 1-1",
    "import 2-4",
    "import 7-7",
    "value LIMIT 9-9@9",
    "type Option 12-29@14",
    "constructor Option.__init__ 19-20@19",
    "function Option.value 22-26@23",
    "type Option.Meta 28-29@28",
    "function late 33-33@33",
  ]);
});

test("TypeScript: exports, function fields, prototypes, and tests by their descriptions", async () => {
  const text = `import a from "b";
/** Doc. */
export class A extends B {
  private x = 1;
  handle = () => {
    return 2;
  };
  constructor(a: string) {
    super();
  }
  get y(): number { return 1; }
}
export const f = async (a: string) => {
  return a;
};
const limit = 3;
export interface I { a: string }
export default function main() {}
Foo.prototype.bar = function () {};
exports.baz = () => {};
describe("a cart", () => {
  it("adds", () => {});
});
namespace N { export function w() {} }
`;
  expect(await outlined("a.ts", text)).toEqual([
    "import 1-1",
    "type A 2-12@3",
    "function A.handle 5-7@5",
    "constructor A.constructor 8-10@8",
    "function A.y 11-11@11",
    "function f 13-15@13",
    "value limit 16-16@16",
    "type I 17-17@17",
    "function main 18-18@18",
    "function Foo.bar 19-19@19",
    "function baz 20-20@20",
    "function a cart 21-23@21",
    "type N 24-24@24",
    "function N.w 24-24@24",
  ]);
});

test("a long function is reported with its inner functions", async () => {
  const lines = Array.from({ length: 50 }, (_, index) => `  use(${index});`).join("\n");
  const text = `function main() {\n${lines}\n  function inner() {\n${lines}\n  }\n  const g = () => 1;\n  const v = 1;\n}\n`;
  expect(await outlined("a.js", text)).toEqual([
    "function main 1-106@1",
    "function main.inner 52-103@52",
    "function main.g 104-104@104",
  ]);
});

test("Go: a method is in its receiver's type", async () => {
  const text = `package a

import (
	"fmt"
)

const (
	One = 1
	Two = 2
)

// A set.
type Set[T any] struct {
	items []T
}

// Add adds.
func (s *Set[T]) Add(item T) {
	fmt.Println(item)
}

func NewSet() *Set[int] { return nil }
`;
  expect(await outlined("a.go", text)).toEqual([
    "import 3-5",
    "value One 8-8@8",
    "value Two 9-9@9",
    "type Set 12-15@13",
    "function Set.Add 17-20@18",
    "function NewSet 22-22@22",
  ]);
});

test("Rust: functions of implementations, traits and modules", async () => {
  const text = `use a::b;

/// Doc.
#[derive(Debug)]
pub struct P<T> { x: T }

impl<T> P<T> {
    pub fn new() -> Self { P }
    fn len(&self) -> u8 {
        1
    }
}

impl Tr for P<u8> { fn m(&self) {} }

mod inner {
    pub fn q() {}
}
`;
  expect(await outlined("a.rs", text)).toEqual([
    "import 1-1",
    "type P 3-5@5",
    "type P 7-12@7",
    "constructor P.new 8-8@8",
    "function P.len 9-11@9",
    "type P 14-14@14",
    "function P.m 14-14@14",
    "type inner 16-18@16",
    "function inner.q 17-17@17",
  ]);
});

test("Java: constructors, methods, and nested types", async () => {
  const text = `package a;
import b.c;

/** Doc. */
@Entity
public class Cart<T> extends Base {
  private int x;

  public Cart(int x) { this.x = x; }

  @Override
  public void add(T item) {
    x++;
  }

  enum Kind { A; void q() {} }
}
`;
  expect(await outlined("A.java", text)).toEqual([
    "import 1-1",
    "import 2-2",
    "type Cart 4-17@6",
    "constructor Cart.Cart 9-9@9",
    "function Cart.add 11-14@12",
    "type Cart.Kind 16-16@16",
    "function Cart.Kind.q 16-16@16",
  ]);
});

test("C++: classes, and methods defined outside them", async () => {
  const text = `#include <a>
namespace n {
class Cart : Base {
 public:
  Cart();
  int size() const { return 1; }
};
}  // namespace n

n::Cart::Cart() : x(1) {}

int n::Cart::total(int a) {
  return a;
}

template <class T>
T *make() { return nullptr; }

#define MAX(a, b) ((a) > (b) ? (a) : (b))
`;
  expect(await outlined("a.cc", text)).toEqual([
    "import 1-1",
    "type Cart 3-7@3",
    "function Cart.size 6-6@6",
    "constructor n.Cart.Cart 10-10@10",
    "function n.Cart.total 12-14@12",
    "function make 16-17@17",
    "function MAX 19-19@19",
  ]);
});

test("a text without a grammar or a definition has no outline", async () => {
  expect(await outlineOf("a.txt", "def f(): pass", parseText)).toBeNull();
  expect(await outlineOf("a.py", "# nothing\n", parseText)).toBeNull();
  expect(await outlineOf("a.py", "def f(): pass", async () => null)).toBeNull();
  expect(await outlineOf("a.py", "class A: pass\n".repeat(5_001), parseText)).toBeNull();
});

test("a text with errors has an outline of its readable parts", async () => {
  expect(await outlined("a.py", "def f(:\n  pass\n\ndef g(a):\n    pass\n")).toContain("function g 4-5@4");
});
