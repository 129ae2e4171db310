import { chmodSync, existsSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { missingPythonModules } from "./python-modules.ts";

const PATH = process.env.PATH ?? "";

const makeRepo = () => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  const at = (name: string) => join(realpathSync(path), name);
  const put = (name: string, text = "") => {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
  };
  put("repo/.venv/bin/python", `#!/bin/sh\ntouch '${at("ran")}'\n`);
  chmodSync(at("repo/.venv/bin/python"), 0o755);
  const missing = (...modules: readonly string[]) =>
    missingPythonModules(modules, { PATH: `${at("repo/.venv/bin")}:${PATH}` }, [at("repo")]);
  return { at, put, missing };
};

test("a virtual environment of the repo is inspected, but never started", async () => {
  const { at, put, missing } = makeRepo();
  const packages = "repo/.venv/lib/python3.12/site-packages";
  put("repo/.venv/pyvenv.cfg", "home = /usr/bin\ninclude-system-site-packages = false\n");
  put(`${packages}/pytest/__init__.py`);
  put(`${packages}/single.py`);
  put(`${packages}/fast.cpython-312-x86_64-linux-gnu.so`);
  put(`${packages}/own.pth`, `import sys\n${at("src")}\n`);
  put(`${packages}/__editable___other_finder.py`, "MAPPING = {'other': '/somewhere'}\n");
  put("src/editable/__init__.py");
  expect(await missing("pytest", "single", "fast", "editable", "other", "json", "nothing")).toEqual([
    "json",
    "nothing",
  ]);
  expect(existsSync(at("ran"))).toBe(false);
});

test("an environment that sees the machine's modules, and one that cannot be looked at, leave them to its Python", {
  tags: "python3",
}, async () => {
  const { at, put, missing } = makeRepo();
  expect(await missing("json", "no_such_module")).toEqual(["no_such_module"]);
  put("repo/.venv/lib/python3.12/site-packages/pytest/__init__.py");
  put("repo/.venv/pyvenv.cfg", "include-system-site-packages = true\n");
  expect(await missing("pytest", "json", "no_such_module")).toEqual(["no_such_module"]);
  expect(existsSync(at("ran"))).toBe(false);
});

test("the machine's Python imports nothing of the repo's when it is asked", { tags: "python3" }, async () => {
  const { at, put } = makeRepo();
  for (const name of ["sitecustomize", "usercustomize", "contextlib"])
    put(`repo/src/${name}.py`, `open(${JSON.stringify(at("ran"))}, "w")\n`);
  put("user/own.py");
  const environment = { PATH, PYTHONPATH: `${at("repo/src")}:${at("user")}` };
  expect(await missingPythonModules(["own", "json", "no_such_module"], environment, [at("repo")])).toEqual([
    "no_such_module",
  ]);
  expect(existsSync(at("ran"))).toBe(false);
});
