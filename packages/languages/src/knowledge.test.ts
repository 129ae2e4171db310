import { describe, expect, test } from "vitest";
import { ecosystemHints } from "./ecosystem-hints.ts";
import { dependencyFolderNames, hintOf, outputFolderNames, probedFiles, setupsOf, tellingFiles } from "./knowledge.ts";
import type { Tree } from "./place.ts";
import { NO_CHOICES } from "./verification.ts";

const tree = (files: string, texts: Tree["texts"] = {}, present: readonly string[] = []): Tree => ({
  files: files.split(" ").filter((path) => path !== ""),
  texts,
  present,
});
const TESTED = '{"scripts": {"test": "x"}, "dependencies": {"a": "1"}}';

describe("the setup with", () => {
  test.each<[string, Tree, readonly string[]]>([
    ["npm", tree("package.json package-lock.json", { "package.json": TESTED }), ["npm ci"]],
    ["pnpm", tree("package.json pnpm-lock.yaml", { "package.json": TESTED }), ["pnpm install --frozen-lockfile"]],
    ["Yarn", tree("package.json yarn.lock", { "package.json": TESTED }), ["yarn install --frozen-lockfile"]],
    [
      "Yarn of today",
      tree("package.json yarn.lock .yarnrc.yml", { "package.json": TESTED }),
      ["yarn install --immutable"],
    ],
    ["npm without a lockfile", tree("package.json", { "package.json": TESTED }), ["npm install --no-package-lock"]],
    ["nothing, where nothing is named", tree("package.json", { "package.json": '{"scripts": {"test": "x"}}' }), []],
    ["uv", tree("pyproject.toml uv.lock"), ["uv sync --frozen"]],
    ["uv without a lockfile", tree("pyproject.toml", { "pyproject.toml": "[tool.uv]\n" }), ["uv sync"]],
    [
      "Poetry, into the project",
      tree("pyproject.toml poetry.lock"),
      ["env POETRY_VIRTUALENVS_IN_PROJECT=true poetry install"],
    ],
    [
      "pip, into an environment of the project's own",
      tree("requirements.txt a.py"),
      ["bash -c python -m venv .venv && .venv/bin/python -m pip install -r requirements.txt"],
    ],
    ["nothing", tree("setup.py"), []],
    [
      "the manager of each folder",
      tree("api/pyproject.toml api/uv.lock web/package.json web/package-lock.json", { "web/package.json": TESTED }),
      ["api: uv sync --frozen", "web: npm ci"],
    ],
    [
      "Cargo and Go, which keep it for the whole machine",
      tree("Cargo.toml go.mod go.sum"),
      ["outside: cargo fetch", "outside: go mod download"],
    ],
    ["a Go module that depends on none", tree("go.mod"), []],
  ])("%s", (_, facts, expected) => {
    const said = setupsOf(facts).map(
      ({ argv, folder, isOutside }) =>
        `${isOutside ? "outside: " : ""}${folder === null ? "" : `${folder}: `}${argv.join(" ")}`,
    );
    expect(said).toEqual(expected);
  });
});

describe("the hint for a missing tool", () => {
  test.each<[string, Tree, RegExp]>([
    ["go", tree(""), /^install Go: /],
    ["cargo", tree("Cargo.toml"), /^install Rust: /],
    ["pytest", tree("setup.py"), /^install it: `python -m pip install pytest`$/],
    ["pytest", tree("pyproject.toml uv.lock"), /^run `uv sync`: there is no \.venv$/],
    ["pytest", tree("pyproject.toml uv.lock", {}, [".venv/bin/python"]), /pip install pytest/],
    ["pytest", tree("api/pyproject.toml api/poetry.lock"), /^run `poetry install`/],
  ])("%s", (name, facts, hint) => expect(hintOf(name, facts)).toMatch(hint));

  test("does not exist for unknown tools", () => {
    for (const name of ["jq", "toString", "__proto__"]) expect(hintOf(name, tree("go.mod"))).toBeNull();
  });
});

test("telling files are existing ones at the root and in folders with manifests", () => {
  const files = [
    "package.json",
    "web/package.json",
    "web/Makefile",
    "web/tsconfig.json",
    ".gitignore",
    "docs/package.json",
    "a/b/c/package.json",
    "a/b/c/d/e/f/package.json",
    "Makefile",
  ];
  expect([...tellingFiles(files)].sort()).toEqual([
    ".gitignore",
    "Makefile",
    "a/b/c/package.json",
    "package.json",
    "web/Makefile",
    "web/package.json",
  ]);
  expect(probedFiles(files)).toContain("web/node_modules/typescript/bin/tsc");
});

test("dependencies are not build output", () => {
  expect(dependencyFolderNames()).toEqual([".venv", "venv", "node_modules", "vendor"]);
  expect(outputFolderNames(tree("Cargo.toml"))).toEqual(["target"]);
  expect(outputFolderNames(tree("web/CMakeLists.txt"))).toContain("build");
  expect(outputFolderNames(tree("a.md"))).toEqual([]);
});

