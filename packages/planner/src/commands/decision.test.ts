import { splitCommand } from "@llmch/text";
import { expect, test } from "vitest";
import { decisionOf } from "./decision.ts";
import type { Decision } from "./inline-decision.ts";

const OWN = ["test/slug.test.js", "tests/test_slug.py", "slug_test.go"];
const STARTS = ["src/main.js", "app/__main__.py", "tool.py"];
const FILES = [...OWN, "src/slug.js", "test/old.test.js", "tests/test_old.py"];
const tests = {
  some: () => true,
  has: (path: string) => OWN.includes(path),
  isFile: (path: string) => FILES.includes(path),
  isStart: (path: string) => STARTS.includes(path),
};

const decided = (command: string, own = tests): Decision => {
  const words = splitCommand(command);
  if (!words.ok) throw new Error(words.issues[0]);
  return decisionOf(
    words.value.map(({ text }) => text),
    own,
  );
};

test.each([
  `node -e "console.log(require('./src/slug.js')('A b'))"`,
  `node --input-type=module -e "import { slug } from './src/slug.js'; console.log(slug('A b'), 'is it')"`,
  `node -p "require('./src/slug.js')('A b')"`,
  `node -e "process.stdout.write(String(require('./src/slug.js')('A b')))"`,
  `python -c "from notes.slug import slug; print(slug('A b'))"`,
  "node src/cli.js --help",
  "node ./src/main.js add Milk",
  "python -m app add Milk",
  "python tool.py",
  "python -m notes --version",
  `bash -c "cd src && node cli.js --help"`,
  `env X=1 timeout 5 node -p "f(1)"`,
])("%s only prints", (command) => expect(decided(command)).toBe("prints"));

test.each([
  "grep -q slug src/slug.js",
  "rg -q slug src",
  "test -f src/slug.js",
  "test ! -e src/old.js",
  "[ -s src/slug.js ]",
  "ls src",
  "cat src/slug.js",
  "find src -name slug.js",
  "node --check src/slug.js",
  "python -m py_compile notes/slug.py",
  "bash -n tool.sh",
  `bash -c "test -f src/slug.js && grep -q slug src/slug.js"`,
  `node -e "if (!require('fs').readFileSync('src/slug.js', 'utf8').includes('slug')) process.exit(1)"`,
  `python -c "assert 'def slug' in open('notes/slug.py').read()"`,
])("%s only looks", (command) => expect(decided(command)).toBe("looks"));

test.each([
  "node --test",
  "node --test test/slug.test.js",
  "node --test --test-reporter=spec ./test/slug.test.js",
  "node test/slug.test.js",
  "npm test",
  "npm run test",
  "npm run test:unit",
  "npx vitest run",
  "npx jest test/slug.test.js",
  "pnpm exec mocha",
  "pytest -q",
  "python -m pytest tests/test_slug.py::test_it -q",
  "python -m unittest discover -s tests",
  "python -m unittest tests.test_slug",
  "python -m unittest tests.test_slug.SlugTest",
  "uv run pytest",
  "go test ./...",
  "cargo test",
  "make test",
  `bash -c "cd . && npm test"`,
])("%s only runs the order's own tests", (command) => {
  expect(decided(command)).toBe("own tests");
  expect(decided(command, { ...tests, some: () => false, has: () => false })).toBe("decides");
});

test.each([
  `node -e "if (require('./src/slug.js')('A b') !== 'a-b') process.exit(1)"`,
  `node -e "process.exit(require('./src/slug.js')('A') === 'a' ? 0 : 1)"`,
  `node -e "process.exitCode = f(1) === 1 ? 0 : 1; console.log(f(1))"`,
  `node -e "const a = require('assert'); a.equal(f(1), 2); console.log('ok')"`,
  `node -e "require('child_process').execFileSync('node', ['src/cli.js'])"`,
  `node -e "require('./test/check.test.js'); console.log(done())"`,
  `node -e "run().then(() => console.log('ok'))"`,
  `node -e "JSON.parse(require('fs').readFileSync('data.json')); console.log('ok')"`,
  `node -e "const s = require('fs').readFileSync('data.json', 'utf8'); if (!s) throw s"`,
  `node -e "const fs = require('fs'); const { slug } = require('./src/slug.js'); if (slug(fs.readFileSync('src/a.js', 'utf8')) !== 'a') throw 1"`,
  `python -c "from notes.slug import slug; assert slug('A b') == 'a-b'"`,
  `python -c "import subprocess; subprocess.run(['x'], check=True); print(done())"`,
  `python -c "import sys; from notes import f; sys.exit(f() != 1)"`,
  `node -e "require('./src/slug.js')"`,
  `python -c "import notes.slug"`,
  "node src/check.js",
  "node src/main.js check a.txt",
  "python -m app --validate",
  "node src/cli.js add Milk",
  "python -m notes add Milk",
  "node --test test/old.test.js",
  "node --test test/slug.test.js test/old.test.js",
  "python -m pytest tests/test_old.py",
  `bash -c "node src/cli.js | grep -q milk"`,
  `bash -c "test "$(node src/cli.js)" = milk"`,
  `bash -c "node src/cli.js > out; diff out want.txt"`,
  "go run ./examples/check",
  "npm run check",
  "tsc --noEmit",
  "ruby -e 'p f(1)'",
  "diff a.txt b.txt",
  "find . -name x -exec node {} +",
  "--help",
])("%s may decide", (command) => expect(decided(command)).toBe("decides"));
