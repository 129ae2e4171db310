import { splitCommand } from "@llmch/text";
import { expect, test } from "vitest";
import { shellTexts } from "./shell-text.ts";

const found = (command: string): readonly string[] => {
  const words = splitCommand(command);
  if (!words.ok) throw new Error(words.issues[0]);
  return shellTexts(words.value);
};

test.each<[string, readonly string[]]>([
  ["node a.js;node b.js", ["a.js;node"]],
  ["node a.js; node b.js", ["a.js;"]],
  ["node a.js&&node b.js", ["a.js&&node"]],
  ["cat a.txt |grep x", ["|grep"]],
  ["cat a.txt| grep x", ["a.txt|"]],
  ["node server.js &", ["&"]],
  ["node server.js&", ["server.js&"]],
  ["node a.js 2>&1", ["2>&1"]],
  ["node a.js >out.txt 2>/dev/null &>log <in", [">out.txt", "2>/dev/null", "&>log", "<in"]],
  ["diff <(sort a) b", ["<(sort"]],
  ["node a.js $(cat b.txt)", ["$(cat"]],
  ["node a.js `cat b.txt`", ["`cat", "b.txt`"]],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's or the program's own
  ["node $HOME/a.js ${X}/b --out=$DIR/c", ["$HOME/a.js", "${X}/b", "--out=$DIR/c"]],
  ["X=1 node a.js", ["X=1"]],
  ["X='a b' node a.js", ["X=a b"]],
  ["python -m pytest tests/test_*.py", ["tests/test_*.py"]],
  ["ls *.py src/*", ["*.py", "src/*"]],
  ["grep -q TODO src/*.py", ["src/*.py"]],
  ["grep -rn -e a.*b src/?.py", ["src/?.py"]],
  ["wc -l src/[ab].py", ["src/[ab].py"]],
  ["~/bin/tool ~", ["~/bin/tool", "~"]],
  ["bash -c 'echo $1' $HOME", ["$HOME"]],
  ['test "$(cat a.txt)" = b', ["$(cat a.txt)"]],
  ["[ -n '$X' ]", ["$X"]],
  ["node a.js $X $X", ["$X"]],
])("%s has shell text", (command, expected) => {
  expect(found(command)).toEqual(expected);
});

test.each([
  "node a.js ';' 'b;c' '2>&1' '$HOME' '*.py' '~' '&'",
  "python -c 'import os; print(os.environ[\"HOME\"]); x = 1 > 2'",
  "python -c import\\ os;print(1)",
  "python -c print(1);print(2)",
  "node -e process.exit(1>2)",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's or the program's own
  "node --input-type=module -e \"const x = `a${1}`; if (x !== 'a1') process.exit(1)\"",
  "bash -c 'node a.js 2>&1 | grep -q x && ls *.py; echo $HOME'",
  'sh -c "test $(cat a) = b"',
  "perl -ne print$x;exit a.txt",
  "grep -q ^a.*b$ a.txt",
  "grep -q a;b a.txt",
  "grep -q $HOME a.txt",
  "grep -q <html> a.txt",
  "grep -rq x --include=*.py .",
  "grep -q x --include '*.py' src",
  "egrep -q a|b a.txt",
  "rg -g *.ts x src",
  "sed -n s/a*/b/p a.txt",
  "sed -n $p a.txt",
  "awk {print$NF} a.txt",
  "jq .a[0].b a.json",
  "find . -name *.py",
  "find src -name *.py -newer a.txt",
  "git ls-files --error-unmatch src/*.py",
  "git diff --quiet HEAD~1 -- a.txt",
  "python -m pytest -k a*b.c",
  "python -m pytest tests/test_a.py::test_b[1.5]",
  "python -m unittest discover -s tests -p test_*.py",
  "go test -run Test.* ./...",
  "go test ./...",
  "node --test test/*.test.js",
  "npx prettier --check src/*.ts",
  "pnpm exec eslint src/**/*.ts",
  "expr 2 * 3.5",
  "node calc.js 2 * 3",
  "node calc.js 2*3.5+(1)",
  "curl http://localhost:1/?a=1&b=*.c;d",
  "pip install x>=1.0 y<=2",
  "tool >=3",
  "java -cp out Outer$Inner",
  "node a.js a=1 --x=y:z",
  "env X=1 node a.js",
  "make X=1 all",
  "node a.js a->b x=>y",
  "node a.js user@host a~b HEAD~1 file~",
  "test -f a.txt",
  "[ -f a.txt ]",
  "a | b && c > d",
])("%s has none", (command) => {
  expect(found(command)).toEqual([]);
});
