import { expect, test } from "vitest";
import { comesBeforeTests, isTestCode } from "./test-code.ts";

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

test.each(
  words(`tests/test_a.py src/a.test.ts test/z.test.js a_test.go tests/conftest.py pytest.ini package.json jest.config.js .mocharc.yml
    scripts/verify.sh Makefile go.mod Cargo.toml test/helpers/server.js tests/fixtures/db.py tests/__init__.py src/__mocks__/fs.js
    spec/spec_helper.rb tests/common/mod.rs test/snapshot.js tests/build/a.test.js`),
)("%s is part of the tests", (path) => expect(isTestCode(path)).toBe(true));

test.each(
  words(`src/a.js README.md .github/workflows/ci.yml .husky/pre-commit tests/data/sample.json test/README.md latest/a.js
    src/__snapshots__/a.test.ts.snap tests/__snapshots__/test_a.ambr tests/snapshots/a.py src/snapshots/a.snap.new
    test/expected/a.js tests/output/b.py vite.config.ts.timestamp-1700000000000-abc.mjs package-lock.json`),
)("%s is not", (path) => expect(isTestCode(path)).toBe(false));

test("of what configures tests, what a runner reads first counts if it is new", () => {
  const paths = ["conftest.py", "vitest.config.ts", "vite.config.ts.timestamp-17-a.mjs", "package.json", "test_a.py"];
  expect(paths.filter(comesBeforeTests)).toEqual(["conftest.py", "vitest.config.ts"]);
});
