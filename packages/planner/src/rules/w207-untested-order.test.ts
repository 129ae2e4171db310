import { expect, test } from "vitest";
import { order, plan } from "../plan.fixture.ts";
import { type Case, exists, first, report, rewriting } from "./rules.fixture.ts";

const CASES: Readonly<Record<string, Case>> = {
  "W207 commands that test something else": {
    manifest: plan([
      order(1),
      order(2, { preconditions: [], context_files: [], acceptance_commands: ["node src/m1.js", "printf %s ok"] }),
      order(3, { preconditions: [], context_files: ["src/m1.js"] }),
    ]),
    expected: [
      'W204 WO-02 acceptance_commands: command "printf %s ok" cannot fail, so it tests nothing',
      "W207 WO-02 acceptance_commands: no later order needs what this order makes, and no command has to do with it",
    ],
  },
  "W207 not where a later command names it, its own name no file, or tests come with it": {
    manifest: plan([
      order(1, { acceptance_commands: ["node README.js"] }),
      order(2, { preconditions: [], context_files: [], acceptance_commands: ["node README.js", "node src/m1.js"] }),
      order(3, { preconditions: [], context_files: [], acceptance_commands: ["npm test"] }),
      rewriting(4, "test/m4.test.js", {
        preconditions: [],
        context_files: [],
        acceptance_commands: ["node README.js"],
      }),
      order(5, { preconditions: [], context_files: [], acceptance_commands: ["node src/m2.js"] }),
      order(6, { preconditions: [exists("src/m5.js")], context_files: [] }),
    ]),
    repo: ["README.js"],
    expected: [],
  },
  "W207 not where the whole package is imported": {
    manifest: first({
      allowed_files: ["src/app/core.py"],
      preconditions: [exists("src/app/core.py")],
      postconditions: [exists("src/app/core.py")],
      context_files: ["src/app/core.py"],
      acceptance_commands: ["python -c 'import app; assert app.run() == 1'"],
    }),
    repo: ["pyproject.toml", "src/app/__init__.py", "src/app/core.py"],
    expected: [],
  },
};

test.each(Object.entries(CASES))("%s", (_, example) => {
  expect(report(example)).toEqual(example.expected);
});
