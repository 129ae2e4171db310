import type { SyntaxReaders } from "@llmch/languages";
import { expect, test } from "vitest";
import { checkManifest } from "./check.ts";
import { order, plan } from "./plan.fixture.ts";

/** A reader that rejects `!!`, and finds the imports in `import "…"`. */
const reader = () => ({
  syntaxFault: (code: string) => (code.includes("!!") ? { message: "what is that", place: null } : null),
  imports: (code: string) => [...code.matchAll(/import "([^"]*)"/g)].map(([, name = ""]) => name),
});
const judged = (command: string, syntaxes: SyntaxReaders = { javascript: reader, bash: reader, sh: reader }) => {
  const manifest = plan([order(1, { acceptance_commands: [command, "node src/m1.js"] })]);
  const { errors, warnings } = checkManifest(manifest, { repoFiles: ["lib/a.js"], syntaxes });
  return [...errors, ...warnings]
    .filter(({ code }) => /E006|W101/.test(code))
    .map(({ code, message }) => `${code} ${message}`);
};

test.each([
  ["node -e '!!'", 'Node cannot parse "!!": what is that'],
  ["node --input-type=module -e '!!'", 'Node cannot parse "!!": what is that'],
  ["node -e", 'Node cannot parse "": no program follows the -e'],
  ["bash -c '!!'", 'bash cannot parse "!!": what is that'],
  ["bash -euo pipefail -c '!!'", 'bash cannot parse "!!": what is that'],
  ["sh -c '!!'", 'sh cannot parse "!!": what is that'],
])("E006 for %s", (command, said) =>
  expect(judged(command)).toEqual([`E006 command ${JSON.stringify(command)}: ${said}`]),
);

test.each(["node -e 'ok'", "bash -c 'ok'", "bash scripts/a.sh '!!'", "node a.js '!!'", "zsh -c '!!'"])(
  "no E006 for %s",
  (command) => expect(judged(command)).toEqual([]),
);

test("a language without a reader is not judged", () => {
  expect(judged("node -e '!!'", {})).toEqual([]);
});

test("W101 for a relative import that matches no file, including the order's own", () => {
  const command = 'node -e \'import "./src/m1.js"; import "./src/m2.js"; import "express"; import "node:fs"\'';
  expect(judged(command)).toEqual([
    expect.stringMatching(/^W101 command .* imports "\.\/src\/m2\.js": the files so far do not give it$/),
  ]);
});

const LONG = `${"a = 1; ".repeat(20)}for b in c: pass; ${"d = 2; ".repeat(20)}`;

test.each([
  ["x = 1; for", 1, 8, '"x = 1; ▸for"'],
  ["x = (", 1, 6, '"x = (▸"'],
  ["x\ny !! z", 2, 3, '"y ▸!! z"'],
  [LONG, 1, 141, `"…${LONG.slice(100, 140)}▸${LONG.slice(140, 180)}…"`],
  ["x", 7, 1, '"x"'],
])("E006 marks the place: %j", (code, line, column, shown) => {
  const refusing = () => ({
    syntaxFault: () => ({ message: "what is that", place: { line, column } }),
    imports: () => [],
  });
  const command = `node -e '${code}'`;
  const [said] = judged(command, { javascript: refusing });
  expect(said).toContain(`Node cannot parse ${shown}: what is that (line ${line}, column ${column})`);
});
