import { expect, test } from "vitest";
import { reachedTexts, runsFile } from "./run-files.ts";

const manifest = (scripts: object) => JSON.stringify({ scripts });
const ROOT = { folder: "", text: "" };

/** What a command and files run. */
const runs = (path: string, command: string, files: Readonly<Record<string, string>> = {}) => {
  const commands = [{ ...ROOT, text: command }];
  return runsFile(path, [...commands, ...reachedTexts(commands, new Map(Object.entries(files)))]);
};

test.each<[path: string, command: string, runs: boolean]>([
  ["qa/all.js", "node qa/all.js", true],
  ["qa/all.js", "node --no-warnings -r ./a.js ./qa/all.js --quick", true],
  ["qa/all.py", "python3.12 -B qa/all.py", true],
  ["qa/all.ts", "npx tsx 'qa/all.ts'", true],
  ["qa/all", "./qa/all", true],
  ["qa/all", "A=1 qa/all", true],
  ["qa/all", "timeout 60 ./qa/all && true", true],
  ["qa/all.js", 'bash -c "cd qa && node all.js"', true],
  ["qa/all.js", 'node "$ROOT/qa/all.js"', true],
  ["qa/all.js", 'node "$(dirname "$0")/qa/all.js"', true],
  ["qa/all.sh", "sh -e qa/all.sh | cat", true],
  ["qa/all.js", "node --test qa/all.js", false],
  ["qa/all.js", "node --check qa/all.js", false],
  ["qa/all.sh", "bash -n qa/all.sh", false],
  ["qa/all.py", "python -m pytest qa/all.py", false],
  ["qa/all.js", "node qa/all.js.map", false],
  ["all.js", "node qa/all.js", false],
  ["qa/all.js", "eslint ./qa/all.js", false],
  ["qa/all.js", "node src/cli.js qa/all.js", false],
])("%s by %j", (path, command, expected) => expect(runs(path, command)).toBe(expected));

const SCRIPTS = {
  "package.json": manifest({
    ...{ test: "npm run -s qa", posttest: "node qa/post.js", qa: "sh ci/qa.sh", start: "node src/cli.js" },
  }),
  "ci/qa.sh": "set -e\nmake check\n",
  Makefile: "# checks\nPY := python3\nall: build\nbuild:\n\tnode build.js\ncheck: each\neach:\n\t@$(PY) qa/each.py\n",
  "sub/package.json": manifest({ test: "node qa/sub.js" }),
};

test.each<[path: string, command: string, runs: boolean]>([
  ["qa/each.py", "npm test", true],
  ["qa/post.js", "npm test", true],
  ["ci/qa.sh", "npm test", true],
  ["sub/qa/sub.js", "npm test --workspaces", true],
  ["src/cli.js", "npm test", false],
  ["build.js", "npm test", false],
  ["src/cli.js", "npm start", true],
  ["build.js", "make", true],
  ["build.js", "make -C sub check", false],
  ["qa/each.py", "make", false],
  ["qa/each.py", "pytest -q", false],
])("%s by what %j calls", (path, command, expected) => expect(runs(path, command, SCRIPTS)).toBe(expected));
