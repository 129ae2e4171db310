import { readdirSync } from "node:fs";
import { DIAGNOSTIC_CODES, type JsonValue } from "@llmch/contract";
import { describe, expect, test } from "vitest";
import { OF_RUNS } from "../explanations/of-runs.ts";
import { order, plan, verifyOrder } from "../plan.fixture.ts";
import { absent, type Case, exists, report } from "./rules.fixture.ts";

const first = (changes: Parameters<typeof order>[1]) => plan([order(1, changes)]);
const contains = (path: JsonValue, text: JsonValue) => ({ kind: "file_contains", path, text });
const unchanged = (path: JsonValue) => ({ kind: "file_unchanged", path });
/** An order that removes one file. */
const deleting = (number: number, path: string, preconditions = [exists(path)]) =>
  order(number, {
    preconditions,
    allowed_files: [path],
    postconditions: [absent(path)],
    acceptance_commands: ["npm test"],
    context_files: [],
  });
/** An order that writes one more file. */
const rewriting = (number: number, path: string, changes: Parameters<typeof order>[1] = {}) => {
  const files = [`src/m${number}.js`, path];
  return order(number, { allowed_files: files, postconditions: files.map(exists), ...changes });
};
const contract = (requires: JsonValue) => ({ verify_contract: { command: "x", requires } });

