import { expect, test } from "vitest";
import { parseText } from "../../repo-map/src/parser.fixture.ts";
import { changedFile } from "./changed-file.fixture.ts";
import { chosenMutants } from "./chosen-mutants.ts";
import { mutantsOf } from "./mutants-of.ts";

const text = Array.from({ length: 30 }, (_, index) => `a${index} = b < ${index}\n`).join("");
const mutants = [
  ...(await mutantsOf(changedFile("a.py", text), parseText)),
  ...(await mutantsOf(changedFile("b.py", text), parseText)),
];

test("files put back come first, the others stay in their order", () => {
  const chosen = chosenMutants(mutants, 30, "c0ffee");
  expect(chosen).toHaveLength(30);
  expect(chosen.slice(0, 3).map(({ kind, path }) => `${path} ${kind === "put_back"}`)).toEqual([
    "a.py true",
    "b.py true",
    "a.py false",
  ]);
  const places = chosen.slice(2).map((mutant) => mutants.indexOf(mutant));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(new Set(places).size).toBe(28);
});

test("the same commit has the same, another one others, and all do if they are few", () => {
  const chosen = chosenMutants(mutants, 30, "c0ffee");
  expect(chosenMutants(mutants, 30, "c0ffee")).toEqual(chosen);
  expect(chosenMutants(mutants, 30, "decade")).not.toEqual(chosen);
  expect(new Set(chosenMutants(mutants, 1_000, "c0ffee"))).toEqual(new Set(mutants));
  expect(chosenMutants(mutants, 1, "c0ffee").map(({ kind }) => kind)).toEqual(["put_back"]);
});

test("more are chosen by adding to fewer", () => {
  const few = chosenMutants(mutants, 20, "c0ffee");
  expect(chosenMutants(mutants, 40, "c0ffee")).toEqual(expect.arrayContaining([...few]));
});
