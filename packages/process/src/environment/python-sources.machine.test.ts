import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { pythonSources } from "./python-sources.ts";

const PROJECT = { "pyproject.toml": '[project]\nname = "pkg"\n' };
const PACKAGE = { "src/pkg/__init__.py": "" };
const SCM = { "pyproject.toml": '[project]\n[tool.setuptools_scm]\nversion_file = "src/pkg/_version.py"\n' };

const projectWith = (files: Readonly<Record<string, string>>): string => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  return path;
};

test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
  ["src, with packages and a pyproject.toml", { ...PROJECT, ...PACKAGE }, ["src"]],
  ["src, with a setup.py", { "setup.py": "from setuptools import setup\nsetup()\n", ...PACKAGE }, ["src"]],
  ["src, with a setup.cfg", { "setup.cfg": "[metadata]\nname = pkg\n", ...PACKAGE }, ["src"]],
  ["src, with a package of a namespace", { ...PROJECT, "src/space/pkg/__init__.py": "" }, ["src"]],
  ["nothing, with packages in the project's folder", { ...PROJECT, "pkg/__init__.py": "" }, []],
  ["src alone, with packages beside it", { ...PROJECT, ...PACKAGE, "more/__init__.py": "" }, ["src"]],
  ["src, where the file with the version is in it", { ...SCM, ...PACKAGE, "src/pkg/_version.py": "" }, ["src"]],
  ["nothing, where src is a package", { ...PROJECT, ...PACKAGE, "src/__init__.py": "" }, []],
  ["nothing, without a package", { ...PROJECT, "src/main.py": "", "tests/__init__.py": "" }, []],
  ["nothing, where nothing is installed", { "pyproject.toml": "[tool.black]\n", ...PACKAGE }, []],
  ["nothing, without a manifest", PACKAGE, []],
  ["nothing, with Cython", { ...PROJECT, ...PACKAGE, "src/pkg/deep/fast.pyx": "" }, []],
  ["nothing, with C", { ...PROJECT, ...PACKAGE, "src/pkg/fast.c": "" }, []],
  [
    "nothing, with maturin",
    { "pyproject.toml": '[project]\n[build-system]\nrequires = ["maturin"]\n', ...PACKAGE },
    [],
  ],
  [
    "src, with cffi for other purposes",
    {
      "pyproject.toml":
        '[build-system]\nrequires = ["flit_core<4"]\n\n[project]\nname = "pkg"\n\n[dependency-groups]\ntests = ["cffi", "cython"]\n# mypyc\n',
      ...PACKAGE,
    },
    ["src"],
  ],
  [
    "nothing, with Cython among what builds",
    {
      "pyproject.toml": '[project]\n[build-system]\nrequires = [\n  "setuptools",\n  "Cython>=3",\n]\n[tool.x]\n',
      ...PACKAGE,
    },
    [],
  ],
  ["nothing, with ext_modules", { "setup.py": "setup(ext_modules=[Extension('a', ['c/a.c'])])", ...PACKAGE }, []],
  ["nothing, with Meson", { ...PROJECT, ...PACKAGE, "meson.build": "" }, []],
  ["nothing, where installing writes the version", { ...SCM, ...PACKAGE }, []],
  [
    "nothing, where a setup.py names the version's file",
    { "setup.py": 'setup(use_scm_version={"write_to": "src/pkg/_version.py"})\n', ...PACKAGE },
    [],
  ],
])("Python imports first from %s", (_, files, folders) => {
  const project = projectWith(files);
  expect(pythonSources(project)).toEqual(folders.map((folder) => join(project, folder)));
});

test("a src that is a link is not the project's", () => {
  const project = projectWith(PROJECT);
  symlinkSync(join(projectWith(PACKAGE), "src"), join(project, "src"));
  expect(pythonSources(project)).toEqual([]);
});
