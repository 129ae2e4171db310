import { describe, expect, it } from "vitest";
import { annotation } from "./annotation.ts";
import { ciLogText } from "./ci-log.ts";

describe("the log of a CI system", () => {
  it.each([
    ["::error file=a.js::no", ": :error file=a.js::no"],
    ["said:\n    ::add-mask::x\nend", "said:\n    : :add-mask::x\nend"],
    ["\t##[group]x", "\t## [group]x"],
    ["WO-01  title ##[set-output name=a]b", "WO-01  title ## [set-output name=a]b"],
    ["x ##vso[task.setvariable variable=a]b", "x ##vso [task.setvariable variable=a]b"],
    ["\u001b[31m::add-mask::x", "\u001b[31m: :add-mask::x"],
    ["a ::b", "a ::b"],
    ["std::vector", "std::vector"],
    ["# heading, #[derive(Debug)], ## two", "# heading, #[derive(Debug)], ## two"],
  ])("%j becomes %j", (text, safe) => {
    expect(ciLogText(text)).toBe(safe);
  });

  it("breaks up a mark in a name that an invisible character hides", () => {
    const line = annotation("error", { file: "##\u200b[set-output name=a]b" }, "");
    expect(line).toBe("::error file=## [set-output name=a]b::");
  });
});
