import { describe, expect, test } from "vitest";
import { exemptVerification, type TreeFacts, verificationOf } from "./verification.ts";

const tree = (files: string, texts: Partial<TreeFacts> = {}): TreeFacts => ({
  files: files.split(" ").filter((path) => path !== ""),
  packageJson: null,
  makefile: null,
  ...texts,
});
const commandsOf = (facts: TreeFacts): readonly string[] =>
  verificationOf(facts).commands.map(({ argv }) => argv.join(" "));
const withScript = (test: unknown): Partial<TreeFacts> => ({ packageJson: JSON.stringify({ scripts: { test } }) });

const COMPILE_ALL = "python -m compileall -q .";
const PYTHON = [COMPILE_ALL, "python -m pip --version", "python -m pytest -q"];

describe("a tree is verified by", () => {
  test.each<[string, TreeFacts, readonly string[]]>([
    ["its own script", tree("scripts/verify.sh"), ["bash scripts/verify.sh"]],
    ["its own script, whatever else is there", tree("scripts/verify.sh pyproject.toml"), ["bash scripts/verify.sh"]],
    ["no script elsewhere", tree("verify.sh tools/scripts/verify.sh"), []],
    ["pytest: pyproject.toml", tree("pyproject.toml"), PYTHON],
    ["pytest: setup.py", tree("setup.py src/a.py"), PYTHON],
    ["pytest: setup.cfg", tree("setup.cfg"), PYTHON],
    ["pytest: pytest.ini", tree("pytest.ini"), PYTHON],
    ["pytest: tox.ini", tree("tox.ini"), PYTHON],
    ["pytest: requirements.txt beside Python files", tree("requirements.txt app/a.py"), PYTHON],
    ["pytest: Python files alone", tree("app/a.py README.md"), PYTHON],
    ["nothing: requirements.txt alone", tree("requirements.txt"), []],
    ["npm test", tree("package.json", withScript("node --test")), ["npm test"]],
    ["pnpm test", tree("package.json pnpm-lock.yaml", withScript("vitest run")), ["pnpm test"]],
    ["yarn test", tree("package.json yarn.lock", withScript("jest")), ["yarn test"]],
    ["npm test, though a Python file helps", tree("package.json tools/a.py", withScript("jest")), ["npm test"]],
    ["nothing: npm's placeholder", tree("package.json", withScript('echo "Error: no test specified" && exit 1')), []],
    ["nothing: an empty test script", tree("package.json", withScript(" ")), []],
    ["nothing: a test script that is none", tree("package.json", withScript(["jest"])), []],
    ["nothing: a package.json without scripts", tree("package.json", { packageJson: '{"name": "x"}' }), []],
    ["nothing: a broken package.json", tree("package.json", { packageJson: '{"scripts": {' }), []],
    [
      "nothing: an inherited name",
      tree("package.json", { packageJson: '{"scripts": {"__proto__": {"test": "x"}}}' }),
      [],
    ],
    ["cargo", tree("Cargo.toml src/main.rs"), ["cargo test"]],
    ["go", tree("go.mod main.go"), ["go test ./..."]],
    ["Maven", tree("pom.xml"), ["mvn -q -B test"]],
    ["Maven's wrapper", tree("pom.xml mvnw"), ["sh mvnw -q -B test"]],
    ["Gradle", tree("build.gradle"), ["gradle test"]],
    ["Gradle's wrapper", tree("build.gradle.kts gradlew"), ["sh gradlew test"]],
    ["Swift", tree("Package.swift"), ["swift test"]],
    ["Mix", tree("mix.exs"), ["mix test"]],
    ["make test", tree("Makefile", { makefile: "all: x\n\ntest: all\n\t./t\n" }), ["make test"]],
    ["make check", tree("Makefile", { makefile: "check :\n\t./t\n" }), ["make check"]],
    ["make test before check", tree("Makefile", { makefile: "check:\ntest:\n" }), ["make test"]],
    ["nothing: a variable named test", tree("Makefile", { makefile: "test := 1\nlatest: x\n\ttest: y\n" }), []],
    ["node --test: x.test.js", tree("src/x.test.js"), ["node --test"]],
    ["node --test: x-test.mjs", tree("x-test.mjs"), ["node --test"]],
    ["node --test: x_test.cjs", tree("x_test.cjs"), ["node --test"]],
    ["node --test: test.js", tree("lib/test.js"), ["node --test"]],
    ["node --test: test-x.js", tree("lib/test-x.js"), ["node --test"]],
    ["node --test: a file in test/", tree("test/x.js"), ["node --test"]],
    ["node --test: a file deep in test/", tree("lib/test/unit/x.mjs"), ["node --test"]],
    ["nothing: names that only hold test", tree("latest.js contest/x.js testing-x.js test.ts"), []],
    [
      "nothing: a manifest that is not at the root",
      tree("app/Cargo.toml app/package.json", withScript("x")),
      ["npm test"],
    ],
    ["nothing: an empty tree", tree(""), []],
  ])("%s", (_, facts, commands) => {
    expect(commandsOf(facts)).toEqual(commands);
  });

  test("what it says why", () => {
    expect(verificationOf(tree("go.mod")).reason).toBe("a Go module");
    expect(verificationOf(tree("")).reason).toBe("the tree does not say how it is verified");
  });

  test("pytest that may find no tests", () => {
    const [compileAll, pip, pytest] = verificationOf(tree("a.py")).commands;
    expect([compileAll?.passes, pip?.passes]).toEqual([{}, {}]);
    expect(pytest?.passes).toEqual({ 5: "pytest collected no tests" });
  });
});

describe("an exempt order is verified by", () => {
  test.each<[string, TreeFacts, readonly string[]]>([
    ["a syntax check in a Python tree", tree("a.py"), [COMPILE_ALL]],
    ["a syntax check, though a script is there", tree("a.py scripts/verify.sh"), [COMPILE_ALL]],
    ["nothing in a Node tree", tree("package.json", withScript("jest")), []],
    ["nothing where there is a script alone", tree("scripts/verify.sh"), []],
    ["nothing in an empty tree", tree(""), []],
  ])("%s", (_, facts, commands) => {
    const { commands: exempt, reason } = exemptVerification(facts);
    expect(exempt.map(({ argv }) => argv.join(" "))).toEqual(commands);
    expect(reason).toMatch(/^verify-exempt/);
  });
});
