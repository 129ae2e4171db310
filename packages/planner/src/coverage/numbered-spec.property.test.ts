import { readdirSync, readFileSync } from "node:fs";
import { growth, MOST_GROWTH } from "@llmch/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { answeredSpec } from "./answered-spec.ts";
import { demandMark, numberedDemands, numberedSpec } from "./numbered-spec.ts";

const PIECES = [
  ..."The total is rounded to cents. |It adds [3] notes. |See [§2] and [12]. |It reads\na file. ".split("|"),
  ..."\n\n|\r\n|\n- |\n1. |\n# Notes\n\n|\n> |\n\n    let code = 1;\n|\n```\nIt is code.\n```\n|\n---\n|\t|  ".split(
    "|",
  ),
  "\n| name | rule |\n| --- | --- |\n| a sum | must be | cents |\n",
  ..."<!-- It is a comment. -->|<!--|`a | b` is [kept](x). |**Sums** must be `a > b`. |Es gilt 字。次の文です。|😀 must be shown. ".split(
    "|",
  ),
  ..."- [ ] It reads. |- [x] It writes. |  - [X] It ends. |~~|~~It is gone.~~ |### Nicht-Ziele\n|#### Part\n".split(
    "|",
  ),
  ..."## Non-goals\n|---\ntitle: It is hidden.\n---\n|It says \"no. Never\" then. |\n\n# The user's answers to the planner's questions\n".split(
    "|",
  ),
];
const spec = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: "binary" })), { maxLength: 30 });

const whole = (text: string) => text.replace(/[\s>|]+/g, "");

/** Takes each mark away, once, and gives the text that follows it. */
const unmarked = (given: string) => {
  const mark = demandMark(given);
  let rest = numberedSpec(given);
  const after: string[] = [];
  for (const { number } of numberedDemands(given)) {
    const parts = rest.split(`${mark(number)} `);
    expect(parts).toHaveLength(2);
    rest = parts.join("");
    after.push(parts[1] ?? "");
  }
  return { rest, after };
};

const holds = (given: string) => {
  const { rest, after } = unmarked(given);
  expect(rest).toBe(given);
  expect(numberedSpec(given)).toBe(numberedSpec(given));
  for (const [index, { text }] of numberedDemands(given).entries()) {
    const shown = (after[index] ?? "").replaceAll(
      new RegExp(`${demandMark(given)(0).replace(/[[\]]/g, "\\$&").replace("0", "\\d+")} `, "g"),
      "",
    );
    expect(whole(shown.replace(/<!--[\s\S]*?-->/g, "")).startsWith(whole(text))).toBe(true);
  }
};

test("a number before each demanding sentence, once, and the spec's own text besides", () => {
  fc.assert(
    fc.property(spec, fc.boolean(), (pieces, isAnswered) => {
      const given = pieces.join("");
      holds(
        isAnswered
          ? answeredSpec(given, [{ id: "q1", question: "Why [1]?", answer: "It must be 2. Use [3]." }])
          : given,
      );
    }),
    { numRuns: 2_000 },
  );
});

const SPECS = new URL("../../../../templates/specs/", import.meta.url);

test.each(readdirSync(SPECS))("numbers %s", (name) => {
  holds(readFileSync(new URL(name, SPECS), "utf8"));
});

test.each<[string, string, string]>([
  ["a sentence over two lines", "It reads\na file. It\nprints it.", "[1] It reads\na file. [2] It\nprints it."],
  [
    "items and rows",
    "- It adds.\n\n| a | b |\n|---|---|\n| no sum | is kept |",
    "- [1] It adds.\n\n| a | b |\n|---|---|\n| [2] no sum | is kept |",
  ],
  [
    "items with a box, and what is done or struck",
    "- [ ] It adds.\n- [x] It reads.\n- ~~It drops.~~ It keeps.\n\n## Non-goals\n\n### Later\n\nIt sings.",
    "- [ ] [1] It adds.\n- [x] It reads.\n- ~~It drops.~~ [2] It keeps.\n\n## Non-goals\n\n### Later\n\nIt sings.",
  ],
  [
    "headings and samples",
    "# Sums\n\nIt adds the sums up like so:\n\n    1 + 1\n",
    "# Sums\n\n[1] It adds the sums up like so:\n\n    1 + 1\n",
  ],
  ["what has such marks itself", "See [3] there. It adds.", "[§1] See [3] there. [§2] It adds."],
  [
    "comments and front matter",
    "---\na: It adds.\n---\n<!-- It adds. -->It adds.",
    "---\na: It adds.\n---\n<!-- It adds. -->[1] It adds.",
  ],
])("marks %s", (_, given, expected) => {
  expect(numberedSpec(given)).toBe(expected);
});

test("reads a long spec in linear time", async () => {
  expect(await growth((size) => numberedSpec("It adds [3] notes. <!-- > | ".repeat(size / 28)))).toBeLessThan(
    MOST_GROWTH,
  );
});