const CASES: Readonly<Record<string, Case>> = {
  "a plan that stands": { manifest: plan([order(1), order(2), order(3)]), expected: [] },

  "E000 no object": { manifest: [1], expected: ["E000 - -: the top level is a list, not an object"] },
  "E000 no orders": { manifest: {}, expected: ["E000 - -: `work_orders` is missing"] },
  "E000 orders that are no list": {
    manifest: plan([], { work_orders: "none" }),
    expected: ["E000 - -: `work_orders` is a string, not a list"],
  },
  "E000 no order in the list": { manifest: plan([]), expected: ["E000 - -: `work_orders` is empty"] },
  "E000 an element hides everything but E106": {
    manifest: plan([order(2), 5], contract([exists("src/m2.js"), exists("README.md")])),
    repo: ["README.md"],
    expected: [
      "E000 index-1 -: order 1, counted from 0, is 5, not an object",
      'E106 - verify_contract: `verify_contract` requires "src/m2.js", and neither the repo nor an order gives it',
    ],
  },
  "E000 a contract that is no object hides nothing": {
    manifest: plan([order(2)], { verify_contract: "x" }),
    expected: [
      'E000 - verify_contract: `verify_contract` is "x", neither an object nor null',
      'E001 WO-02 id: id "WO-02" stands where WO-01 is due: ids count up from WO-01 in list order',
      'E101 WO-02 preconditions: precondition file_exists "src/m1.js" cannot hold: neither the repo nor an earlier order gives it',
    ],
  },

  "E001 malformed": {
    manifest: first({ id: "WO-1" }),
    expected: ['E001 WO-1 id: id "WO-1" is not `WO-` and a number from 1 in at least two digits, such as WO-01'],
  },
  "E001 a child": {
    manifest: plan([order(1), order(2, { id: "WO-01.2" })]),
    expected: ['E001 WO-01.2 id: id "WO-01.2" is not `WO-` and a number from 1 in at least two digits, such as WO-01'],
  },
  "E001 a number": {
    manifest: first({ id: 1 }),
    expected: [
      "E001 index-0 id: id 1 is not `WO-` and a number from 1 in at least two digits, such as WO-01",
      "E005 index-0 -: the order does not meet the schema: /id must be string",
    ],
  },
  "E001 missing": {
    manifest: first({ id: undefined }),
    expected: [
      "E001 index-0 id: the order has no id",
      "E005 index-0 -: the order does not meet the schema: the document must have required property 'id'",
    ],
  },
  "E001 twice the same": {
    manifest: plan([order(1), order(2, { id: "WO-01" })]),
    expected: ['E001 WO-01 id: id "WO-01" stands where WO-02 is due: ids count up from WO-01 in list order'],
  },

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
  "E101, E103 and E104 not for what commands make": {
    manifest: plan([
      order(1, {
        derive: [{ command: "npm install", files: ["lock.json", "src/m1.js"] }],
        postconditions: [{ kind: "file_exists", path: "lock.json" }],
      }),
      order(2, { preconditions: [{ kind: "file_exists", path: "lock.json" }] }),
    ]),
    expected: [],
  },

  "E004 and E005 for a glob": {
    manifest: first({ context_files: ["src/*.js"], allowed_files: ["src/m1.js", "a?"] }),
    expected: [
      'E004 WO-01 allowed_files: path "a?" in `allowed_files` has a glob character',
      'E004 WO-01 context_files: path "src/*.js" in `context_files` has a glob character',
      'E005 WO-01 -: the order does not meet the schema: path "a?" in `allowed_files` holds a glob character; path "src/*.js" in `context_files` holds a glob character',
      'E104 WO-01 allowed_files: allowed file "a?" has no postcondition',
    ],
  },

  "E005 names every violation": {
    manifest: first({ title: 5, forbidden: undefined, preconditions: [{ kind: "dir_exists", path: "/a" }, "b"] }),
    expected: [
      "E005 WO-01 -: the order does not meet the schema: the document must have required property 'forbidden'; /title must be string; " +
        "/preconditions/0/kind must be equal to one of the allowed values (file_exists, file_absent, file_contains, file_unchanged); /preconditions/1 must be object; " +
        'path "/a" in `preconditions` is absolute',
    ],
  },
  "E005 not for conditions that are left out": {
    manifest: first({ preconditions: undefined, postconditions: undefined }),
    expected: [],
  },
  "E005 eleven context files, counted without duplicates": {
    manifest: plan([
      order(1, { context_files: [..."abcdefghij", "a", "./b"] }),
      order(2, { context_files: [..."abcdefghijk"] }),
    ]),
    expected: ["E005 WO-02 -: the order does not meet the schema: /context_files must NOT have more than 10 items"],
  },

  "E006 a program that does not parse": {
    manifest: first({ acceptance_commands: ["python3 -B -c 'x !! y'", "python -c", "python -c 'x'", "bash -c '!!'"] }),
    expected: [
      'E006 WO-01 acceptance_commands: command "python3 -B -c \'x !! y\'": Python cannot parse "x !! y": invalid syntax',
      'E006 WO-01 acceptance_commands: command "python -c": Python cannot parse "": no program follows the -c',
    ],
  },

  "E007 an open quote, a dangling escape": {
    manifest: first({ acceptance_commands: ["echo 'a", "a \\"] }),
    expected: [
      'E007 WO-01 acceptance_commands: command "echo \'a" cannot be split into words: No closing quotation',
      'E007 WO-01 acceptance_commands: command "a \\\\" cannot be split into words: No escaped character',
    ],
  },

  "E101 what is not there, and who gives it": {
    manifest: plan([
      order(1, { preconditions: [exists("src/m2.js"), exists("src/m1.js"), exists("no.js"), exists("README.md")] }),
      order(2, { preconditions: [absent("src/m1.js"), absent("README.md"), absent("src/m2.js")] }),
    ]),
    repo: ["README.md"],
    expected: [
      'E101 WO-01 preconditions: precondition file_exists "src/m2.js" cannot hold: neither the repo nor an earlier order gives it; WO-02 gives it, later',
      'E101 WO-01 preconditions: precondition file_exists "src/m1.js" cannot hold: neither the repo nor an earlier order gives it; this order makes it itself',
      'E101 WO-01 preconditions: precondition file_exists "no.js" cannot hold: neither the repo nor an earlier order gives it',
      'E101 WO-02 preconditions: precondition file_absent "src/m1.js" cannot hold: WO-01 has given it by then',
      'E101 WO-02 preconditions: precondition file_absent "README.md" cannot hold: the repo has given it by then',
    ],
  },
  "E102 a path that is to be and not to be": {
    manifest: first({ preconditions: [exists("a"), absent("b"), absent("./a")] }),
    repo: ["a"],
    expected: [
      'E101 WO-01 preconditions: precondition file_absent "a" cannot hold: the repo has given it by then',
      'E102 WO-01 preconditions: precondition path "a" is to exist and to be absent at once',
    ],
  },
  "E103 and E104, each way": {
    manifest: first({ postconditions: [exists("a.js")] }),
    expected: [
      'E103 WO-01 postconditions: postcondition path "a.js" is not in `allowed_files`',
      'E104 WO-01 allowed_files: allowed file "src/m1.js" has no postcondition',
    ],
  },
  "E104 not without postconditions": { manifest: first({ postconditions: [] }), expected: [] },

  "E105 the verify script in each spelling": {
    manifest: first({
      acceptance_commands: ["bash scripts/verify.sh", "bash 'scripts'/verify.sh", "bash ./scripts//x/../verify.sh"],
    }),
    expected: ["bash scripts/verify.sh", "bash 'scripts'/verify.sh", "bash ./scripts//x/../verify.sh"].map(
      (command) => `E105 WO-01 acceptance_commands: command "${command}" is the verify script, which runs anyway`,
    ),
    repo: ["scripts/verify.sh"],
  },
  "E105 nothing more and nothing else": {
    manifest: first({
      acceptance_commands: [
        "bash -e scripts/verify.sh",
        "bash scripts/verify.sh --fast",
        "sh scripts/verify.sh",
        "scripts/verify.sh",
      ],
    }),
    repo: ["scripts/verify.sh"],
    expected: [],
  },

  "E106 what the plan never gives": {
    manifest: plan(
      [order(1)],
      contract([exists("src/m1.js"), exists("README.md"), exists("no.js"), absent("src/m1.js")]),
    ),
    repo: ["README.md"],
    expected: [
      'E106 - verify_contract: `verify_contract` requires "no.js", and neither the repo nor an order gives it',
    ],
  },

  "E201 commands that nothing can start": {
    manifest: first({ acceptance_commands: ["", "'' a", "a\0b"] }),
    expected: [
      'E201 WO-01 acceptance_commands: command "" names no program',
      "E201 WO-01 acceptance_commands: command \"'' a\" names no program",
      'E201 WO-01 acceptance_commands: command "a\\u0000b" holds a NUL character',
    ],
  },

  "E202 more orders than any plan has": {
    manifest: { work_orders: Array.from({ length: 20_001 }, () => ({})) },
    expected: ["E202 - -: the plan has 20001 orders; 20000 are read at most"],
  },
  "E202 more values than any plan has": {
    manifest: { work_orders: [{ allowed_files: Array.from({ length: 1_000_001 }, () => 1) }] },
    expected: ["E202 - -: the plan holds more than 1000000 values"],
  },

  "E005 what a condition's kind asks of it": {
    manifest: first({
      preconditions: [{ kind: "file_contains", path: "README.md" }],
      postconditions: [exists("src/m1.js"), contains("src/m1.js", ""), absent("README.md")],
    }),
    repo: ["README.md"],
    expected: [
      'E005 WO-01 -: the order does not meet the schema: file_contains "README.md" in `preconditions` has no text to look for; ' +
        'file_contains "src/m1.js" in `postconditions` has no text to look for; postcondition file_absent "README.md" is of a file that the order may not write',
      'E103 WO-01 postconditions: postcondition path "README.md" is not in `allowed_files`',
    ],
  },
  "E101 what an earlier order has taken away, and not what a later one makes anew": {
    manifest: plan([
      deleting(1, "old.js"),
      order(2, { preconditions: [exists("old.js")], context_files: [] }),
      order(3, {
        preconditions: [absent("old.js")],
        acceptance_commands: ["node old.js"],
        allowed_files: ["old.js"],
        postconditions: [exists("old.js")],
      }),
      order(4, { preconditions: [exists("old.js")], context_files: [] }),
    ]),
    repo: ["old.js"],
    expected: [
      'E101 WO-02 preconditions: precondition file_exists "old.js" cannot hold: WO-01 has taken it away by then',
    ],
  },
  "E106 what the plan takes away": {
    manifest: plan([deleting(1, "old.js")], contract([exists("old.js")])),
    repo: ["old.js"],
    expected: [
      'E106 - verify_contract: `verify_contract` requires "old.js", and neither the repo nor an order gives it',
    ],
  },
  "E103 not for a file that is to stay as it is": {
    manifest: first({ postconditions: [exists("src/m1.js"), unchanged("README.md")] }),
    repo: ["README.md"],
    expected: [],
  },
  "E203 before and after": {
    manifest: first({
      allowed_files: ["old.js"],
      preconditions: [absent("new.js"), contains("new.js", "a"), unchanged("new.js")],
      postconditions: [absent("old.js"), exists("old.js")],
      acceptance_commands: ["npm test"],
    }),
    repo: ["old.js"],
    expected: [
      'E203 WO-01 preconditions: path "new.js" in `preconditions` is to be absent, and to meet file_contains at once',
      'E203 WO-01 preconditions: path "new.js" in `preconditions` is to be absent, and to meet file_unchanged at once',
      'E203 WO-01 postconditions: path "old.js" in `postconditions` is to be absent, and to meet file_exists at once',
      'E204 WO-01 preconditions: file_contains "new.js" asks about a file that neither the repo nor an earlier order gives',
      'E204 WO-01 preconditions: file_unchanged "new.js" asks about a file that neither the repo nor an earlier order gives',
    ],
  },
  "E204 what nothing gives, and what is gone": {
    manifest: plan([
      deleting(1, "old.js"),
      order(2, {
        preconditions: [contains("README.md", "#")],
        postconditions: [contains("src/m2.js", "export"), unchanged("old.js"), unchanged("README.md")],
        context_files: [],
      }),
      order(3, { preconditions: [contains("src/m2.js", "export"), unchanged("src/m9.js")] }),
    ]),
    repo: ["old.js", "README.md"],
    expected: [
      'E204 WO-02 postconditions: file_unchanged "old.js" asks about a file that WO-01 has taken away by then',
      'E204 WO-03 preconditions: file_unchanged "src/m9.js" asks about a file that neither the repo nor an earlier order gives',
    ],
  },
  "W208 tests of an earlier order that a later one takes away": {
    manifest: plan([rewriting(1, "test/m1.test.js"), deleting(2, "test/m1.test.js")]),
    expected: [
      'W208 WO-02 allowed_files: allowed file "test/m1.test.js" has tests of WO-01, and this order may remove them',
    ],
  },
  "W211 a path that is misspelled": {
    manifest: plan([deleting(1, "odl.js", [])]),
    repo: ["old.js"],
    expected: [
      'W211 WO-01 postconditions: postcondition file_absent "odl.js" takes a file away that is not there by then',
    ],
  },

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

  "W201 parts that are passed over": {
    manifest: plan([order(1)], {
      ...contract([exists(1), { kind: "dir_exists", path: "a" }, exists("src/m1.js")]),
      system_overview: 7,
    }),
    expected: [
      "W201 - system_overview: `system_overview` is 7, not a list of strings",
      'W201 - verify_contract: `verify_contract.requires` has {"kind":"file_exists","path":1}, which is no condition',
      'W201 - verify_contract: `verify_contract.requires` has {"kind":"dir_exists","path":"a"}, which is no condition',
    ],
  },
  "W201 requirements that are no list": {
    manifest: plan([order(1)], contract("a")),
    expected: ['W201 - verify_contract: `verify_contract.requires` is "a", not a list'],
  },
  "W201 not for what is simply not there": {
    manifest: { verify_contract: { command: "x", requires: null }, work_orders: [verifyOrder(1)] },
    expected: [],
  },

  "W202 what stands by then, whoever gave it": {
    manifest: plan([
      order(1, {
        allowed_files: ["src/m1.js", "README.md"],
        postconditions: [exists("src/m1.js"), exists("README.md")],
      }),
      order(2, {
        allowed_files: ["src/m2.js", "src/m1.js"],
        postconditions: [exists("src/m2.js"), exists("src/m1.js")],
        context_files: [],
      }),
    ]),
    repo: ["README.md"],
    expected: [
      ["WO-01", "README.md"],
      ["WO-02", "src/m1.js"],
    ].map(
      ([label, path]) =>
        `W202 ${label} allowed_files: allowed file "${path}" stands by then and is not among \`context_files\`; the factory shows it to the model all the same`,
    ),
  },
  "W202 not for new files, nor for what is among the context files": {
    manifest: plan([order(1), rewriting(2, "src/m1.js", { context_files: ["src/m1.js"] })]),
    expected: [],
  },

  "W203 one finding a command, five texts at most": {
    manifest: first({ acceptance_commands: ["A=1 node src/m1.js $B `c` ~/d 2>&1 e; f;", "node 'src/m1.js' '$B'"] }),
    expected: [
      'W203 WO-01 acceptance_commands: command "A=1 node src/m1.js $B `c` ~/d 2>&1 e; f;" has "A=1", "$B", "`c`", "~/d", "2>&1", which no shell interprets',
    ],
  },

  "W204 beside a command that tests": {
    manifest: first({ acceptance_commands: ["node src/m1.js", "echo done"] }),
    expected: ['W204 WO-01 acceptance_commands: command "echo done" cannot fail, so it tests nothing'],
  },
  "W204 not where E003 tells more": {
    manifest: first({ acceptance_commands: ["echo 1 | node src/m1.js"] }),
    expected: [
      'E003 WO-01 acceptance_commands: command "echo 1 | node src/m1.js" has the shell operator `|`, and no shell runs it',
    ],
  },

  "W205 what nobody gives by then, and who gives it later": {
    manifest: plan([
      order(1, { acceptance_commands: ["node src/m2.js", "bash run.sh", "node src/m1.js", "./tool"] }),
      order(2, { acceptance_commands: ["node src/m1.js", "node --test src", "node src/m2", "bash tools/old.sh"] }),
    ]),
    repo: ["tools/old.sh"],
    expected: [
      'W205 WO-01 acceptance_commands: command "node src/m2.js" runs "src/m2.js", which neither the repo nor an order so far gives; WO-02 gives it, later',
      'W205 WO-01 acceptance_commands: command "bash run.sh" runs "run.sh", which neither the repo nor an order so far gives',
      'W205 WO-01 acceptance_commands: command "./tool" runs "tool", which neither the repo nor an order so far gives',
    ],
  },
  "W205 not for an allowed file without a postcondition, nor for a script that a compiler leaves beside its source": {
    manifest: first({
      allowed_files: ["src/m1.ts", "checks/all/a.py"],
      postconditions: [],
      acceptance_commands: ["node src/m1.js", "pytest checks/all"],
    }),
    expected: [],
  },

  "W206 and not W202, where nothing makes the order depend on the other": {
    manifest: plan([
      order(1),
      order(2, { preconditions: [], context_files: [] }),
      rewriting(3, "src/m1.js", { preconditions: [] }),
    ]),
    expected: [
      'W206 WO-03 allowed_files: allowed file "src/m1.js" may be written by WO-01 too, and this order does not depend on that one',
    ],
  },
  "W206 not where others lead from one to the other": {
    manifest: plan([order(1), order(2), rewriting(3, "src/m1.js")]),
    expected: [
      'W202 WO-03 allowed_files: allowed file "src/m1.js" stands by then and is not among `context_files`; the factory shows it to the model all the same',
    ],
  },
  "W206 not where both have one id, which E001 says": {
    manifest: plan([order(1), rewriting(2, "src/m1.js", { id: "WO-01", context_files: ["src/m1.js"] })]),
    expected: ['E001 WO-01 id: id "WO-01" stands where WO-02 is due: ids count up from WO-01 in list order'],
  },

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

  "W208 tests of an earlier order, and not those of the repo": {
    manifest: plan([
      rewriting(1, "test/m1.test.js"),
      rewriting(2, "test/m1.test.js", { context_files: ["src/m1.js", "test/m1.test.js"] }),
      rewriting(3, "test/old.test.js", { context_files: ["src/m2.js", "test/old.test.js"] }),
    ]),
    repo: ["test/old.test.js"],
    expected: [
      'W208 WO-02 allowed_files: allowed file "test/m1.test.js" has tests of WO-01, and this order may rewrite them',
    ],
  },

  "W209 six files, and not five": {
    manifest: plan([
      order(1, { allowed_files: [..."abcde"], postconditions: [..."abcde"].map(exists), acceptance_commands: ["x a"] }),
      order(2, {
        preconditions: [],
        context_files: [],
        allowed_files: [..."fghijk"],
        postconditions: [..."fghijk"].map(exists),
        acceptance_commands: ["x f"],
      }),
    ]),
    expected: [
      "W209 WO-02 allowed_files: the order may write 6 files; more than 5 are hard to get right in one answer",
    ],
  },

  "W210 in either list, and not where it is an example": {
    manifest: first({
      allowed_files: ["src/m1.js", ".env", ".env.example"],
      postconditions: [exists("src/m1.js"), exists(".env"), exists(".env.example")],
      context_files: ["keys/id_rsa"],
    }),
    expected: [
      'W210 WO-01 allowed_files: path ".env" in `allowed_files` looks like a file of secrets, and the model is shown what an order names',
      'W210 WO-01 context_files: path "keys/id_rsa" in `context_files` looks like a file of secrets, and the model is shown what an order names',
    ],
  },
};

