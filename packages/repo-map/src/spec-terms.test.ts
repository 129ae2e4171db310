import { expect, test } from "vitest";
import { NAMED, specTerms, stemOf } from "./spec-terms.ts";

const SPEC =
  "Options may be deprecated. `Parameter.get_hint` says so, make_label does, and the Command class prints it.";
const { weightOf, isMember, sharedWith, countOf } = specTerms(`${SPEC} A deprecation is told once.`);

test("a name written as code weighs most, then a capitalized name, then an ordinary word in any number", () => {
  const [code, name, word] = ["make_label", "Command", "Option"].map(weightOf);
  expect(code).toBe(weightOf("Parameter"));
  expect(code).toBeGreaterThan(name ?? 0);
  expect(name).toBeGreaterThan(word ?? 0);
  expect(word).toBe(NAMED);
});

test("a longer name weighs by the words that it shares, and always less than one that is named", () => {
  expect(weightOf("DeprecatedOption")).toBeGreaterThan(weightOf("OptionParser"));
  expect(weightOf("OptionParser")).toBeGreaterThan(0);
  expect(weightOf("OptionParser")).toBeLessThan(NAMED);
});

test.each(["class", "the", "value", "__init__", "Group", "x"])("%s has no weight", (name) => {
  expect(specTerms(`${SPEC} The class of a value: \`__init__\`, x.`).weightOf(name)).toBe(0);
});

test("a member is known if the spec writes its type before it", () => {
  expect(isMember("Parameter", "get_hint")).toBe(true);
  expect(isMember("Command", "get_hint")).toBe(false);
  expect(specTerms("Change Store::open and Store#shut.").isMember("Store", "shut")).toBe(true);
});

test.each(["修改`Store`类和make_label函数。", "make_labelをStoreで使う。", "แก้ไขmake_labelในStore"])(
  "names stand out in a text without spaces: %s",
  (spec) => expect(["make_label", "Store"].filter((name) => specTerms(spec).weightOf(name) < NAMED)).toEqual([]),
);

test("words are shared and counted by their stems", () => {
  expect([...sharedWith("def test_deprecations(options): pass")]).toEqual([stemOf("deprecate"), "option"]);
  expect(countOf(stemOf("deprecating"))).toBe(2);
});

test.each([
  ["deprecated", "deprecation"],
  ["groups", "group"],
  ["aborted", "aborting"],
  ["queries", "query"],
])("%s and %s have the same stem", (one, other) => expect(stemOf(one)).toBe(stemOf(other)));
