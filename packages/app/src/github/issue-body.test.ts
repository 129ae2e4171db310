import { expect, test } from "vitest";
import { bodyBelow } from "./issue-body.ts";

test.each<[string, string, number, string]>([
  ["nothing", " \r\n", 2, ""],
  ["a text without headings", "It reads.\r\nIt writes.", 2, "\nIt reads.\nIt writes.\n"],
  ["headings that are deep enough", "### How\n\n#### More", 2, "\n### How\n\n#### More\n"],
  ["headings that are not", "# How\n## More\n###### Most", 2, "\n### How\n#### More\n###### Most\n"],
  ["a heading in a quote, and what is none", "> # How\n#13 is done\n#", 1, "\n> ## How\n#13 is done\n##\n"],
  ["code", "# A\n~~~\n# b\n```\n# c\n~~~\n# D", 1, "\n## A\n~~~\n# b\n```\n# c\n~~~\n## D\n"],
  ["code that is left open", "# A\n````js\n# b\n```", 0, "\n# A\n````js\n# b\n```\n````\n"],
  ["all of it below no heading", "# A\n## B", 0, "\n# A\n## B\n"],
])("%s", (_, body, level, expected) => {
  expect(bodyBelow(body, level)).toBe(expected);
});
