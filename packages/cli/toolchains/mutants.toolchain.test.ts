import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { repoPath } from "@llmch/contract";
import { judgeMutants, mutantsOf } from "@llmch/strength";
import { createSyntaxParser } from "@llmch/syntax/code";
import { writeFiles } from "@llmch/testkit";
import { describe, expect, type TestTags, test } from "vitest";

/** A program with a price that is lower above ten pieces, tested on either side of the boundary but not at it. */
interface Program {
  readonly needs: TestTags["tags"][];
  readonly path: string;
  readonly code: string;
  /** Its tests, and what else they need. */
  readonly others: Readonly<Record<string, string>>;
  readonly check: string;
  /** What a compiler refuses. */
  readonly unviable: readonly string[];
}

const TSC = join(dirname(dirname(import.meta.dirname)), "../node_modules/.bin/tsc");

const PROGRAMS: readonly Program[] = [
  {
    needs: ["python3"],
    path: "price.py",
    code: "def price(n):\n    if n > 10:\n        return n * 9\n    return n * 10\n",
    others: {
      "test_price.py":
        "import unittest\nfrom price import price\nclass Test(unittest.TestCase):\n    def test(self):\n        self.assertEqual([price(1), price(20)], [10, 180])\n",
    },
    check: "python3 -m unittest -q",
    unviable: [],
  },
  {
    needs: [],
    path: "price.js",
    code: "exports.price = (n) => {\n  if (n > 10) return n * 9;\n  return n * 10;\n};\n",
    others: {
      "price.test.js": "require('node:assert').deepEqual([1, 20].map(require('./price.js').price), [10, 180]);\n",
    },
    check: "node price.test.js",
    unviable: [],
  },
  {
    needs: [],
    path: "price.ts",
    code: "export const price = (n: number): number => {\n  let lower: number;\n  lower = n * 9;\n  if (n > 10) return lower;\n  return n * 10;\n};\n",
    others: {
      "price.test.ts":
        "import { price } from './price.ts';\nif (price(1) !== 10 || price(20) !== 180) throw new Error('wrong');\n",
      "tsconfig.json":
        '{"compilerOptions":{"strict":true,"module":"nodenext","rewriteRelativeImportExtensions":true,"outDir":"out","types":[]}}',
      "package.json": '{"type":"module"}',
    },
    check: `${TSC} && node out/price.test.js`,
    unviable: [";"],
  },
  {
    needs: ["go"],
    path: "price.go",
    code: 'package price\n\nimport "fmt"\n\nfunc Price(n int) int {\n\tfmt.Print("")\n\tif n > 10 {\n\t\treturn n * 9\n\t}\n\treturn n * 10\n}\n',
    others: {
      "go.mod": "module price\n",
      "price_test.go":
        'package price\n\nimport "testing"\n\nfunc TestPrice(t *testing.T) {\n\tif Price(1) != 10 || Price(20) != 180 {\n\t\tt.Fatal("wrong")\n\t}\n}\n',
    },
    check: "go test ./...",
    unviable: [""],
  },
  {
    needs: ["rustc"],
    path: "price.rs",
    code: "pub fn price(n: u32) -> u32 {\n    if n > 10 {\n        return *one(&(n * 9));\n    }\n    n * 10\n}\nfn one(n: &u32) -> &u32 {\n    n\n}\n",
    others: {
      "main.rs":
        '#[path = "price.rs"]\nmod price;\nfn main() {\n    assert_eq!([price::price(1), price::price(20)], [10, 180]);\n}\n',
    },
    check: "rustc --edition 2021 main.rs -o price && ./price",
    unviable: ["return Default::default(); n"],
  },
  {
    needs: ["javac"],
    path: "Price.java",
    code: "class Price {\n  final int rate;\n  Price() {\n    this.rate = 9;\n  }\n  int of(int n) {\n    if (n > 10) return n * rate;\n    return n * 10;\n  }\n}\n",
    others: {
      "Main.java":
        "class Main {\n  public static void main(String[] args) {\n    if (new Price().of(1) != 10 || new Price().of(20) != 180) System.exit(1);\n  }\n}\n",
    },
    check: "javac -d out Price.java Main.java && java -cp out Main",
    unviable: [";"],
  },
  {
    needs: ["cc"],
    path: "price.c",
    code: "struct price { int of; };\nstruct price price(int n) {\n  struct price p = {n};\n  if (n > 10) return (p.of = p.of * 9, p);\n  p.of = p.of * 10;\n  return p;\n}\n",
    others: {
      "main.c":
        "struct price { int of; };\nstruct price price(int n);\nint main(void) { return price(1).of != 10 || price(20).of != 180; }\n",
    },
    check: "cc -o price price.c main.c && ./price",
    unviable: ["return 0; struct price p = {n};"],
  },
];

const parse = createSyntaxParser();

for (const { needs, path: name, code, others, check, unviable } of PROGRAMS)
  describe(name, { tags: needs }, () => {
    test("its tests catch all mutants but those at the boundary, and a compiler's refusals do not count", async () => {
      const folder = mkdtempSync(join(tmpdir(), "llmch-mutants-"));
      const path = repoPath(name);
      if (path === null) throw new Error(name);
      writeFiles(folder, { ...others, [name]: code });
      try {
        const all = await mutantsOf({ path, before: null, after: code }, parse);
        expect(all.length).toBeGreaterThan(7);
        // Each costs a build.
        const mutants = all.filter(
          ({ kind, after }) =>
            kind === "put_back" ||
            kind === "comparison" ||
            /n > 11/.test(after ?? "") ||
            unviable.includes(after?.trim() ?? ""),
        );
        const judged = await judgeMutants({
          benches: [
            {
              put: async ([mutant]) => {
                const text = mutant === undefined ? code : mutant.text;
                if (text === null) rmSync(join(folder, name));
                else writeFileSync(join(folder, name), text);
              },
              run: async ({ display }, timeout) => {
                const env = { ...process.env, PYTHONDONTWRITEBYTECODE: "1" };
                const options = { cwd: folder, env, encoding: "utf8", timeout: timeout ?? 600_000 } as const;
                const started = performance.now();
                const { status, stdout, stderr, error } = spawnSync("sh", ["-c", display], options);
                const output = `${stdout}${stderr}`;
                const ending = error !== undefined ? "timed_out" : status === 0 ? "passed" : "failed";
                return { ending, output, durationMs: performance.now() - started };
              },
            },
          ],
          checks: [{ display: check, argv: [], folder: null, paths: null }],
          mutants,
          signal: new AbortController().signal,
          onJudged: () => {},
        });
        expect(judged).toMatchObject({ leftOut: [], isMeasured: true });
        const told = (verdict: string) =>
          mutants.flatMap(({ after, kind }, at) => (judged?.verdicts[at] === verdict ? [after?.trim() ?? kind] : []));
        expect(told("unviable")).toEqual(unviable);
        expect(told("survived")).toEqual([expect.stringContaining("n >= 10"), expect.stringContaining("n > 11")]);
        expect(told("killed")).toEqual(["put_back", expect.stringContaining("n <= 10")]);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  });