/** The codes whose rules have tests of their own beside them. */
const testedApart = readdirSync(new URL(".", import.meta.url)).flatMap((name) =>
  [...(/^([ew]\d{3})-.*\.test\.ts$/.exec(name)?.slice(1) ?? [])].map((code) => code.toUpperCase()),
);

describe("rules", () => {
  test.each(Object.entries(CASES))("%s", (_, example) => {
    expect(report(example)).toEqual(example.expected);
  });

  test("every code of the catalogue is found by a case, or by running the repo's commands", () => {
    const found = Object.values(CASES).flatMap(({ expected }) => expected.map((line) => line.slice(0, 4)));
    expect([...new Set([...found, ...testedApart, ...Object.keys(OF_RUNS)])].sort()).toEqual(
      Object.keys(DIAGNOSTIC_CODES).sort(),
    );
  });

  test("a fault that stands twice in an order is said once", () => {
    expect(report({ manifest: first({ preconditions: [exists("no"), exists("no")] }), expected: [] })).toHaveLength(1);
  });

  test("a schema's violations are named up to a hundred", () => {
    const [line] = report({ manifest: first({ forbidden: Array.from({ length: 130 }, () => 1) }), expected: [] });
    expect(line).toMatch(/\/forbidden\/99 must be string; and 30 more$/);
  });

  test("an argument that no system starts is not parsed either", () => {
    const command = `python -c '${"1+".repeat(70_000)}'`;
    const [line, ...rest] = report({ manifest: first({ acceptance_commands: [command] }), expected: [] });
    expect(line).toContain("has an argument of more than 131071 characters");
    expect(rest).toEqual([]);
  });

  test("a long value is cut in its message", () => {
    const [line] = report({ manifest: first({ acceptance_commands: [`a | ${"b".repeat(100_000)}`] }), expected: [] });
    expect(line?.length).toBeLessThan(400);
  });
});
