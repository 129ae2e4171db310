import { describe, expect, test } from "vitest";
import type { Tree } from "./place.ts";
import {
  commandInWords,
  exemptVerification,
  NO_CHOICES,
  uncoveredInWords,
  uncoveredProjects,
  type VerifyChoices,
  verificationOf,
} from "./verification.ts";

const tree = (files: string, texts: Tree["texts"] = {}, present: readonly string[] = []): Tree => ({
  files: files.split(" ").filter((path) => path !== ""),
  texts,
  present,
});
const commandsOf = (facts: Tree, choices: Partial<VerifyChoices> = {}): readonly string[] =>
  verificationOf(facts, { ...NO_CHOICES, ...choices }).commands.map(commandInWords);
const withScript = (test: unknown, folder = ""): Tree["texts"] => ({
  [`${folder}package.json`]: JSON.stringify({ scripts: { test } }),
});
const manifest = (json: object): Tree["texts"] => ({ "package.json": JSON.stringify(json) });

const COMPILE_ALL = "python -m compileall -q .";
const PYTHON = [COMPILE_ALL, "python -m pytest -q"];

describe("a tree is verified by", () => {
  test.each<[string, Tree, readonly string[]]>([
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
    ["pytest: scripts in Python alone", tree("scripts/a.py tools/b.py README.md"), PYTHON],
    ["pytest: requirements.txt beside scripts in Python", tree("requirements.txt scripts/a.py"), PYTHON],
    ["pytest: Python beside other files", tree("app/a.py app/static/a.js app/static/b.js run.sh"), PYTHON],
    [
      "pytest: mostly Python, whatever builds the rest",
      tree("Makefile package.json app.py tests/test_app.py static/a.js", { Makefile: "run:\n" }),
      PYTHON,
    ],
    [
      "pytest: requirements.txt beside a package.json",
      tree("requirements.txt package.json app.py static/a.js static/b.js"),
      PYTHON,
    ],
    ...[
      "Makefile src/a.c src/b.c src/c.c tests/conftest.py tests/test_cli.py",
      "Makefile src/a.c src/b.c tests/conftest.py",
      "package.json src/a.js src/b.js tests/test_api.py",
      "package.json src/a.js src/b.js api/api_test.py",
      "package.json manage.py app/models.py app/tests.py static/a.js static/b.js static/c.js static/d.js",
      "package.json app/tests.py static/a.js static/b.js",
      "Makefile app.py test_app.py a.sh b.sh c.sh",
      "Makefile app.py a.sh b.sh c.sh",
    ].map((files): [string, Tree, readonly string[]] => [
      `pytest, whatever builds the rest: ${files}`,
      tree(files, { Makefile: "run:\n" }),
      PYTHON,
    ]),
    [
      "nothing: tests of scripts that help to build C",
      tree("configure.ac docs/conf.py scripts/test_gen.py tools/conftest.py src/a.c"),
      [],
    ],
    ["nothing: requirements.txt alone", tree("requirements.txt"), []],
    ["nothing: scripts in Python that help to build C", tree("configure.ac docs/a.py scripts/b.py src/a.c"), []],
    ["nothing: scripts in Python beside C without a build", tree("src/a.c src/b.c tools/a.py"), []],
    ["nothing: a requirement of scripts that help", tree("requirements.txt Makefile.am docs/conf.py src/a.c"), []],
    ["nothing: a little Python in a project of another build", tree("meson.build gen.py src/a.c src/b.c"), []],
    ["nothing: CI's scripts in Python beside a package.json", tree("package.json .github/a.py src/a.js"), []],
    ["node --test, though a Python file helps", tree("package.json tools/a.py test/x.js"), ["node --test"]],
    ["bats, though a Python file helps", tree("lib/a.bash tools/a.py test/a.bats"), ["bats test"]],
    ["npm test", tree("package.json", withScript("node --test")), ["npm test"]],
    ["pnpm test", tree("package.json pnpm-lock.yaml", withScript("vitest run")), ["pnpm test"]],
    ["yarn test", tree("package.json yarn.lock", withScript("jest")), ["yarn test"]],
    ["npm test, though a Python file helps", tree("package.json tools/a.py", withScript("jest")), ["npm test"]],
    ["nothing: npm's placeholder", tree("package.json", withScript('echo "Error: no test specified" && exit 1')), []],
    ["nothing: an empty test script", tree("package.json", withScript(" ")), []],
    ["nothing: a test script that is none", tree("package.json", withScript(["jest"])), []],
    ["nothing: a package.json without scripts", tree("package.json", { "package.json": '{"name": "x"}' }), []],
    ["nothing: a broken package.json", tree("package.json", { "package.json": '{"scripts": {' }), []],
    [
      "nothing: an inherited name",
      tree("package.json", { "package.json": '{"scripts": {"__proto__": {"test": "x"}}}' }),
      [],
    ],
    ["cargo", tree("Cargo.toml src/main.rs"), ["cargo test"]],
    ["go", tree("go.mod main.go"), ["go test ./..."]],
    ["Maven", tree("pom.xml"), ["mvn -B test"]],
    ["Maven's wrapper", tree("pom.xml mvnw"), ["sh mvnw -B test"]],
    ["Gradle", tree("build.gradle"), ["gradle test"]],
    ["Gradle's wrapper", tree("build.gradle.kts gradlew"), ["sh gradlew test"]],
    ["Swift", tree("Package.swift"), ["swift test"]],
    ["Mix", tree("mix.exs"), ["mix test"]],
    ["make test", tree("Makefile", { Makefile: "all: x\n\ntest: all\n\t./t\n" }), ["make test"]],
    ["make check", tree("Makefile", { Makefile: "check :\n\t./t\n" }), ["make check"]],
    ["make test before check", tree("Makefile", { Makefile: "check:\ntest:\n" }), ["make test"]],
    ["nothing: a variable named test", tree("Makefile", { Makefile: "test := 1\nlatest: x\n\ttest: y\n" }), []],
    ["node --test: x.test.js", tree("src/x.test.js"), ["node --test"]],
    ["node --test: x-test.mjs", tree("x-test.mjs"), ["node --test"]],
    ["node --test: x_test.cjs", tree("x_test.cjs"), ["node --test"]],
    ["node --test: test.js", tree("lib/test.js"), ["node --test"]],
    ["node --test: test-x.js", tree("lib/test-x.js"), ["node --test"]],
    ["node --test: a file in test/", tree("test/x.js"), ["node --test"]],
    ["node --test: a file deep in test/", tree("lib/test/unit/x.mjs"), ["node --test"]],
    ["nothing: names that only hold test", tree("latest.js contest/x.js testing-x.js test.ts"), []],
    [
      "vitest, which no script calls",
      tree("package.json", manifest({ devDependencies: { vitest: "4" } })),
      ["npx --no-install vitest run"],
    ],
    [
      "jest, by pnpm",
      tree("package.json pnpm-lock.yaml", manifest({ devDependencies: { jest: "30" } })),
      ["pnpm exec jest"],
    ],
    [
      "the manager that package.json names",
      tree("package.json", manifest({ packageManager: "pnpm@10.0.0", scripts: { test: "x" } })),
      ["pnpm test"],
    ],
    [
      "node --test, beside a package.json without a script",
      tree("package.json test/x.js", manifest({})),
      ["node --test"],
    ],
    [
      "CMake",
      tree("CMakeLists.txt src/a.c"),
      [
        "cmake -S . -B cmake-build-llmch",
        "cmake --build cmake-build-llmch",
        "ctest --test-dir cmake-build-llmch --output-on-failure",
      ],
    ],
    [
      "CMake, in the folder that the repo ignores",
      tree("CMakeLists.txt", { ".gitignore": "*.o\n/build/\n" }),
      ["cmake -S . -B build", "cmake --build build", "ctest --test-dir build --output-on-failure"],
    ],
    ...["*", "!build", "build.log", "src/build", "[bB]uild"].map((line): [string, Tree, readonly string[]] => [
      `CMake, in a folder of its own, though .gitignore says ${line}`,
      tree("CMakeLists.txt", { ".gitignore": line }),
      [
        "cmake -S . -B cmake-build-llmch",
        "cmake --build cmake-build-llmch",
        "ctest --test-dir cmake-build-llmch --output-on-failure",
      ],
    ]),
    ...["build*/", "/build", "b*d"].map((line): [string, Tree, readonly string[]] => [
      `CMake, in build, where .gitignore says ${line}`,
      tree("CMakeLists.txt", { ".gitignore": line }),
      ["cmake -S . -B build", "cmake --build build", "ctest --test-dir build --output-on-failure"],
    ]),
    ...["enable_testing()", "  include( CTest )", "if(X)\n\tADD_TEST(NAME a COMMAND a)"].map(
      (text): [string, Tree, readonly string[]] => [
        `make test and CMake, which says ${text}`,
        tree("CMakeLists.txt Makefile a.c", {
          "CMakeLists.txt": text,
          Makefile: "# or cmake\ntest: a\n",
          ".gitignore": "build",
        }),
        ["make test", "cmake -S . -B build", "cmake --build build", "ctest --test-dir build --output-on-failure"],
      ],
    ),
    [
      "make test alone, beside a CMake project without tests",
      tree("CMakeLists.txt Makefile", { "CMakeLists.txt": "# enable_testing()\n", Makefile: "test:\n" }),
      ["make test"],
    ],
    [
      "make test alone, where the Makefile starts CMake",
      tree("CMakeLists.txt Makefile", {
        "CMakeLists.txt": "enable_testing()",
        Makefile: "test:\n\tcmake -B o && ctest --test-dir o\n",
      }),
      ["make test"],
    ],
    ["bats", tree("bin/a.sh tests/a.bats"), ["bats tests"]],
    [
      "all of its kinds, in one order",
      tree("package.json go.mod pyproject.toml Cargo.toml", withScript("jest")),
      [...PYTHON, "npm test", "cargo test", "go test ./..."],
    ],
    [
      "make beside another kind, where it builds C",
      tree("package.json Makefile src/a.c", { ...withScript("x"), Makefile: "test:\n" }),
      ["npm test", "make test"],
    ],
    [
      "no make, where another kind is there and no C",
      tree("package.json Makefile", { ...withScript("x"), Makefile: "test:\n" }),
      ["npm test"],
    ],
    [
      "folders with manifests",
      tree("backend/pyproject.toml frontend/package.json README.md", withScript("x", "frontend/")),
      [...PYTHON.map((command) => `${command} (in backend/)`), "npm test (in frontend/)"],
    ],
    [
      "folders two levels down, and none below them",
      tree("apps/api/go.mod apps/api/tools/go.mod apps/a/b/go.mod"),
      ["go test ./... (in apps/api/)"],
    ],
    [
      "the root alone, where it has a manifest",
      tree("go.mod web/package.json", withScript("x", "web/")),
      ["go test ./..."],
    ],
    ["a Makefile before folders", tree("Makefile api/go.mod", { Makefile: "check:\n" }), ["make check"]],
    [
      "the names of files beside folders of another kind",
      tree("app.py client/package.json", withScript("x", "client/")),
      [...PYTHON, "npm test (in client/)"],
    ],
    [
      "no names of files beside folders of the same kind",
      tree("tools/gen.py backend/setup.py"),
      PYTHON.map((command) => `${command} (in backend/)`),
    ],
    [
      "no example",
      tree("examples/a/package.json tests/fixtures/go.mod docs/package.json", withScript("x", "examples/a/")),
      [],
    ],
    ["nothing: an empty tree", tree(""), []],
  ])("%s", (_, facts, commands) => {
    expect(commandsOf(facts)).toEqual(commands);
  });

  test("commands with a reason", () => {
    expect(verificationOf(tree("go.mod")).reason).toBe("a Go module");
    expect(verificationOf(tree("go.mod Cargo.toml")).reason).toBe("a Cargo project; a Go module");
    expect(verificationOf(tree("api/go.mod web/go.mod")).reason).toBe("api: a Go module; web: a Go module");
    expect(verificationOf(tree("")).reason).toBe("the tree does not say how it is verified");
  });

  test.each<[string, string, string]>([
    [
      "Autotools",
      "configure.ac Makefile.am src/a.c scripts/gen.py",
      'Autotools builds it, which llmch starts only if verify.commands says how, such as ["autoreconf -fi","sh configure","make check"]',
    ],
    [
      "Autotools, with its script",
      "configure.ac configure src/a.c",
      'Autotools builds it, which llmch starts only if verify.commands says how, such as ["./configure","make check"]',
    ],
    [
      "Meson",
      "meson.build src/a.c",
      'Meson builds it, which llmch starts only if verify.commands says how, such as ["meson setup build","meson test -C build"]',
    ],
  ])("a reason that names the build which no command is known for: %s", (_, files, reason) => {
    expect(verificationOf(tree(files))).toEqual({ commands: [], reason });
    expect(verificationOf(tree(files), { ...NO_CHOICES, planned: "make check" }).reason).toMatch(/^the plan's/);
  });

  test("only the first of many folders", () => {
    const folders = Array.from({ length: 30 }, (_, index) => `p${String(index).padStart(2, "0")}/go.mod`);
    const { commands, reason } = verificationOf(tree(folders.join(" ")));
    expect(commands).toHaveLength(20);
    expect(reason).toMatch(/p19: a Go module; no more than 20 folders are looked at$/);
  });

  const UNITTEST = "import unittest\n\nclass T(unittest.TestCase):\n    pass\n";
  test.each<[string, string, Tree["texts"], string]>([
    ["unittest", "a.py test_a.py", { "test_a.py": UNITTEST }, "python -m unittest discover"],
    [
      "unittest in a folder",
      "a.py tests/test_a.py",
      { "tests/test_a.py": UNITTEST },
      "python -m unittest discover -s tests",
    ],
    [
      "unittest in a package",
      "a.py tests/__init__.py tests/test_a.py",
      { "tests/test_a.py": UNITTEST },
      "python -m unittest discover -s tests -t .",
    ],
    [
      "unittest by another name",
      "a.py a_test.py",
      { "a_test.py": UNITTEST },
      "python -m unittest discover -p '*_test.py'",
    ],
    ["pytest: a test is a function", "a.py test_a.py", { "test_a.py": "def test_a(): pass\n" }, "python -m pytest -q"],
    [
      "pytest: a test needs it",
      "a.py test_a.py test_b.py",
      { "test_a.py": UNITTEST, "test_b.py": `${UNITTEST}import pytest\n` },
      "python -m pytest -q",
    ],
    [
      "pytest: its requirements name it",
      "a.py test_a.py requirements.txt",
      { "test_a.py": UNITTEST, "requirements.txt": "pytest>=8\n" },
      "python -m pytest -q",
    ],
    [
      "pytest: a conftest.py",
      "tests/conftest.py tests/test_a.py",
      { "tests/test_a.py": UNITTEST },
      "python -m pytest -q",
    ],
  ])("%s", (_, files, texts, command) => {
    expect(commandsOf(tree(files, texts))).toEqual([COMPILE_ALL, command]);
  });

  const RUFF = { "pyproject.toml": "[tool.ruff]\nline-length = 100\n" };
  test.each<[string, string, Tree["texts"], readonly string[]]>([
    [
      "a pyproject.toml that only configures a tool",
      "pyproject.toml services/pay/package.json",
      { ...RUFF, ...withScript("node t.js", "services/pay/") },
      ["npm test (in services/pay/)"],
    ],
    [
      "a setup.cfg and a tox.ini that only configure a tool",
      "setup.cfg tox.ini go.mod",
      { "setup.cfg": "[flake8]\n", "tox.ini": "[flake8]\n" },
      ["go test ./..."],
    ],
    ["one beside Python files", "pyproject.toml app/a.py", RUFF, PYTHON],
    [
      "one beside projects of Python",
      "pyproject.toml api/pyproject.toml api/a.py",
      { ...RUFF, "api/pyproject.toml": '[project]\nname = "api"\n' },
      PYTHON.map((command) => `${command} (in api/)`),
    ],
    ["an empty one", "pyproject.toml", { "pyproject.toml": "" }, PYTHON],
    ["one that names pytest", "pyproject.toml", { "pyproject.toml": "[tool.pytest.ini_options]\n" }, PYTHON],
  ])("projects, to which a tool's file does not belong: %s", (_, files, texts, commands) => {
    expect(commandsOf(tree(files, texts))).toEqual(commands);
  });
});

describe("projects that the root's commands leave out", () => {
  const CRATE = '[package]\nname = "a"\n[workspace]\nmembers = ["crates/b"]\n';
  test.each<[string, Tree, readonly string[]]>([
    ["a site beside a crate", tree("Cargo.toml src/lib.rs www/package.json", withScript("jest", "www/")), ["www"]],
    ["members of a crate's workspace", tree("Cargo.toml crates/b/Cargo.toml", { "Cargo.toml": CRATE }), ["crates/b"]],
    ["a Go module below another", tree("go.mod tools/lint/go.mod"), ["tools/lint"]],
    [
      "a package below one without workspaces",
      tree("package.json web/package.json", { ...withScript("mocha test"), ...withScript("mocha", "web/") }),
      ["web"],
    ],
    [
      "none: what fuzzes or measures it",
      tree("Cargo.toml src/lib.rs fuzz/Cargo.toml benchmarks/Cargo.toml test-apps/a/Cargo.toml"),
      [],
    ],
    ["none: a workspace of crates alone", tree("Cargo.toml a/Cargo.toml", { "Cargo.toml": "[workspace]\n" }), []],
    [
      "none: a package that the root's script names",
      tree("package.json web/package.json", {
        ...withScript("mocha && npm --prefix web test"),
        ...withScript("x", "web/"),
      }),
      [],
    ],
    ["none: Python below Python", tree("setup.py api/setup.py"), []],
    ["none: each is verified in its folder", tree("api/go.mod web/package.json", withScript("x", "web/")), []],
    ["a folder that the Makefile does not name", tree("Makefile api/go.mod", { Makefile: "test:\n\techo\n" }), ["api"]],
    ...["cd api && go test", "$(MAKE) -C $@", "for d in */; do :; done", "./ci/all.sh"].map(
      (recipe): [string, Tree, readonly string[]] => [
        `none: a Makefile may enter it (${recipe})`,
        tree("Makefile api/go.mod", { Makefile: `test:\n\t${recipe}\n` }),
        [],
      ],
    ),
    ["deeper down", tree("go.mod a/b/c/go.mod a/b/c/d/e/f/go.mod"), ["a/b/c"]],
    ["deeper down, beside verified ones", tree("a/go.mod b/c/d/go.mod b/tests/d/go.mod"), ["b/c/d"]],
    [
      "none: deeper down than what the Makefile names",
      tree("Makefile a/b/c/go.mod", { Makefile: "test:\n\tgo -C a/b test\n" }),
      [],
    ],
    ["none: the repo's own script says it", tree("scripts/verify.sh go.mod tools/go.mod"), []],
  ])("%s", (_, facts, folders) => {
    expect(uncoveredProjects(facts, NO_CHOICES).map(({ folder }) => folder)).toEqual(folders);
    expect(uncoveredProjects(facts, { ...NO_CHOICES, commands: ["x"] })).toEqual([]);
  });

  test("are named with what would test them", () => {
    const facts = tree("Cargo.toml www/package.json", withScript("x", "www/"));
    expect(uncoveredInWords(uncoveredProjects(facts, NO_CHOICES))).toBe(
      'nothing verifies the projects in www: name in verify.commands what does, such as `bash -c "cd www && npm test"` (`llmch init` offers it)',
    );
    expect(uncoveredInWords([])).toBeNull();
  });
});

describe("the precedence is", () => {
  const SCRIPT = tree("scripts/verify.sh go.mod");
  test.each<[string, Tree, Partial<VerifyChoices>, readonly string[], string]>([
    [
      "a setting before the script",
      SCRIPT,
      { commands: ["make 'all of it'", "x"], planned: "y" },
      ["make 'all of it'", "x"],
      "verify.commands says so",
    ],
    [
      "the script before the tree",
      SCRIPT,
      { planned: "y" },
      ["bash scripts/verify.sh"],
      "the repo has scripts/verify.sh",
    ],
    ["the tree before the plan", tree("go.mod"), { planned: "y" }, ["go test ./..."], "a Go module"],
    [
      "the plan at last",
      tree("a.zig"),
      { planned: "zig build test" },
      ["zig build test"],
      "the plan's verify_contract says so",
    ],
    [
      "no script that is not there",
      tree("a.zig"),
      { planned: "bash ./scripts/verify.sh" },
      [],
      "the tree does not say how it is verified",
    ],
    [
      "no shell's line",
      tree("a.zig"),
      { planned: "a && b" },
      [],
      "the tree does not say how it is verified, and the plan's verify command needs a shell",
    ],
    ["a language that is chosen", tree("go.mod a.py"), { languages: ["python"] }, PYTHON, "a Python tree"],
    [
      "a language that nothing shows",
      tree("go.mod"),
      { languages: ["rust"] },
      ["cargo test"],
      "verify.languages says so",
    ],
    ["no language at all", tree("go.mod"), { languages: ["generic"] }, [], "the tree does not say how it is verified"],
  ])("%s", (_, facts, choices, commands, reason) => {
    expect(commandsOf(facts, choices)).toEqual(commands);
    expect(verificationOf(facts, { ...NO_CHOICES, ...choices }).reason).toBe(reason);
  });
});

describe("an exempt order is verified by", () => {
  const COMPILER = "node_modules/typescript/bin/tsc";
  const TYPED = { "package.json": '{"scripts": {"test": "x"}, "devDependencies": {"typescript": "6.0.3"}}' };
  test.each<[string, Tree, string, readonly string[]]>([
    ["a syntax check in a Python tree", tree("a.py"), "", [COMPILE_ALL]],
    ["a syntax check, though a script is there", tree("a.py scripts/verify.sh"), "", [COMPILE_ALL]],
    [
      "the files that it writes in a Node tree",
      tree("package.json", withScript("jest")),
      "a.js b.mjs c.ts d.json",
      ["node --check a.js", "node --check b.mjs"],
    ],
    [
      "no file of a dialect",
      tree("package.json", manifest({ dependencies: { react: "19" } })),
      "a.js b.mjs",
      ["node --check b.mjs"],
    ],
    ["nothing in a Node tree that it writes no program of", tree("package.json", withScript("jest")), "README.md", []],
    ["the script that it writes", tree("scripts/verify.sh"), "scripts/verify.sh", ["bash -n scripts/verify.sh"]],
    ["nothing where there is a script alone", tree("scripts/verify.sh"), "", []],
    [
      "the first of Python's commands alone, whatever it writes",
      tree("a.py scripts/verify.sh"),
      "scripts/verify.sh",
      [COMPILE_ALL],
    ],
    [
      "the compiler, where it is installed",
      tree("package.json tsconfig.json", TYPED, [COMPILER]),
      "",
      [`node ${COMPILER} --noEmit`],
    ],
    ["nothing, where the compiler is not installed", tree("package.json tsconfig.json", TYPED), "", []],
    ["go vet", tree("go.mod main.go"), "", ["go vet ./..."]],
    ["nothing in a module without a source", tree("go.mod"), "", []],
    ["cargo check", tree("Cargo.toml src/lib.rs"), "", ["cargo check"]],
    ["nothing in a crate without a target", tree("Cargo.toml"), "", []],
    ["Maven's compiler", tree("pom.xml mvnw src/main/java/A.java"), "", ["sh mvnw -q -B compile"]],
    ["CMake's reading of its files", tree("CMakeLists.txt"), "", ["cmake -S . -B cmake-build-llmch"]],
    [
      "what its folder is checked by",
      tree("api/go.mod api/a.go web/package.json", withScript("x", "web/")),
      "web/a.js",
      ["go vet ./... (in api/)", "node --check a.js (in web/)"],
    ],
    ["nothing in an empty tree", tree(""), "", []],
  ])("%s", (_, facts, written, commands) => {
    const { commands: exempt, reason } = exemptVerification(
      facts,
      written.split(" ").filter((path) => path !== ""),
    );
    expect(exempt.map(commandInWords)).toEqual(commands);
    expect(reason).toMatch(/^verify-exempt/);
  });

  test("the command in a setting", () => {
    const choices = { ...NO_CHOICES, light_commands: ["make lint"], commands: ["make test"] };
    const { commands, reason } = exemptVerification(tree("a.py"), [], choices);
    expect(commands.map(commandInWords)).toEqual(["make lint"]);
    expect(reason).toBe("verify-exempt: verify.light_commands alone");
  });
});
