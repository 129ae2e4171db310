import { splitCommand } from "@llmch/text";
import { expect, test } from "vitest";
import { cannotFail } from "./certain-success.ts";

const judged = (command: string): boolean => {
  const words = splitCommand(command);
  if (!words.ok) throw new Error(words.issues[0]);
  return cannotFail(words.value);
};

test.each([
  "true",
  ":",
  "/bin/true",
  "echo all is well",
  "printf %s ok",
  "python -c \"print('ok')\"",
  "python3 -c \"print('a', 1); pass\"",
  "python -c 'assert True'",
  "python -c pass",
  "node -e \"console.log('ok')\"",
  "node --input-type=module -e 'console.log(\"ok\"); process.exit(0)'",
  "node -e ''",
  "bash -c true",
  "bash -c 'exit 0'",
  "sh -c 'echo ok'",
  "bash -c 'node a.js || true'",
  "bash -c 'node a.js && node b.js || echo broken'",
  "bash -c 'node a.js; true'",
  "bash -c 'node a.js; echo done;'",
  "bash -lc 'node a.js\nexit 0'",
])("%s cannot fail", (command) => {
  expect(judged(command)).toBe(true);
});

test.each([
  "",
  "false",
  "test -f a.txt",
  "grep -q x a.txt",
  "node a.js",
  "python -c 'import a'",
  "python -c 'print(a)'",
  "python -c 'print(1 / 0)'",
  "python -c \"print(f'{a}')\"",
  "python -c \"print('a;b')\"",
  "python -c 'assert 1 == 2'",
  "python -c",
  "python a.py",
  "node -e \"console.log(require('./a.js'))\"",
  "node -e 'process.exit(1)'",
  "node -r ./a.js -e 'process.exit(0)'",
  "node --import ./a.js -e ''",
  "bash -n a.sh",
  "bash -c 'node a.js'",
  "bash -c 'node a.js && echo ok'",
  "bash -c 'node a.js | true'",
  "bash -c 'set -e; node a.js; echo ok'",
  "bash -c 'test -f a || exit 1; echo ok'",
  "bash -ec 'node a.js; echo ok'",
  "bash -c 'echo $(node a.js)'",
  "bash -c 'echo ok > /a/b'",
  "bash -c \"grep -q 'x; true' a.txt\"",
  "bash -c \"grep -q 'x || true'\"",
  "bash -c 'node a.js || false'",
  "bash -c 'if node a.js; then false; fi'",
  "bash -c",
  "echo 1 | node a.js",
  "echo a && node a.js",
])("%s may fail, or belongs to another rule", (command) => {
  expect(judged(command)).toBe(false);
});
