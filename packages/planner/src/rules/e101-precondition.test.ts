import { expect, test } from "vitest";
import { order, plan } from "../plan.fixture.ts";
import { absent, type Case, deleting, exists, report } from "./rules.fixture.ts";

const CASES: Readonly<Record<string, Case>> = {
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
};

test.each(Object.entries(CASES))("%s", (_, example) => {
  expect(report(example)).toEqual(example.expected);
});