describe("the planner's hints", () => {
  test("for a repo that verifies itself: its kind, how, and that it needs no script", () => {
    const hints = ecosystemHints(tree("package.json pnpm-lock.yaml", { "package.json": TESTED }));
    expect(hints).toMatch(/^JavaScript on Node\. Dependencies are kept by pnpm/);
    expect(hints).not.toContain("start in the root");
    expect(hints).toMatch(
      /\nAfter every order the repository is verified by `pnpm test`\. It needs no scripts\/verify\.sh: write none\.$/,
    );
  });

  test("for TypeScript: what can run it here", () => {
    const manifest = JSON.stringify({ devDependencies: { vitest: "4", tsx: "4" } });
    const hints = ecosystemHints(tree("package.json tsconfig.json src/a.ts", { "package.json": manifest }));
    expect(hints).toContain(
      "TypeScript: acceptance commands can run `npx vitest run test/a.test.ts`, `npx tsx src/a.ts` and `npx tsx -e '…'`. Node alone",
    );
    expect(ecosystemHints(tree("tsconfig.json src/a.ts"))).toContain("TypeScript: Node alone starts a `.ts` file");
  });

  test.each([
    ["22.18.0", "esbuild", "TypeScript: Node alone starts a `.ts` file from 22.18 on"],
    ["24.1.0", "esbuild", "TypeScript: Node alone starts"],
    ["20.19.4", "typescript", "The Node that is here starts no `.ts` file, and `node -e` takes plain JavaScript."],
    ["23.5.0", "esbuild", "require('esbuild').build({ entryPoints: ['src/a.ts']"],
    ["20.19.4", "rollup", "loadConfigFile('config/rollup.node-config.mjs')"],
  ])("for TypeScript on Node %s with %s: what starts it there", (node, bundler, said) => {
    const manifest = JSON.stringify({ devDependencies: { [bundler]: "1" } });
    const facts = tree("package.json tsconfig.json src/a.ts config/rollup.node-config.mjs", {
      "package.json": manifest,
    });
    const hints = ecosystemHints({ ...facts, node });
    expect(hints).toContain(said);
    expect(hints.includes("from 22.18 on")).toBe(said.includes("alone starts"));
  });

  test.each([
    ["no .venv where there is none", [], /kept by uv\. Tests run/],
    ["the .venv that is there", [".venv/bin/python"], /kept by uv; what it installed in \.venv comes first/],
  ])("for Python: %s", (_, present, said) => {
    const hints = ecosystemHints(tree("pyproject.toml uv.lock", {}, present));
    expect(hints).toMatch(said);
    expect(hints.includes(".venv")).toBe(present.length > 0);
    const below = ecosystemHints(
      tree(
        "api/pyproject.toml api/uv.lock",
        {},
        present.map((path) => `api/${path}`),
      ),
    );
    expect(below).toContain("start in the root");
    expect(below.includes(".venv")).toBe(present.length > 0);
  });

  test.each([
    ["enable_testing()\n", "CMake, with tests that CTest runs", true],
    ["project(A)\n", "CMake, which declares no tests", false],
  ])("for CMake that says %j: %s", (text, said, hasTests) => {
    const hints = ecosystemHints(tree("CMakeLists.txt a.c", { "CMakeLists.txt": text }));
    expect(hints).toContain(`built by ${said}. `);
    expect(hints.includes("passes where no test has that name")).toBe(hasTests);
  });

  test("for one with a script: no other way", () => {
    expect(ecosystemHints(tree("go.mod scripts/verify.sh"))).not.toContain("needs no");
  });

  test("for the user's own commands, even if there is a script", () => {
    const hints = ecosystemHints(tree("scripts/verify.sh"), { ...NO_CHOICES, commands: ["just ci"] });
    expect(hints).toBe(
      "After every order the repository is verified by `just ci`. It needs no scripts/verify.sh: write none.",
    );
  });

  test("for several kinds, each in its folder", () => {
    const hints = ecosystemHints(tree("api/go.mod web/package.json", { "web/package.json": TESTED }));
    expect(hints).toMatch(/^In api\/: Go modules.*\nIn web\/: JavaScript on Node\./);
    expect(hints).toMatch(/\nAcceptance commands start in the root, with nothing of api\/, web\/ on the PATH: /);
    expect(hints).toContain("`go test ./... (in api/)`, then `npm test (in web/)`");
  });

  test("for a repo with unknown verification: its kind", () => {
    expect(ecosystemHints(tree("package.json"))).toMatch(/^JavaScript on Node\. .*[^:]$/);
  });

  test("for a chosen language, built by a Makefile without tests: no CMake", () => {
    const chosen = { ...NO_CHOICES, languages: ["c"] };
    expect(ecosystemHints(tree("Makefile main.c", { Makefile: "all:\n" }), chosen)).toMatch(
      /^C or C\+\+, built by make\. /,
    );
  });

  test("for C that Autotools builds: that, and nothing of the Python that helps", () => {
    const hints = ecosystemHints(tree("configure.ac configure Makefile.am src/a.c docs/a.py scripts/b.py"));
    expect(hints).toMatch(/^C or C\+\+, built by Autotools; tests are run by `\.\/configure`, then `make check`\. /);
    expect(hints).not.toMatch(/Python|is verified by/);
  });

  test("for C with tests of make's and of CTest's: both", () => {
    const texts = { Makefile: "check:\n", "CMakeLists.txt": "enable_testing()" };
    expect(ecosystemHints(tree("Makefile CMakeLists.txt main.c", texts))).toMatch(
      /^C or C\+\+, built by make; tests are run by `make check`, and those of CMake by CTest\. .*\n.*`make check`, then `cmake /,
    );
  });

  test.each([
    ["Cargo.toml", "`cargo test --quiet --test NAME`", "`cargo test NAME` passes where"],
    ["go.mod", "`go test ./newpkg`", "`go test ./pkg -run TestName` passes where"],
    ["CMakeLists.txt", "`--no-tests=error`", "`ctest -R NAME` passes where"],
  ])("for %s: a check that fails while what it runs is missing, and the one that passes", (file, fails, passes) => {
    const hints = ecosystemHints(tree(file));
    expect(hints).toContain(fails);
    expect(hints.match(/passes where no test has that name/g)).toHaveLength(1);
    expect(hints).toContain(passes);
  });

  test("for an empty repo: nothing", () => expect(ecosystemHints(tree(""))).toBe(""));
});
