import { expect, test } from "vitest";
import { jsonOfYaml } from "./yaml-json.ts";

// Each of these could take longer than anybody waits, or more memory than there is.
test.each([
  ["names within names", "? ".repeat(300), {}],
  ["an alias of itself", "a: &a [*a]", null],
  [
    "aliases of aliases",
    "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]",
    null,
  ],
  ["aliases of a long list", `a: &a [${"x,".repeat(16_000)}]\nb: [${"*a,".repeat(95)}]`, null],
  ["lists within lists", "[".repeat(60_000), null],
  ["lists and maps within each other", `a: ${"[b, {c: ".repeat(60_000)}`, null],
  ["lists within lists on one line", "- ".repeat(60_000), null],
])("ends at %s", (_, text, expected) => {
  expect(jsonOfYaml(text)).toEqual(expected);
});
