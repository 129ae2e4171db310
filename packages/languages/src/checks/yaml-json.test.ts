import { expect, test } from "vitest";
import { jsonOfYaml } from "./yaml-json.ts";

test.each([
  ["on: push\nn: 1\nb: true\n? [a, b]\n: left out\nlist: [x, ~]", { on: "push", n: 1, b: true, list: ["x", null] }],
  ["a: &a [1]\nb: *a", { a: [1], b: [1] }],
  ["", null],
  ["a: {b", { a: { b: null } }],
])("%j is %j", (text, expected) => {
  expect(jsonOfYaml(text)).toEqual(expected);
});
