import { expect, test } from "vitest";
import { answersFor } from "./user-answer.ts";

test.each<[string, readonly string[], readonly string[], readonly (readonly [string, string])[]]>([
  ["a text alone is for the only one that waits", ["q1"], ["a = b"], [["q1", "a = b"]]],
  ["it may have an equals sign", ["q1"], ["timeout=30"], [["q1", "timeout=30"]]],
  ["its id is no part of an answer", ["q1"], ["q1=a=b"], [["q1", "a=b"]]],
  [
    "several are named",
    ["q1", "WO-02"],
    ["WO-02=yes", "q1="],
    [
      ["WO-02", "yes"],
      ["q1", ""],
    ],
  ],
  ["some may be left out", ["q1", "q2"], ["q2=no"], [["q2", "no"]]],
  ["none is given", ["q1"], [], []],
])("%s", (_, waiting, given, expected) => {
  const answers = answersFor(waiting, given);
  expect(answers.ok && [...answers.value]).toEqual(expected);
});

test.each<[string, readonly string[], readonly string[], string, (readonly string[])?]>([
  ["nothing waits", [], ["yes"], "nothing of the run waits for an answer"],
  ["it is not said what for", ["q1", "q2"], ["yes"], "several questions wait for an answer"],
  [
    "it is not one of several",
    ["q1", "q2"],
    ["q3=yes"],
    "q3 waits for no answer: its id is unknown, or it has its answer",
  ],
  [
    "it is for one that is answered",
    ["q2"],
    ["q1=yes"],
    "q1 waits for no answer: its id is unknown, or it has its answer",
    ["q1"],
  ],
  ["there are two for one", ["q1"], ["yes", "no"], "q1 has two answers"],
  ["it is too long", ["q1"], ["x".repeat(10_001)], "an answer is too long"],
])("an answer is refused if %s", (_, waiting, given, message, answered) => {
  expect(answersFor(waiting, given, answered)).toMatchObject({ ok: false, issues: [{ code: "usage", message }] });
});
