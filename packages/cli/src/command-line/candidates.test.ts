import { expect, test } from "vitest";
import { candidatesFor, rejoined, valueGiven } from "./candidates.ts";
import { buildProgram } from "./program.ts";
import { SETTING_FLAGS } from "./setting-flags.ts";

const program = buildProgram("1", () => {}, SETTING_FLAGS);
const candidates = (...words: string[]) => {
  const { words: known, names, paths } = candidatesFor(program, words);
  return { words: known.map(({ value }) => value), names, paths };
};
const NOTHING = { words: [], names: null, paths: null };

test("a command line begins with a command", () => {
  expect(candidates("").words).toEqual(expect.arrayContaining(["plan", "run-all", "show", "help"]));
  expect(candidates("help", "")).toEqual(candidates(""));
  expect(candidates("--json", "sh").words).toContain("show");
});

test("flags are those of the command, and each is offered once", () => {
  expect(candidates("graph", "-").words).toEqual(expect.arrayContaining(["--format", "--json", "--help"]));
  expect(candidates("graph", "-").words).not.toContain("--spec");
  for (const given of [["--format", "dot"], ["--format=dot"]])
    expect(candidates("graph", ...given, "--").words).not.toContain("--format");
  expect(candidates("graph", "--format").words).toContain("--format");
});

test.each([
  [["graph", "--format", ""], { words: ["text", "mermaid", "dot", "json", "svg"] }],
  [["graph", "--format=d"], { words: ["text", "mermaid", "dot", "json", "svg"] }],
  [["completion", ""], { words: ["bash", "zsh", "fish"] }],
  [["plan", "--spec", ""], { paths: "files" }],
  [["plan", "--outdir", ""], { paths: "folders" }],
  [["run-all", ""], { paths: "folders" }],
  [["run-all", "--budget", "2", ""], { paths: "folders" }],
  [["run-all", "--verbose", ""], { paths: "folders" }],
  [["run-all", "wo", ""], {}],
  [["check", ""], { paths: "files" }],
  [["show", ""], { names: "runs" }],
  [["show", "01X", ""], {}],
  [["explain", ""], { names: "topics" }],
  [["schema", ""], { names: "schemas" }],
  [["config", ""], { words: ["set", "unset"], names: "settings" }],
  [["config", "unset", ""], { names: "settings" }],
  [["config", "set", "budget.usd", ""], {}],
  [["plan", "--budget", ""], {}],
  [["plan", ""], { words: ["show", "revise"], paths: "files" }],
  [["run-all", "--approve", "plan,"], { names: "kinds" }],
  [["run", "--executor", ""], { names: "executors" }],
  [["help", "show", ""], {}],
  [["nothing", ""], {}],
  [["serve", "--repo", ""], { paths: "folders" }],
  [["submit", "--data", ""], { paths: "folders" }],
  [["submit", "build", ""], { paths: "files" }],
  [["submit", ""], { words: ["plan", "run-all", "run", "build", "land", "ask"] }],
] as const)("after %j comes what the placeholder names", (words, expected) => {
  expect(candidates(...words)).toEqual({ ...NOTHING, ...expected });
});

test.each([
  [
    ["graph", "--format", "=", "js"],
    ["graph", "--format=js"],
  ],
  [
    ["graph", "--format", "="],
    ["graph", "--format="],
  ],
  [
    ["graph", "=", "a"],
    ["graph", "=", "a"],
  ],
])("words that bash split are rejoined: %j", (words, expected) => {
  expect(rejoined(words)).toEqual(expected);
});

test.each([
  [["show", "--artifacts-dir", "kept", ""], "kept"],
  [["show", "--artifacts-dir=kept", ""], "kept"],
  [["show", "--artifacts-dir=old", "--artifacts-dir", "kept", ""], "kept"],
  [["show", "--artifacts-dir=", ""], ""],
  [["show", "--artifacts-dir=ke"], undefined],
  [["show", ""], undefined],
])("the value of a flag in %j is %j", (words, expected) => {
  expect(valueGiven(words, "--artifacts-dir")).toBe(expected);
});
