import { expect, test } from "vitest";
import { planStart, templateFor } from "./template-sections.ts";

const TEMPLATE = "a\n\n{{#NEW_PROGRAM}}\nb\n\nc\n{{/NEW_PROGRAM}}\n\n{{#EXISTING_REPO}}\nd\n{{/EXISTING_REPO}}\n\ne\n";

test("a template's sections are kept or dropped whole, with one blank line after them", () => {
  expect(templateFor(TEMPLATE, "NEW_PROGRAM")).toBe("a\n\nb\n\nc\n\ne\n");
  expect(templateFor(TEMPLATE, "EXISTING_REPO")).toBe("a\n\nd\n\ne\n");
  expect(templateFor(TEMPLATE.replaceAll("\n", "\r\n"), "EXISTING_REPO")).toBe("a\r\n\r\nd\r\n\r\ne\r\n");
});

test.each([
  "{{PRODUCT_SPEC}}",
  "{{#NEW_PROGRAM}}\nopen",
  "{{#OTHER}}\na\n{{/OTHER}}\n",
  "x {{#NEW_PROGRAM}} {{/NEW_PROGRAM}}",
])("a template without a valid section stays as it is: %j", (template) =>
  expect(templateFor(template, "EXISTING_REPO")).toBe(template),
);

test.each<[readonly string[], string]>([
  [[], "NEW_PROGRAM"],
  [["README.md", "LICENSE", ".gitignore", ".github/workflows/ci.yml", "docs/idea.md"], "NEW_PROGRAM"],
  [["readme", "LICENSE-MIT", "llmch.config.json", "scripts/verify.sh"], "NEW_PROGRAM"],
  [["README.md", "src/main.py"], "EXISTING_REPO"],
  [["package.json"], "EXISTING_REPO"],
])("a repo with %j starts as: %s", (files, start) => expect(planStart(files)).toBe(start));
