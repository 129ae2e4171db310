import { describe, expect, test } from "vitest";
import { noWider, type Origin, unseenCommands, widerReach } from "./no-wider.ts";
import type { WorkOrder } from "./work-order.ts";

const exists = (path: string) => ({ kind: "file_exists" as const, path });

const ORIGIN: WorkOrder = {
  ...{ id: "WO-01", title: "Add numbers", intent: "Add numbers.", preconditions: [] },
  postconditions: [exists("a.txt"), { kind: "file_contains", path: "a.txt", text: "sum" }],
  allowed_files: ["a.txt"],
  forbidden: ["no new dependency"],
  acceptance_commands: ["grep -q STRICT a.txt", { command: "grep -q HIDDEN a.txt", hidden: true }],
  context_files: ["docs.md"],
  derive: [{ command: "node gen.js", files: ["gen.txt"] }],
  verify_exempt: false,
};

/** Its acceptance commands, all hidden or none. */
const commands = (hidden: boolean): WorkOrder["acceptance_commands"] => [
  { command: "grep -q STRICT a.txt", hidden },
  { command: "grep -q HIDDEN a.txt", hidden },
];

const NARROW: Partial<WorkOrder> = {
  ...{ context_files: [], derive: [], forbidden: ["no I/O", "no new dependency"] },
  postconditions: [...ORIGIN.postconditions, exists("b.txt")],
};

const said = (changes: Partial<WorkOrder>, origin: Origin = ORIGIN): readonly string[] =>
  noWider({ ...ORIGIN, ...changes }, origin).map(({ code, pointer, what }) => `${code} ${pointer}: ${what}`);

describe("an order is no wider than its origin", () => {
  test.each<[string, Partial<WorkOrder>]>([
    ["if it is the same", {}],
    ["in other words", { title: "Add", intent: "Return the sum.", notes: "Two numbers.", fulfils: ["It adds."] }],
    ["with one more command, seen or hidden", { acceptance_commands: [...ORIGIN.acceptance_commands, "node t.js"] }],
    ["with a command that is hidden by now", { acceptance_commands: commands(true) }],
    ["with less to write, show, make and more to keep to", NARROW],
    ["if it shows what it may write or what a command makes", { context_files: ["a.txt", "gen.txt", "docs.md"] }],
    ["if it promises more of a file", { postconditions: [{ kind: "file_contains", path: "a.txt", text: "the sum" }] }],
    ["if more must hold before it", { preconditions: [exists("b.txt")], depends_on: ["WO-00"] }],
  ])("%s", (_, changes) => expect(said(changes)).toEqual([]));

  test.each<[string, Partial<WorkOrder>, readonly string[]]>([
    [
      "a file, CI, what verifies the repo, and secrets in scope",
      { allowed_files: ["a.txt", "b.txt", ".github/workflows/ci.yml", "scripts/verify.sh", ".husky/pre-push", ".env"] },
      [
        'scope /allowed_files/1: it may write "b.txt"',
        'scope /allowed_files/2: it may write ".github/workflows/ci.yml", a file of continuous integration',
        'scope /allowed_files/3: it may write "scripts/verify.sh", a file that decides what verifies the repo',
        'scope /allowed_files/4: it may write ".husky/pre-push", a git hook',
        'scope /allowed_files/5: it may write ".env", a file that may hold a secret',
      ],
    ],
    ["a file in another spelling", { allowed_files: ["A.txt"] }, ['scope /allowed_files/0: it may write "A.txt"']],
    [
      "secrets and other files to show",
      { context_files: ["docs.md", "id_rsa", "src/x.js"] },
      [
        'context /context_files/1: its model is shown "id_rsa", a file that may hold a secret',
        'context /context_files/2: its model is shown "src/x.js"',
      ],
    ],
    [
      "a command that makes files, and files that it makes",
      { derive: [{ command: "node leak.js", files: ["a.txt", "x.txt"] }] },
      [
        'commands /derive/0/command: "node leak.js" makes files of the commit',
        'scope /derive/0/files/1: a command makes "x.txt"',
      ],
    ],
    [
      "an acceptance command that makes files by now, and so has the setup's network",
      { derive: [{ command: "grep -q STRICT a.txt", files: ["a.txt"] }] },
      ['commands /derive/0/command: "grep -q STRICT a.txt" makes files of the commit'],
    ],
    ["an exemption", { verify_exempt: true }, ["exemption /verify_exempt: only its syntax is verified"]],
    [
      "acceptance that is replaced",
      { acceptance_commands: ["test -f a.txt"] },
      [
        'acceptance /acceptance_commands: the acceptance command "grep -q STRICT a.txt" is gone',
        "acceptance /acceptance_commands: a hidden acceptance command is gone",
      ],
    ],
    [
      "a hidden command that is shown",
      { acceptance_commands: commands(false) },
      ["acceptance /acceptance_commands: a hidden acceptance command is hidden no more"],
    ],
    [
      "postconditions and prohibitions that are gone",
      { postconditions: [exists("a.txt")], forbidden: ["no dependency"] },
      [
        'scope /forbidden: it no longer forbids "no new dependency"',
        'acceptance /postconditions: the postcondition file_contains a.txt "sum" is gone',
      ],
    ],
    [
      "acceptance that may pass before the work",
      { already_true_because: "It is there." },
      ["acceptance /already_true_because: its acceptance may pass before the work"],
    ],
  ])("unless it has %s", (_, changes, expected) => expect(said(changes)).toEqual(expected));
});

test("children are judged by their reach alone: their parent still proves the whole", () => {
  const child = { ...ORIGIN, id: "WO-01.1", acceptance_commands: ["true"], postconditions: [], forbidden: [] };
  expect(widerReach(child, ORIGIN)).toEqual([]);
});

test("without an origin, only secrets, files that judge, and exemptions are wider", () => {
  const free = { allowed_files: ["src/b.js", "test/b.test.js"], context_files: ["README.md"] };
  expect(said(free, null)).toEqual([]);
  expect(said({ ...free, already_true_because: "So it is." }, null)).toEqual([]);
  const wide = {
    allowed_files: ["package.json", "tests/conftest.py", "llmch.config.json", "config/credentials.json"],
    context_files: ["keys/server.pem"],
    derive: [{ command: "node x.js", files: ["Makefile"] }],
    verify_exempt: true,
  };
  expect(said(wide, null)).toEqual([
    'scope /allowed_files/0: it may write "package.json", a file that decides what verifies the repo',
    'scope /allowed_files/1: it may write "tests/conftest.py", a file that decides what verifies the repo',
    'scope /allowed_files/2: it may write "llmch.config.json", a file that decides what verifies the repo',
    'scope /allowed_files/3: it may write "config/credentials.json", a file that may hold a secret',
    'scope /derive/0/files/0: a command makes "Makefile", a file that decides what verifies the repo',
    'context /context_files/0: its model is shown "keys/server.pem", a file that may hold a secret',
    "exemption /verify_exempt: only its syntax is verified",
  ]);
});

test("commands that nobody saw are those of no origin, visible or hidden", () => {
  const order = {
    ...ORIGIN,
    acceptance_commands: ["grep -q STRICT a.txt", "new", { command: "hidden", hidden: true }, "new"],
    derive: [{ command: "make", files: ["gen.txt"] }],
  };
  expect(unseenCommands(order, ORIGIN)).toEqual(["new", "hidden", "make"]);
  expect(unseenCommands(order, null)).toEqual(["grep -q STRICT a.txt", "new", "hidden", "make"]);
  expect(unseenCommands(ORIGIN, ORIGIN)).toEqual([]);
});
