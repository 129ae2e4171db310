import { expect, test } from "vitest";
import { plannerPrompt, templateFault } from "./prompt.ts";

test("a template without the spec's placeholder is refused, with its name", () => {
  expect(templateFault("a {{PRODUCT_SPEC}} b", "t.md")).toBeNull();
  expect(templateFault("a {{PRODUCT_SPECS}} {{DOCTRINE}}", "t.md")).toEqual({
    code: "unreadable-input",
    message: "the template t.md has no {{PRODUCT_SPEC}}",
    hint: "put {{PRODUCT_SPEC}} where the spec belongs",
  });
});

test("a template with the spec in a section that some repos do not get is refused", () => {
  const fault = templateFault("{{#NEW_PROGRAM}}\n{{PRODUCT_SPEC}}\n{{/NEW_PROGRAM}}\n", "t.md");
  expect(fault?.message).toBe("the template t.md has no {{PRODUCT_SPEC}}");
});

test("the other placeholders are optional", () => {
  const parts = { spec: "s", template: "{{PRODUCT_SPEC}}{{UNKNOWN}}", doctrine: "d", repoHints: "h", repoFiles: [] };
  expect(plannerPrompt(parts)).toBe("--- begin specification 83ae2f5a38db4ea1\ns\n--- end 83ae2f5a38db4ea1{{UNKNOWN}}");
});

test("without a repo, its placeholder says so", () => {
  expect(plannerPrompt({ spec: "", template: "{{REPO_HINTS}}", doctrine: "", repoHints: null, repoFiles: [] })).toMatch(
    /^No repository is given/,
  );
});
