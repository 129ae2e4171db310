import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { languageOf } from "./languages/languages.ts";
import { rankFiles, type ScannedFile } from "./rank.ts";
import { scanText } from "./scan.ts";

const file = ([path, text]: readonly [string, string]): ScannedFile => {
  const language = languageOf(path);
  if (language === null) throw new Error(path);
  return { path, language, names: scanText(text, language) };
};
const ranked = (texts: Readonly<Record<string, string>>) =>
  rankFiles(Object.entries(texts).map(file)).map(({ path }) => path);

describe("files that others depend on", () => {
  test("come before those that depend on them", () => {
    expect(
      ranked({
        "src/a.py": "from store import open_it\nopen_it()",
        "src/b.py": "from store import open_it\nopen_it()",
        "src/store.py": "from keys import Key\ndef open_it(): pass",
        "src/zero.py": "import a",
      })[0],
    ).toBe("src/store.py");
  });

  test("pass their weight on to what they depend on", () => {
    const texts = { "a.py": "import hub", "b.py": "import hub", "hub.py": "import base", "base.py": "", "c.py": "" };
    expect(ranked(texts)).toEqual(["base.py", "hub.py", "a.py", "b.py", "c.py"]);
  });

  test("are found by their folder if its name is imported", () => {
    expect(ranked({ "app/store/__init__.py": "", "app/a.py": "from app import store" })[0]).toBe(
      "app/store/__init__.py",
    );
  });

  test("are in the same language family", () => {
    expect(ranked({ "a.py": "import store", "store.rs": "", "b.py": "" })).toEqual(["a.py", "b.py", "store.rs"]);
  });

  test("do not exist if everybody defines the name", () => {
    const all = Array.from({ length: 20 }, (_, index): [string, string] => [
      `m${index}.py`,
      "def main(): pass\nmain()",
    ]);
    expect(ranked(Object.fromEntries(all))).toEqual(all.map(([path]) => path).sort());
  });
});

test("ties are sorted by path, and the order of the given files makes no difference", () => {
  const names = fc.constantFrom("alpha", "beta", "gamma", "delta");
  const texts = fc.dictionary(
    fc.stringMatching(/^[a-zä😀]{1,3}\.py$/u),
    fc.tuple(names, names).map(([defined, used]) => `def ${defined}(): ${used}()`),
  );
  fc.assert(
    fc.property(texts, fc.infiniteStream(fc.nat()), (byPath, keys) => {
      const files = Object.entries(byPath).map(file);
      const shuffled = files
        .map((each) => ({ each, key: keys.next().value ?? 0 }))
        .sort((a, b) => a.key - b.key)
        .map(({ each }) => each);
      expect(rankFiles(shuffled)).toEqual(rankFiles(files));
    }),
  );
});
