import { expect, test } from "vitest";
import { type Case, first, report } from "./rules.fixture.ts";

const CASES: Readonly<Record<string, Case>> = {
  "E003 each operator": {
    manifest: first({
      acceptance_commands: [
        "a | b",
        "a || b",
        "a && b",
        "a ; b",
        "a > b",
        "a >> b",
        "a < b",
        "a << b",
        "a && b && c | d",
      ],
    }),
    expected: ["|", "||", "&&", ";", ">", ">>", "<", "<<"]
      .map(
        (operator) =>
          `E003 WO-01 acceptance_commands: command "a ${operator} b" has the shell operator \`${operator}\`, and no shell runs it`,
      )
      .concat(
        'E003 WO-01 acceptance_commands: command "a && b && c | d" has the shell operator `&&`, `|`, and no shell runs it',
      ),
  },
  "E003 not what is quoted, escaped, glued or in no set": {
    manifest: first({
      acceptance_commands: ["a '|' b", "a \\; b", 'a ">" b', "a; b", "a 2>&1", "a & b", "a >&2", "a |'' b"],
    }),
    expected: [
      ["a; b", "a;"],
      ["a 2>&1", "2>&1"],
      ["a & b", "&"],
      ["a >&2", ">&2"],
    ].map(
      ([command, text]) =>
        `W203 WO-01 acceptance_commands: command "${command}" has "${text}", which no shell interprets`,
    ),
  },
  "E003, E004, E005, E006, E007, E201 and W203 for what makes files": {
    manifest: first({
      derive: [
        { command: "npm i && true", files: ["lock.json"] },
        { command: "python -c 'x !! y'", files: ["src/*.lock"] },
        { command: "make 'lock", files: ["../lock"] },
        { command: "\u0000", files: ["lock.json"] },
        { command: "touch $HOME/lock", files: ["lock.json"] },
      ],
    }),
    expected: [
      'E003 WO-01 derive: command "npm i && true" has the shell operator `&&`, and no shell runs it',
      'E004 WO-01 derive: path "src/*.lock" in `derive` has a glob character',
      'E005 WO-01 -: the order does not meet the schema: path "src/*.lock" in `derive` holds a glob character; path "../lock" in `derive` leads out of the repo',
      'E006 WO-01 derive: command "python -c \'x !! y\'": Python cannot parse "x !! y": invalid syntax',
      'E007 WO-01 derive: command "make \'lock" cannot be split into words: No closing quotation',
      'E201 WO-01 derive: command "\\u0000" holds a NUL character',
      'W203 WO-01 derive: command "touch $HOME/lock" has "$HOME/lock", which no shell interprets',
    ],
  },
};

test.each(Object.entries(CASES))("%s", (_, example) => {
  expect(report(example)).toEqual(example.expected);
});
