import type { Condition, WorkOrder } from "@llmch/contract";
import { workOrder } from "@llmch/testkit";
import { expect, test } from "vitest";
import { whyNotDone } from "./done-commit.ts";

const judged = (
  postconditions: readonly Condition[],
  files: Readonly<Record<string, string>>,
  { changed = ["greet.js"], isOfOneOrder = true, mayBeEmpty = false } = {},
) => {
  const derive = [{ command: "node make.js", files: ["made.js"] }];
  const ticks = [{ path: "tasks.md", line: 1, sha256: "0".repeat(64), from: "[ ]", to: "[x]" } as const];
  const asked = { derive, ticks, postconditions: [...postconditions] };
  const order: WorkOrder = workOrder({ allowed_files: ["./greet.js"], ...asked });
  const commit = { changed: new Set(changed), isOfOneOrder, text: (path: string) => files[path] ?? null };
  return whyNotDone(order, commit, { repoDerives: ["lock.json"], mayBeEmpty });
};

const there: Condition = { kind: "file_exists", path: "greet.js" };
const gone: Condition = { kind: "file_absent", path: "greet.js" };
const says: Condition = { kind: "file_contains", path: "greet.js", text: "a\r\nb" };
const kept: Condition = { kind: "file_unchanged", path: "other.js" };
const NOT = "does not hold in it";

test.each<[string, ReturnType<typeof judged>, string | null]>([
  ["all that was asked for", judged([there, says], { "greet.js": "a\nb\n" }), null],
  ["a file that is not there", judged([there], {}), `the postcondition file_exists greet.js ${NOT}`],
  ["a file that is still there", judged([gone], { "greet.js": "" }), `the postcondition file_absent greet.js ${NOT}`],
  ["another text", judged([says], { "greet.js": "b" }), `the postcondition file_contains greet.js "a\\r\\nb" ${NOT}`],
  [
    "a file that was to stay",
    judged([kept], { "other.js": "" }, { changed: ["greet.js", "other.js"] }),
    expect.anything(),
  ],
  [
    "the same, by another order",
    judged([kept], { "other.js": "" }, { changed: ["greet.js", "other.js"], isOfOneOrder: false }),
    null,
  ],
  ["nothing, with nothing asked for", judged([], {}, { changed: [] }), "it changes none of the order's files"],
  ["nothing, as it may", judged([], {}, { changed: [], mayBeEmpty: true }), null],
  [
    "nothing, where all is there",
    judged([there], { "greet.js": "" }, { changed: [] }),
    "it changes none of the order's files",
  ],
  [
    "another file alone",
    judged([], {}, { changed: ["NEWS"], isOfOneOrder: false }),
    "it changes none of the order's files",
  ],
  [
    "another file besides",
    judged([], {}, { changed: ["greet.js", "NEWS"] }),
    "it changes NEWS, which is no file of the order",
  ],
  ["another file, if it may be empty", judged([], {}, { changed: ["NEWS"], mayBeEmpty: true }), expect.anything()],
  ["its ticks besides", judged([], {}, { changed: ["greet.js", "tasks.md"] }), null],
  ["its ticks alone", judged([], {}, { changed: ["tasks.md"] }), "it changes none of the order's files"],
  ["what commands made", judged([], {}, { changed: ["greet.js", "lock.json", "made.js"] }), null],
])("a commit with %s", (_, why, expected) => {
  expect(why).toEqual(expected);
});
