import { expect, test } from "vitest";
import { order, plan } from "../plan.fixture.ts";
import { absent, type Case, exists, report } from "./rules.fixture.ts";

const NAMING = { intent: "Build on add() of src/m1.js.", context_files: [] };
const FOUND =
  'W226 WO-02 context_files: the order builds on "src/m1.js", and `context_files` has none of what it builds on';

const second = (changes: Parameters<typeof order>[1], repo?: readonly string[]) => ({
  manifest: plan([order(1), order(2, { ...NAMING, ...changes })]),
  ...(repo === undefined ? {} : { repo }),
});

const CASES: Readonly<Record<string, Case>> = {
  "an order that names what it requires, and is shown none of it": { ...second({}), expected: [FOUND] },
  "one whose notes name it at the end of a sentence": {
    ...second({ intent: "Build.", notes: "See src/m1.js." }),
    expected: [FOUND],
  },
  "one that names it in a text without spaces": { ...second({ intent: "在src/m1.js文件上继续。" }), expected: [FOUND] },
  "one that is shown something else": { ...second({ context_files: ["README.md"] }, ["README.md"]), expected: [FOUND] },
  "nothing of one that is shown it": { ...second({ context_files: ["src/m1.js"] }), expected: [] },
  "nothing of one that is shown a part": {
    ...second(
      {
        intent: "Join src/m1.js and src/a.js.",
        preconditions: [exists("src/m1.js"), exists("src/a.js"), absent("src/m2.js")],
        context_files: ["src/a.js"],
      },
      ["src/a.js"],
    ),
    expected: [],
  },
  "nothing of one that only requires it": { ...second({ intent: "Build module 2." }), expected: [] },
  "nothing of one that only names it": { ...second({ preconditions: [absent("src/m2.js")] }), expected: [] },
  "nothing of another file whose path it begins with": { ...second({ intent: "Unlike src/m1.json." }), expected: [] },
  "nothing of texts and settings": {
    ...second({ intent: "Follow docs/guide.md.", preconditions: [exists("docs/guide.md"), exists("src/m1.js")] }, [
      "docs/guide.md",
    ]),
    expected: [],
  },
};

test.each(Object.entries(CASES))("reports %s", (_, { expected, ...given }) => {
  expect(report(given)).toEqual(expected);
});
