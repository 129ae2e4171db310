import type { JsonValue } from "@llmch/text";
import { expect, test } from "vitest";
import { order, plan, simplePython } from "../plan.fixture.ts";
import { type Case, report } from "./rules.fixture.ts";

const withChecks = (checks: readonly JsonValue[], commands: readonly JsonValue[]) =>
  plan(
    [
      order(1, {
        allowed_files: ["m1.py"],
        postconditions: [{ kind: "file_exists", path: "m1.py" }],
        acceptance_commands: commands,
      }),
    ],
    { checks },
  );
const check = (name: string, content = "import m1\nassert m1.f(1) == 2\n", hidden = false) => ({
  name,
  content,
  hidden,
});
const RUN = "python $LLMCH_CHECKS/a.py";
const hidden = (command: string) => ({ command, hidden: true });

const said = (entry: object) =>
  `E205 - checks: check ${JSON.stringify(entry)} has no plain name of its own, no content, or a faulty \`hidden\``;

const CASES: Readonly<Record<string, Case>> = {
  "files that commands and other files use are fine": {
    manifest: withChecks(
      [
        check("a.py", "import sys\nfrom shared import case\nimport m1\nassert m1.f(1) == case\n"),
        check("shared.py", "case = 2\n"),
        check("b.sh", "exit 1"),
        check("c.mjs", "import { run } from './d.mjs'; if (run() !== 1) process.exit(1);"),
        check("d.mjs", "export const run = () => 1;"),
        check("e.py", "assert True and 1", true),
      ],
      [
        RUN,
        "python -B $LLMCH_CHECKS/a.py --fast",
        "sh $LLMCH_CHECKS/b.sh",
        "node $LLMCH_CHECKS/c.mjs",
        hidden("python $LLMCH_CHECKS/e.py"),
      ],
    ),
    expected: [],
  },
  "all files are used by a command that names their folder alone": {
    manifest: withChecks(
      [check("test_a.py"), check("test_b.py")],
      ["python -m pytest -q $LLMCH_CHECKS", "grep -q x $LLMCH_CHECKS/test_a.py"],
    ),
    expected: [],
  },
  "E205 a command that does not find its file": {
    manifest: withChecks(
      [check("a.py"), check("b.py", "assert 1 == 2", true)],
      [RUN, "python $LLMCH_CHECKS/no.py", "python $LLMCH_CHECKS/b.py", hidden("python $LLMCH_CHECKS/b.py")],
    ),
    expected: [
      'E205 WO-01 acceptance_commands: command "python $LLMCH_CHECKS/no.py" names the check "no.py", which `checks` of the plan does not give it',
      'E205 WO-01 acceptance_commands: command "python $LLMCH_CHECKS/b.py" names the check "b.py", which `checks` of the plan does not give it',
    ],
  },
  "E205 a whole that names no file, and a file that is made with one": {
    manifest: plan([order(1, { derive: [{ command: "python $LLMCH_CHECKS/a.py", files: ["x.lock"] }] })], {
      ...{ checks: [check("a.py", "x !! y")], plan_acceptance: [RUN, "python $LLMCH_CHECKS/b.py"] },
    }),
    repo: ["m1.py"],
    expected: [
      'E205 WO-01 derive: command "python $LLMCH_CHECKS/a.py" names the check "a.py", which `checks` of the plan does not give it',
      'E006 - plan_acceptance: command "python $LLMCH_CHECKS/a.py": Python cannot parse "x !! y": invalid syntax',
      'E205 - plan_acceptance: command "python $LLMCH_CHECKS/b.py" names the check "b.py", which `checks` of the plan does not give it',
    ],
  },
  "E205 files without a form": {
    manifest: withChecks(
      [check("a.py"), check("A.py"), check("../b.py"), { name: "c.py" }, { ...check("d.py"), hidden: "yes" }],
      [RUN],
    ),
    expected: [
      said(check("A.py")),
      said(check("../b.py")),
      said({ name: "c.py" }),
      said({ ...check("d.py"), hidden: "yes" }),
    ],
  },
  "E006 a file that no command runs itself, and W201 one that none uses": {
    manifest: withChecks(
      [check("a.py", "import shared\nimport m1\nassert m1"), check("shared.py", "x !! y"), check("no.py")],
      [RUN],
    ),
    expected: ['E006 - checks: check "shared.py": invalid syntax', 'W201 - checks: no command uses the check "no.py"'],
  },
  "W101, W204 and W224 judge a file as an inline program": {
    manifest: withChecks(
      [
        check("a.py", "print(1)\n"),
        check("b.py", "import m1; import nowhere\nprint(m1.f(1))\n"),
        check("c.mjs", "import './src/other.js'; assert"),
      ],
      [RUN, "python $LLMCH_CHECKS/b.py", "node $LLMCH_CHECKS/c.mjs"],
    ),
    repo: ["src/other.js"],
    syntaxes: {
      python: () => simplePython,
      javascript: () => ({ ...simplePython, imports: () => ["./src/other.js"] }),
    },
    expected: [
      'W101 WO-01 acceptance_commands: command "python $LLMCH_CHECKS/b.py" imports "nowhere": neither the standard library nor the files so far give it',
      'W101 WO-01 acceptance_commands: command "node $LLMCH_CHECKS/c.mjs" imports "./src/other.js": the check files do not give it',
      'W204 WO-01 acceptance_commands: command "python $LLMCH_CHECKS/a.py" cannot fail, so it tests nothing',
    ],
  },
  "W224 a file that only prints": {
    manifest: withChecks([check("a.py", "import m1\nprint(m1.f(1))\n")], [RUN]),
    expected: ["W224 WO-01 acceptance_commands: the acceptance commands decide nothing: they only print"],
  },
};

test.each(Object.entries(CASES))("%s", (_, example) => {
  expect(report(example)).toEqual(example.expected);
});
