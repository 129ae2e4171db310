import { expect, test } from "vitest";
import { type Case, exists, first, report } from "./rules.fixture.ts";

const CASES: Readonly<Record<string, Case>> = {
  "W101 modules that nothing gives": {
    manifest: first({
      allowed_files: ["pkg/part/new.py"],
      preconditions: [],
      postconditions: [exists("pkg/part/new.py")],
      acceptance_commands: [
        "python -c 'import os.path, numpy.linalg; import pytest'",
        "python -c 'import top; import pkg; import pkg.part; import pkg.part.new; from pkg.part.new import f'",
        "python -c 'import requests; import requests; import pkg.ghost; import deep; import top.x'",
        "python -c 'import broken !!'",
      ],
    }),
    repo: ["top.py", "src/deep.py", "notes.txt"],
    expected: [
      'E006 WO-01 acceptance_commands: command "python -c \'import broken !!\'": Python cannot parse "import broken !!": invalid syntax',
      ...["requests", "pkg.ghost", "deep", "top.x"].map(
        (name) =>
          "W101 WO-01 acceptance_commands: command \"python -c 'import requests; import requests; import pkg.ghost; import deep; import top.x'\"" +
          ` imports "${name}": neither the standard library nor the files so far give it`,
      ),
    ],
  },
  "W101 not for what the repo's layout gives once it is installed": {
    manifest: first({
      allowed_files: ["src/app/extra.py", "src/new_one/__init__.py"],
      preconditions: [],
      postconditions: [exists("src/app/extra.py"), exists("src/new_one/__init__.py")],
      acceptance_commands: [
        "python -c 'import app; from app.core import Thing; import app.extra; import tool; import named; import named.part'",
        "python -c 'import app.ghost; import test_core'",
      ],
    }),
    repo: [
      "pyproject.toml",
      ...["src/app/__init__.py", "src/app/core.py", "lib/tool.py", "code/named/__init__.py", "code/named/part.py"],
      "tests/test_core.py",
    ],
    expected: ["app.ghost", "test_core"].map(
      (name) =>
        "W101 WO-01 acceptance_commands: command \"python -c 'import app.ghost; import test_core'\"" +
        ` imports "${name}": neither the standard library nor the files so far give it`,
    ),
  },
  "W101 for a src layout that the plan itself makes: nothing is installed in between": {
    manifest: first({
      allowed_files: ["pyproject.toml", "src/app/__init__.py"],
      preconditions: [],
      postconditions: [exists("pyproject.toml"), exists("src/app/__init__.py")],
      acceptance_commands: ["python -c 'import app'"],
    }),
    expected: [
      "W101 WO-01 acceptance_commands: command \"python -c 'import app'\"" +
        ' imports "app": neither the standard library nor the files so far give it',
    ],
  },
};

test.each(Object.entries(CASES))("%s", (_, example) => {
  expect(report(example)).toEqual(example.expected);
});
