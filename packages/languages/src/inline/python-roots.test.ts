import { expect, test } from "vitest";
import { pythonRoots } from "./python-roots.ts";

test("packages are imported from the conventional folders next to a manifest", () => {
  expect(pythonRoots(["pyproject.toml", "a.py"])).toEqual(["src/", "lib/", "python/", "source/"]);
  expect(pythonRoots(["libs/one/setup.cfg"])).toEqual(expect.arrayContaining(["libs/one/", "libs/one/src/"]));
});

test("packages are imported from the parents of the outermost packages, which a manifest may name", () => {
  const roots = pythonRoots(["setup.py", "code/pkg/__init__.py", "code/pkg/part/__init__.py", "flat/__init__.py"]);
  expect(roots).toContain("code/");
  expect(roots).not.toContain("code/pkg/");
  expect(roots).not.toContain("");
});

test("without a manifest, nothing is installed from the repo", () => {
  expect(pythonRoots(["src/pkg/__init__.py", "docs/pyproject.toml.md"])).toEqual([]);
});
