import { expect, test } from "vitest";
import { parseText } from "../../repo-map/src/parser.fixture.ts";
import { changedFile } from "./changed-file.fixture.ts";
import { mutantsOf } from "./mutants-of.ts";

/** The mutants of a new file's first lines, as `kind: new lines`; without the file put back. */
const mutantsIn = async (name: string, text: string): Promise<readonly string[]> => {
  const [putBack, ...mutants] = await mutantsOf(changedFile(name, text), parseText);
  expect(putBack).toMatchObject({ kind: "put_back", text: null });
  return mutants.map(({ kind, line, after }) => `${kind} ${line}: ${after?.trim()}`);
};

const PYTHON: readonly (readonly [text: string, ...mutants: string[]])[] = [
  ["r = a < b", "dropped 1: pass", "comparison 1: r = a <= b", "comparison 1: r = a >= b"],
  [
    "return_ = a is not b in c",
    "dropped 1: pass",
    "comparison 1: return_ = a is b in c",
    "comparison 1: return_ = a is not b not in c",
  ],
  ["if a:\n    pass", "negation 1: if not (a):"],
  [
    "if a == 1 and b: pass",
    "negation 1: if not (a == 1 and b): pass",
    "comparison 1: if a != 1 and b: pass",
    "arithmetic 1: if a == 2 and b: pass",
    "negation 1: if a == 1 or b: pass",
  ],
];

test.each(PYTHON)("Python: %j", async (text, ...mutants) => {
  expect(await mutantsIn("a.py", text)).toEqual(mutants);
});
